#pragma once
// How the levels of a bucket grow, and from this how many states may still come.

#include <cstdint>
#include <optional>
#include <vector>

namespace interlock::explore {

class Pace {
 public:
  void restart() { sizes_.clear(); }
  /// The number of new states of the next level.
  void add(std::uint64_t level) { sizes_.push_back(level); }

  /// The last level to the one before; 0 when there are not two.
  double ratio() const { return ratio_before_last(0); }

  /// An estimate of the states behind the last level, once the ratio has fallen three times in a row: as if it went on
  /// falling by the same factor, the mean of the last three, level by level until nothing new comes. Levels of a finite
  /// state space mostly grow and shrink like this, but nothing is promised.
  std::optional<std::uint64_t> to_come() const;

 private:
  double ratio_before_last(std::size_t levels) const;

  std::vector<std::uint64_t> sizes_;
};

}  // namespace interlock::explore
