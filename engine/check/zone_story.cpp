#include "engine/check/zone_story.hpp"

#include "engine/check/found_run.hpp"
#include "engine/check/spec_forms.hpp"

#include <algorithm>
#include <utility>

namespace interlock::check {

using explore::StateId;
using machine::SymbolicMove;
using machine::SymbolicRun;
using trace::ConcreteRun;

SymbolicMove ZoneStories::move_of(StateId state, explore::Cost cost, std::uint32_t way) {
  return symbolic_.successors(search_.state(state), cost == explore::Cost::fault).found[way].move;
}

/// How a state was found, from the start on.
SymbolicRun ZoneStories::run_to(StateId state) {
  std::vector<StateId> states{state};
  while (search_.origin(states.back()).parent != explore::no_state)
    states.push_back(search_.origin(states.back()).parent);
  std::reverse(states.begin(), states.end());
  SymbolicRun run;
  run.moves.push_back(symbolic_.initial().move);
  for (std::size_t index = 0; index < states.size(); ++index) {
    run.states.push_back(&search_.state(states[index]));
    if (index + 1 == states.size()) break;
    const explore::CoveringOrigin& origin = search_.origin(states[index + 1]);
    run.moves.push_back(move_of(states[index], origin.cost, origin.way));
  }
  return run;
}

std::optional<ConcreteRun> ZoneStories::make(const SymbolicRun& run) {
  const auto moments = symbolic_.make_again(run);
  return moments ? trace::concrete_run(scenario_, run, *moments, machine_.ticks().microseconds) : std::nullopt;
}

std::optional<ConcreteRun> ZoneStories::to_hit(const explore::CoveringHit& hit, std::uint64_t label) {
  SymbolicRun run = run_to(hit.state);
  if (hit.way != explore::no_action) {
    run.moves.push_back(move_of(hit.state, hit.cost, hit.way));
    run.ends_in_state = false;
    return make(run);
  }
  for (auto& [check, outcomes] : symbolic_.ways_to_label(*run.states.back(), label)) {
    run.final_check = check;
    run.final_outcomes = outcomes;
    if (auto concrete = make(run)) return concrete;
  }
  return std::nullopt;
}

std::optional<ConcreteRun> ZoneStories::to_zone(StateId state, const machine::Zone& zone) {
  SymbolicRun run = run_to(state);
  run.final_zone = zone;
  return make(run);
}

std::optional<ConcreteRun> ZoneStories::round_loop(const ZoneGraph& graph, const explore::Exploration& exploration,
                                                   const explore::Finding& finding) {
  const explore::StateStore& store = exploration.store;
  std::vector<explore::ActionId> actions;
  for (StateId at = finding.places.front().state; store.parent(at) != explore::no_state; at = store.parent(at))
    actions.push_back(store.action(at));
  std::reverse(actions.begin(), actions.end());
  for (const explore::PathStep& step : finding.lasso->onward) actions.push_back(step.action);
  const std::size_t way_in = actions.size();
  for (const explore::PathStep& step : finding.lasso->loop) actions.push_back(step.action);
  SymbolicRun run;
  run.moves.push_back(symbolic_.initial().move);
  run.states.push_back(&search_.state(0));
  for (std::size_t index = 0; index <= actions.size(); ++index) {
    if (index == way_in) run.loop_start = run.moves.size();
    if (index == actions.size()) break;
    const ZoneGraph::Edge& edge = graph.edge(actions[index]);
    if (!edge.move) continue;
    run.moves.push_back(*edge.move);
    run.states.push_back(&search_.state(graph.state_of(edge)));
  }
  return make(run);
}

void ZoneStories::tell(Answer& answer, SpecResult& found, const machine::PropertyBits& property, const ConcreteRun& run,
                       bool is_stuck) {
  tell_run(answer, found, model_, scenario_, with_ranges(model_, specs_), settings_,
           {.moves = run.moves,
            .tick = run.tick,
            .standing = run.standing,
            .client = property.client,
            .loop_start = run.loop_start,
            .is_stuck = is_stuck});
}

}  // namespace interlock::check
