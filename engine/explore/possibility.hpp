#pragma once
// Decides `always_possible`: builds the graph of all edges that are no faults, and goes backward
// from the goals. What is left over are states from which no run without faults gets there: traps, unless such a run
// comes to a state after which the system gave a run up. From there nobody knows.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "engine/explore/edge_rows.hpp"
#include "engine/explore/edge_scan.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/state_set.hpp"
#include "engine/explore/whole_scan.hpp"

namespace interlock::explore {

template <TransitionSystem System>
class Possibilities {
 public:
  Possibilities(const System& system, std::span<const Obligation> obligations, const StateStore& store,
                ThreadTeam& team)
      : system_(system), store_(store), workspace_(system.make_workspace()), scan_(system, store, team) {
    for (std::size_t index = 0; index < obligations.size(); ++index) {
      if (obligations[index].kind != Obligation::Kind::always_possible) continue;
      questions_.push_back({obligations[index], index, StateSet(store.size())});
      goal_edges_ |= obligations[index].edges;
    }
  }

  /// False: `keep_going` said to stop, and nothing is decided.
  bool decide(const Settings& settings, Outcome& outcome) {
    find_goal_states();
    EdgeRows rows(store_.size());
    if (!collect_edges(settings, outcome, rows)) return false;
    rows.finish();
    rows = rows.reversed();
    const StateSet open = rows.reachable(scan_.cut_states());
    for (const Question& question : questions_) answer(question, rows.reachable(question.goals), open, outcome);
    return true;
  }

 private:
  struct Question {
    Obligation obligation;
    std::size_t index;
    StateSet goals;
  };

  void find_goal_states() {
    for (Question& question : questions_) {
      if (question.obligation.states == 0) continue;
      for (StateId id = 0; id < store_.size(); ++id) {
        if ((labels(id) & question.obligation.states) != 0) question.goals.insert(id);
      }
    }
  }

  bool collect_edges(const Settings& settings, const Outcome& outcome, EdgeRows& rows) {
    return scan_faultless(
        scan_, settings, outcome,
        [this](const Edge& edge) { return edge.to != edge.from || (edge.labels & goal_edges_) != 0; },
        [&](const Edge& edge) {
          if ((edge.labels & goal_edges_) != 0) note_goal(edge);
          if (edge.to != edge.from) rows.add(edge.from, edge.to);
        });
  }

  void note_goal(const Edge& edge) {
    for (Question& question : questions_) {
      if ((edge.labels & question.obligation.edges) != 0) question.goals.insert(edge.from);
    }
  }

  /// `open`: from there a run that was given up may get to a goal.
  void answer(const Question& question, const StateSet& possible, const StateSet& open, Outcome& outcome) {
    Finding& finding = outcome.findings[question.index];
    finding.verdict = Verdict::holds;
    finding.never_asked = !is_ever_asked(question.obligation);
    StateId end = store_.size();
    for (StateId id = 0; id < end && finding.places.size() < most_places; ++id) {
      if (possible.has(id) || !is_asked(question.obligation, id)) continue;
      if (open.has(id)) {
        finding.gave_up = true;
        continue;
      }
      if (finding.places.empty()) {
        const Level& level = outcome.levels[level_of(outcome.levels, id)];
        finding.verdict = Verdict::fails;
        finding.faults = level.faults;
        finding.steps = level.steps;
        end = level.end;
      }
      finding.places.push_back({id, no_action});
    }
    if (finding.verdict == Verdict::fails) finding.gave_up = false;
    if (finding.gave_up) finding.verdict = Verdict::unknown;
  }

  bool is_ever_asked(const Obligation& obligation) {
    for (StateId id = 0; id < store_.size(); ++id)
      if (is_asked(obligation, id)) return true;
    return false;
  }

  bool is_asked(const Obligation& obligation, StateId id) {
    return obligation.asked == 0 || (labels(id) & obligation.asked) != 0;
  }

  std::uint64_t labels(StateId id) { return system_.labels(workspace_, store_.state(id)); }

  const System& system_;
  const StateStore& store_;
  WorkspaceOf<System> workspace_;
  EdgeScan<System> scan_;
  std::vector<Question> questions_;
  std::uint64_t goal_edges_ = 0;
};

/// Fills the findings of `always_possible` obligations in, when the search saw every run. They
/// stay `unknown` where the graph does not fit in `Limits::bytes`; where `keep_going` stops it,
/// the outcome's ending says so.
template <TransitionSystem System>
void decide_possibilities(const System& system, std::span<const Obligation> obligations, const Settings& settings,
                          ThreadTeam& team, const StateStore& store, Outcome& outcome) {
  if (!outcome.complete()) return;
  const bool any = std::any_of(obligations.begin(), obligations.end(),
                               [](const Obligation& o) { return o.kind == Obligation::Kind::always_possible; });
  if (!any) return;
  if (!graph_fits(settings, store, outcome, graph_bytes(outcome.states, outcome.edges))) return;
  try {
    Possibilities<System> possibilities(system, obligations, store, team);
    if (!possibilities.decide(settings, outcome)) outcome.ending = Ending::stopped;
  } catch (const std::bad_alloc&) {
    return;
  }
}

}  // namespace interlock::explore
