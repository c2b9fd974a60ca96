#pragma once
// A set of states: one bit a state.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/explore/ids.hpp"

namespace interlock::explore {

class StateSet {
 public:
  /// Empty, of states below `size`.
  explicit StateSet(StateId size) : words_((std::size_t{size} + 63) / 64) {}

  bool empty() const {
    return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
  }
  bool has(StateId id) const { return ((words_[id / 64] >> (id % 64)) & 1U) != 0; }
  /// False when it was there.
  bool insert(StateId id) {
    std::uint64_t& word = words_[id / 64];
    const std::uint64_t bit = std::uint64_t{1} << (id % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace interlock::explore
