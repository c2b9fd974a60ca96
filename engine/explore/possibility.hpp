#pragma once
// Decides `always_possible`: takes in all edges that are no faults, and goes backward from the goals. What is left over
// are states from which no run without faults gets there: traps, unless such a run comes to a state after which the
// system gave a run up. From there nobody knows.

#include "engine/explore/edge_rows.hpp"
#include "engine/explore/edge_scan.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/state_set.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace interlock::explore {

class Possibilities {
 public:
  static bool is_asked(const Obligation& obligation) { return obligation.kind == Obligation::Kind::always_possible; }
  static std::uint64_t bytes(const Outcome& outcome) { return graph_bytes(outcome.states, outcome.edges); }

  Possibilities(std::span<const Obligation> obligations, StateId states);

  // First all labels of states, then all edges that are no faults.

  void take_labels(StateId id, std::uint64_t labels);
  bool wants(const Edge& edge) const { return edge.to != edge.from || (edge.labels & goal_edges_) != 0; }
  void take(const Edge& edge);

  /// `cut_states`: after which the system gave a run up.
  void answer(const StateSet& cut_states, Outcome& outcome);

 private:
  struct Question {
    Obligation obligation;
    std::size_t index;
    StateSet goals;
    StateSet asked;
  };

  /// `open`: from there a run that was given up may get to a goal.
  void answer(const Question& question, const StateSet& possible, const StateSet& open, Outcome& outcome) const;

  StateId states_;
  std::vector<Question> questions_;
  EdgeRows rows_;
  std::uint64_t goal_edges_ = 0;
};

}  // namespace interlock::explore
