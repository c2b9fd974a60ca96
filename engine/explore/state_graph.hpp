#pragma once
// The graph of an explored system, against the direction of its edges: who comes before whom.
// Compressed rows with 32-bit indices: 4 bytes an edge, twice that while it is built.

#include <cstdint>
#include <memory>
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
  StateId states() const { return states_; }
  const std::vector<StateId>& targets() const { return targets_; }
  /// Where in `targets` the row of each state ends. Call `finish` first.
  const std::vector<std::uint32_t>& ends() const { return ends_; }
  void finish() { finish_rows(states_); }

 private:
  void finish_rows(StateId before) {
    while (ends_.size() < before) ends_.push_back(static_cast<std::uint32_t>(targets_.size()));
  }

  StateId states_;
  std::vector<StateId> targets_;
  std::vector<std::uint32_t> ends_;
};

class StateGraph {
 public:
  /// Throws std::bad_alloc.
  explicit StateGraph(EdgeRows rows);
  ~StateGraph();

  /// The states from which one of `goals` can be reached, these included.
  StateSet can_reach(const StateSet& goals) const;

 private:
  struct Reversed;
  std::unique_ptr<const Reversed> reversed_;
  StateId states_;
};

/// Memory that a graph needs while it is built.
constexpr std::uint64_t graph_bytes(std::uint64_t states, std::uint64_t edges) {
  return states * 8 + edges * 8;
}

}  // namespace interlock::explore
