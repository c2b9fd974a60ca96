#pragma once
// Decides what has to happen in the end. `leads_to`: from every asked state that is no goal, each fair run without
// faults gets to a goal. It fails where, along edges that avoid the goals, such a state leads to a strong component in
// which a fair run can stay for ever. `again_and_again`: it fails where such a component has an asked state or edge in
// it; how the run got there does not matter. After a state where the system gave up a run, nobody knows who could have
// gone on: a component that is fair only because somebody could not leaves the question open. Threads are treated
// fairly in the weak sense (transition_system.hpp), so the whole component will do where any part of it would.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/explore/edge_rows.hpp"
#include "engine/explore/edge_scan.hpp"
#include "engine/explore/fair_components.hpp"
#include "engine/explore/fair_loop.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/nearest_loop.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/state_set.hpp"

namespace interlock::explore {

template <FairSystem System>
class Inevitabilities {
 public:
  /// Of the graphs that are made for these obligations; 0: none of them is about what happens in the end.
  static std::uint64_t bytes(const System& system, std::span<const Obligation> obligations, const Outcome& outcome) {
    const auto asked =
        std::count_if(obligations.begin(), obligations.end(), [](const Obligation& one) { return one.wants_end(); });
    if (asked == 0) return 0;
    return static_cast<std::uint64_t>(asked) * graph_bytes(outcome.states, outcome.edges) +
           outcome.states * (20 + 8 * system.threads().size());
  }

  Inevitabilities(const System& system, std::span<const Obligation> obligations, const StateStore& store,
                  EdgeScan<System>& scan, const Settings& settings)
      : system_(system),
        store_(store),
        settings_(settings),
        workspace_(system.make_workspace()),
        scan_(scan),
        threads_(system.threads()) {
    for (std::size_t index = 0; index < obligations.size(); ++index) {
      if (!obligations[index].wants_end()) continue;
      const StateId size = store.size();
      questions_.push_back({obligations[index], index, StateSet(size), StateSet(size), StateSet(size), StateSet(size),
                            StateSet(size), false, EdgeRows(size)});
    }
  }

  // First all labels of states, then all edges that are no faults.

  void take_labels(StateId id, std::uint64_t labels) {
    for (Question& question : questions_) question.take_labels(id, labels);
  }
  static bool wants(const Edge&) { return true; }
  void take(const Edge& edge) {
    for (Question& question : questions_) question.take(edge);
  }

  /// `bytes`: of all graphs that stand beside the states. Throws Stopped.
  void answer(Outcome& outcome, std::uint64_t bytes) {
    StopWatch watch(settings_, progress_of(outcome, Activity::looking_for_loops));
    const std::uint64_t left = bytes_left(settings_.limits, outcome, store_.state_bytes());
    room_ = left > bytes ? left - bytes : 0;
    for (Question& question : questions_) {
      try {
        answer(question, watch, outcome);
      } catch (const std::bad_alloc&) {
        outcome.ahead = Ahead::out_of_memory;
      }
    }
  }

 private:
  struct Question {
    Obligation obligation;
    std::size_t index;
    StateSet asked;   // and not a goal
    StateSet starts;  // from where a run must not go on for ever: what is asked, or with `again_and_again` everything
    StateSet goals;
    StateSet self_loops;
    StateSet exits;           // from where an edge goes to a goal, or is one
    bool asks_edges = false;  // some edge is asked, a goal or not
    EdgeRows rows;            // that avoid the goals, self-loops left out

    void take_labels(StateId id, std::uint64_t labels) {
      const bool is_asked = obligation.is_asked(labels);
      if ((labels & obligation.states) != 0) {
        goals.insert(id);
        return;
      }
      if (is_asked) asked.insert(id);
      if (is_asked || is_repeated()) starts.insert(id);
    }
    bool is_repeated() const { return obligation.kind == Obligation::Kind::again_and_again; }
    bool avoids_goals(const Edge& edge) const {
      return (edge.labels & obligation.edges) == 0 && !goals.has(edge.from) && !goals.has(edge.to);
    }
    bool is_asked(const Edge& edge) const { return (edge.labels & obligation.asked_edges) != 0; }
    void take(const Edge& edge) {
      asks_edges = asks_edges || is_asked(edge);
      if (!avoids_goals(edge)) {
        exits.insert(edge.from);
        return;
      }
      if (edge.to == edge.from)
        self_loops.insert(edge.from);
      else
        rows.add(edge.from, edge.to);
    }
  };

  void answer(Question& question, StopWatch& watch, Outcome& outcome) {
    Finding& finding = outcome.findings[question.index];
    question.rows.finish();
    const StateSet pending = question.rows.reachable(question.starts);
    question.rows.keep_only(pending);
    const Components components = strong_components(question.rows);
    const StateSet looping = find_fair(question, components, pending, finding, GivenUp::could_go_on);
    finding.never_asked = question.asked.empty() && !question.asks_edges;
    if (!looping.empty()) {
      find_lasso(question, components, pending, looping, watch, finding, outcome.levels);
      finding.verdict = Verdict::fails;
      return;
    }
    finding.gave_up =
        !scan_.cut_states().empty() && !find_fair(question, components, pending, finding, GivenUp::could_not).empty();
    finding.verdict = finding.gave_up ? Verdict::unknown : Verdict::holds;
  }

  /// The shortest way in, and then the shortest loop.
  void find_lasso(const Question& question, const Components& components, const StateSet& pending,
                  const StateSet& looping, StopWatch& watch, Finding& finding, std::span<const Level> levels) {
    NearestLoop nearest(scan_, levels, question.starts, pending, room_, watch,
                        [&](const Edge& edge) { return question.avoids_goals(edge); });
    const auto stays = [&](const Edge& edge) {
      return question.avoids_goals(edge) && components.of_state[edge.from] == components.of_state[edge.to];
    };
    std::optional<MustMeet> must_meet;
    if (question.is_repeated()) must_meet.emplace(MustMeet{question.asked, question.obligation.asked_edges});
    FairLoop loops(system_, store_, scan_, must_meet, room_, watch, stays);
    std::optional<FairLoopResult> best;
    StateId chosen = no_state;
    for (const StateId entry : nearest.find(looping)) {
      auto found = loops.shortest(entry, best ? best->steps : ~std::uint32_t{0});
      if (!found || (best && std::pair(best->steps, best->ticks) <= std::pair(found->steps, found->ticks))) continue;
      best = std::move(found);
      chosen = entry;
      if (!best->is_shortest) break;  // there are too many ways round to look for a shorter one elsewhere
    }
    INTERLOCK_ASSERT(best, "a fair component that can be reached has a fair loop through each of its states");
    Lasso lasso;
    lasso.loop = std::move(best->loop);
    lasso.is_stuck = !can_reach_goal(question, chosen);
    finding.faults = nearest.faults();
    finding.steps = nearest.steps();
    finding.places.push_back({nearest.start_of(chosen, lasso.onward), no_action});
    finding.lasso = std::move(lasso);
  }

  /// Or could, but for what was given up.
  bool can_reach_goal(const Question& question, StateId start) const {
    StateSet from(store_.size());
    from.insert(start);
    const StateSet reached = question.rows.reachable(from);
    for (StateId id = 0; id < store_.size(); ++id)
      if (reached.has(id) && (question.exits.has(id) || scan_.cut_states().has(id))) return true;
    return false;
  }

  /// Of a thread that is under way after which a run was given up.
  enum class GivenUp : std::uint8_t { could_go_on, could_not };

  /// The pending states whose component a fair run can stay in, if it is asked there.
  StateSet find_fair(const Question& question, const Components& components, const StateSet& pending, Finding& finding,
                     GivenUp given_up) {
    StateSet candidates(store_.size());
    for (StateId id = 0; id < store_.size(); ++id) {
      const bool loops = components.size[components.of_state[id]] > 1 || question.self_loops.has(id);
      if (pending.has(id) && loops) candidates.insert(id);
    }
    if (question.is_repeated() && question.obligation.asked_edges == 0)
      candidates = where_states_ask(question, components, candidates);
    FairComponents fair(components, candidates, threads_);
    for (StateId id = 0; id < store_.size(); ++id)
      if (candidates.has(id) && (!question.is_repeated() || question.asked.has(id))) fair.note_asked(id);
    for (StateId first = 0; first < store_.size();) {
      StateId end = first;
      while (end < store_.size() && candidates.has(end)) ++end;
      if (end > first) look_at(question, components, first, end, given_up, fair);
      first = end + 1;
    }
    StateSet looping = fair.conclude();
    finding.is_timeless = fair.is_timeless();
    if constexpr (DoubtfulSystem<System>) looping = lasting(question, components, looping);
    return looping;
  }

  /// Without those whose component no run can stay in for ever.
  StateSet lasting(const Question& question, const Components& components,
                   const StateSet& looping) requires DoubtfulSystem<System> {
    std::vector<std::vector<ActionId>> actions(components.size.size());
    scan_.scan(
        0, store_.size(), Cost::time | Cost::step,
        [&](const Edge& edge) {
          return looping.has(edge.from) && question.avoids_goals(edge) &&
                 components.of_state[edge.from] == components.of_state[edge.to];
        },
        [&](const Edge& edge) { actions[components.of_state[edge.from]].push_back(edge.action); });
    std::vector<bool> lasts;
    for (const auto& inside : actions) lasts.push_back(!inside.empty() && system_.may_last(inside));
    StateSet found(store_.size());
    for (StateId id = 0; id < store_.size(); ++id)
      if (looping.has(id) && lasts[components.of_state[id]]) found.insert(id);
    return found;
  }

  /// Those of the candidates whose component has an asked state: where no edge is asked, the others need no look.
  StateSet where_states_ask(const Question& question, const Components& components, const StateSet& candidates) const {
    std::vector<bool> is_asked(components.size.size(), false);
    for (StateId id = 0; id < store_.size(); ++id)
      if (question.asked.has(id)) is_asked[components.of_state[id]] = true;
    StateSet asked(store_.size());
    for (StateId id = 0; id < store_.size(); ++id)
      if (candidates.has(id) && is_asked[components.of_state[id]]) asked.insert(id);
    return asked;
  }

  void look_at(const Question& question, const Components& components, StateId first, StateId end, GivenUp given_up,
               FairComponents& fair) {
    StateId current = no_state;
    std::array<std::uint32_t, most_fair_actors> able{};
    const auto leave = [&] {
      const bool could_go_on =
          given_up == GivenUp::could_go_on && current != no_state && scan_.cut_states().has(current);
      if (could_go_on) able.fill(~std::uint32_t{0});
      if (current != no_state) note_free(current, able, fair);
      able.fill(0);
    };
    scan_.scan(
        first, end, Cost::time | Cost::step, [](const Edge&) { return true; },
        [&](const Edge& edge) {
          if (edge.from != current) {
            leave();
            current = edge.from;
          }
          const Turn turn = system_.turn(edge.action);
          if (turn.actor != no_actor) able[turn.actor] |= bit_of(turn);
          if (edge.cost == Cost::time || turn.is_deadline) fair.note_could_move_on(edge.from);
          if (!question.avoids_goals(edge)) return;
          if (components.of_state[edge.from] != components.of_state[edge.to]) return;
          if (edge.cost == Cost::time) fair.note_time(edge.from);
          if (question.is_asked(edge)) fair.note_asked(edge.from);
          if (turn.actor != no_actor) fair.note_act(edge.from, turn);
          fair.note_edge(edge.from, edge.to, renamed(edge));
        });
    leave();
  }

  void note_free(StateId state, const std::array<std::uint32_t, most_fair_actors>& able, FairComponents& fair) {
    const Underway underway = system_.underway(workspace_, store_.state(state));
    if (underway.stands_still) fair.note_standstill(state);
    for (std::uint32_t slot = 0; slot < threads_.size(); ++slot) {
      fair.note_free(state, slot, free_threads(threads_[slot], underway.threads[slot], able[slot]));
      if (underway.threads[slot] == 0) fair.note_rest(state, slot);
    }
  }

  Standing renamed(const Edge& edge) {
    if (system_.exchanges()) return system_.passage(workspace_, store_.state(edge.from), edge.action).renamed;
    Standing same{};
    for (std::size_t slot = 0; slot < same.size(); ++slot) same[slot] = static_cast<std::uint8_t>(slot);
    return same;
  }

  const System& system_;
  const StateStore& store_;
  const Settings& settings_;
  WorkspaceOf<System> workspace_;
  EdgeScan<System>& scan_;
  std::vector<std::uint32_t> threads_;
  std::vector<Question> questions_;
  std::uint64_t room_ = 0;  // bytes that the search for loops may have
};

}  // namespace interlock::explore
