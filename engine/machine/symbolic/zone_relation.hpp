#pragma once
// How the moments before a step lie to those after it, time that passes afterwards included.

#include "engine/machine/symbolic/zone.hpp"

#include <cstddef>
#include <utility>

namespace interlock::machine {

class ZoneRelation {
 public:
  ZoneRelation() = default;
  /// `both`: of `now` and the moments after, behind them so many before, and the `now` before.
  ZoneRelation(Zone both, std::size_t before) : both_(std::move(both)), before_(before) {}

  bool is_empty() const { return both_.is_empty(); }
  /// The moments before from which it leads to some of these.
  Zone before(const Zone& after) const;
  /// All moments that it leads to.
  Zone after() const;
  /// Only from these on.
  ZoneRelation from(const Zone& before) const;
  /// Is a moment after it never later than one before it?
  bool is_not_later(std::size_t after, std::size_t before) const {
    return both_.bound(after, first_before() + before - 1) <= Bound::at_most(0);
  }

 private:
  std::size_t first_before() const { return both_.size() - before_ - 1; }
  std::size_t now_before() const { return both_.size() - 1; }

  Zone both_;
  std::size_t before_ = 0;
};

}  // namespace interlock::machine
