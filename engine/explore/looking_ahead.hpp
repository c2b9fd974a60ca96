#pragma once
// Decides what looks ahead, when the search saw every run: goes once over the labels of all states and over all edges
// that are no faults, and hands them to the questions (possibility.hpp, inevitability.hpp). Where the graphs that these
// make do not fit into the memory together, it goes once for each of the two.

#include "engine/explore/edge_scan.hpp"
#include "engine/explore/inevitability.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/possibility.hpp"

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>

namespace interlock::explore {

/// Whether graphs of so many bytes may be built beside the states.
inline bool fits(const Settings& settings, const StateStore& store, const Outcome& outcome, std::uint64_t bytes) {
  constexpr std::uint64_t most_edges = std::uint64_t{0xFFFF'FFFFU};
  return outcome.edges <= most_edges && bytes <= bytes_left(settings.limits, outcome, store.state_bytes());
}

template <TransitionSystem System>
class LookingAhead {
 public:
  LookingAhead(const System& system, std::span<const Obligation> obligations, const Settings& settings,
               ThreadTeam& team, const StateStore& store, Outcome& outcome)
      : system_(system),
        obligations_(obligations),
        settings_(settings),
        store_(store),
        outcome_(outcome),
        scan_(system, store, team) {}

  void decide() {
    const std::uint64_t bytes = Possibilities::bytes(outcome_);
    const bool is_asked = std::any_of(obligations_.begin(), obligations_.end(), &Possibilities::is_asked);
    const bool has_room = is_asked && fits(settings_, store_, outcome_, bytes);
    if (is_asked && !has_room) outcome_.ahead = Ahead::out_of_memory;
    if constexpr (FairSystem<System>)
      decide_ends(has_room);
    else if (has_room)
      decide_possibilities();
  }

 private:
  /// And the possibilities, if there is room for these.
  void decide_ends(bool possibilities_too) requires FairSystem<System> {
    using Ends = Inevitabilities<System>;
    const std::uint64_t possible_bytes = possibilities_too ? Possibilities::bytes(outcome_) : 0;
    const std::uint64_t bytes = Ends::bytes(system_, obligations_, outcome_);
    const bool has_room = bytes > 0 && fits(settings_, store_, outcome_, bytes);
    if (bytes > 0 && !has_room) outcome_.ahead = Ahead::out_of_memory;
    if (possibilities_too && has_room && fits(settings_, store_, outcome_, bytes + possible_bytes)) {
      Possibilities possibilities(obligations_, store_.size());
      Ends ends(system_, obligations_, store_, scan_, settings_);
      read_graph(possibilities, ends);
      possibilities.answer(scan_.cut_states(), outcome_);
      ends.answer(outcome_, possible_bytes + bytes);
      return;
    }
    if (possibilities_too) decide_possibilities();
    if (!has_room) return;
    Ends ends(system_, obligations_, store_, scan_, settings_);
    read_graph(ends);
    ends.answer(outcome_, bytes);
  }

  void decide_possibilities() {
    Possibilities possibilities(obligations_, store_.size());
    read_graph(possibilities);
    possibilities.answer(scan_.cut_states(), outcome_);
  }

  /// Hands all labels, and then all edges that are no faults, to those who want them. Throws Stopped.
  template <class... Takers>
  void read_graph(Takers&... takers) {
    constexpr StateId states_between_questions = StateId{1} << 16U;
    auto workspace = system_.make_workspace();
    for (StateId id = 0; id < store_.size(); ++id) {
      const std::uint64_t labels = system_.labels(workspace, store_.state(id));
      (takers.take_labels(id, labels), ...);
    }
    const auto hand_over = [](const Edge& edge, auto& taker) {
      if (taker.wants(edge)) taker.take(edge);
    };
    for (StateId first = 0; first < store_.size();) {
      const StateId end = first + std::min(store_.size() - first, states_between_questions);
      scan_.scan(
          first, end, Cost::time | Cost::step, [&](const Edge& edge) { return (takers.wants(edge) || ...); },
          [&](const Edge& edge) { (hand_over(edge, takers), ...); });
      first = end;
      if (first != store_.size()) ask_to_go_on(settings_, progress_of(outcome_, Activity::looking_ahead));
    }
  }

  const System& system_;
  std::span<const Obligation> obligations_;
  const Settings& settings_;
  const StateStore& store_;
  Outcome& outcome_;
  EdgeScan<System> scan_;
};

/// Fills the findings in of obligations that look ahead. They stay `unknown` where the search did not see every run,
/// and where the memory or the will to go on ends before: then the outcome says so. Where the system is not a
/// FairSystem, nothing is said of what must happen in the end.
template <TransitionSystem System>
void look_ahead(const System& system, std::span<const Obligation> obligations, const Settings& settings,
                ThreadTeam& team, const StateStore& store, Outcome& outcome) {
  const bool is_asked =
      std::any_of(obligations.begin(), obligations.end(), [](const Obligation& one) { return one.looks_ahead(); });
  if (!outcome.complete() || !is_asked) return;
  try {
    LookingAhead(system, obligations, settings, team, store, outcome).decide();
  } catch (const Stopped&) {
    outcome.ahead = Ahead::stopped;
  } catch (const std::bad_alloc&) {
    outcome.ahead = Ahead::out_of_memory;
  }
}

}  // namespace interlock::explore
