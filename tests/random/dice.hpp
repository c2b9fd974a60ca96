#pragma once
// Chance with a fixed sequence: the same seed gives the same model on every machine.

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace interlock::tests {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
  bool chance(std::size_t percent) { return below(100) < percent; }

  template <typename Value>
  Value one_of(const std::vector<Value>& values) {
    return values[below(values.size())];
  }

  std::string word(const std::vector<const char*>& words) { return words[below(words.size())]; }

 private:
  std::mt19937 random_;  // its sequence is fixed by the standard
};

}  // namespace interlock::tests
