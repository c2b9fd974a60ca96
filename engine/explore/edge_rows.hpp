#pragma once
// The edges of an explored system in compressed rows: 4 bytes an edge, 4 bytes a state.

#include <cstdint>
#include <vector>

#include "engine/explore/ids.hpp"
#include "engine/explore/state_set.hpp"

namespace interlock::explore {

/// Edges in ascending order of `from`.
class EdgeRows {
 public:
  /// Ready for edges from states below `states`.
  explicit EdgeRows(StateId states) : states_(states) { ends_.reserve(states); }

  /// At most 2^32 - 1 edges.
  void add(StateId from, StateId to) {
    finish_rows(from);
    targets_.push_back(to);
  }
  void finish() { finish_rows(states_); }
  StateId states() const { return states_; }

  // Of finished rows.

  const std::vector<StateId>& targets() const { return targets_; }
  /// Where in `targets` the row of each state ends.
  const std::vector<std::uint32_t>& ends() const { return ends_; }
  std::uint32_t begin_of(StateId state) const { return state == 0 ? 0 : ends_[state - 1]; }

  /// The states that can be reached from `starts`, these included.
  StateSet reachable(const StateSet& starts) const;
  /// Leaves the rows of other states empty.
  void keep_only(const StateSet& states);

 private:
  void finish_rows(StateId before) {
    while (ends_.size() < before) ends_.push_back(static_cast<std::uint32_t>(targets_.size()));
  }

  StateId states_;
  std::vector<StateId> targets_;
  std::vector<std::uint32_t> ends_;
};

}  // namespace interlock::explore
