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
  /// Where in `targets` the row of each state begins and ends.
  std::uint32_t begin_of(StateId state) const { return state == 0 ? 0 : ends_[state - 1]; }
  std::uint32_t end_of(StateId state) const { return ends_[state]; }

  /// The states that can be reached from `starts`, these included.
  StateSet reachable(const StateSet& starts) const;
  /// Leaves the rows of other states empty.
  void keep_only(const StateSet& states);
  /// Every edge the other way round: who comes before whom. Throws std::bad_alloc.
  EdgeRows reversed() const;

 private:
  void finish_rows(StateId before) {
    while (ends_.size() < before) ends_.push_back(static_cast<std::uint32_t>(targets_.size()));
  }

  StateId states_;
  std::vector<StateId> targets_;
  std::vector<std::uint32_t> ends_;
};

/// Which states can reach each other.
struct Components {
  std::vector<std::uint32_t> of_state;  ///< by state: the number of its component
  std::vector<StateId> size;            ///< by component: states
};

/// The strong components of finished rows (Tarjan, SIAM J. Comput. 1:2, 1972). 16 bytes a state while it runs.
Components strong_components(const EdgeRows& rows);

/// Memory that a graph needs while it is built and turned round.
constexpr std::uint64_t graph_bytes(std::uint64_t states, std::uint64_t edges) { return states * 8 + edges * 8; }

}  // namespace interlock::explore
