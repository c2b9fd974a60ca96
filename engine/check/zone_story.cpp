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

namespace {

/// How far off a clock may be that is off: what is tried, the largest first.
std::vector<std::int64_t> offsets_to_try(std::int64_t most) {
  std::vector<std::int64_t> offsets;
  const auto add = [&](std::int64_t size) {
    for (const std::int64_t offset : {size, -size})
      if (size > 0 && std::find(offsets.begin(), offsets.end(), offset) == offsets.end()) offsets.push_back(offset);
  };
  for (const std::int64_t size : {most, most / 2, std::int64_t{1}, most - 1, most / 4, most - most / 4}) add(size);
  return offsets;
}

}  // namespace

/// Of clocks whose setting is not decided yet, one after the other is.
std::optional<ConcreteRun> ZoneStories::decide_clocks(SymbolicRun& run, const std::vector<std::int64_t>& most_off,
                                                      std::size_t decided, std::size_t& attempts) {
  constexpr std::size_t most_attempts = 2'000;
  if (attempts++ > most_attempts) return std::nullopt;
  const auto moments = symbolic_.make_again(run);
  if (!moments) return std::nullopt;
  if (decided == most_off.size()) return trace::concrete_run(scenario_, run, *moments, machine_.ticks().microseconds);
  for (const std::int64_t offset : offsets_to_try(most_off[decided])) {
    run.clocks_off[decided] = offset;
    if (auto made = decide_clocks(run, most_off, decided + 1, attempts)) return made;
  }
  run.clocks_off[decided].reset();
  return std::nullopt;
}

std::optional<ConcreteRun> ZoneStories::make(const SymbolicRun& run) {
  SymbolicRun settled = run;
  std::vector<std::int64_t> most_off;
  for (const SymbolicMove& move : run.moves)
    if (symbolic_.sets_clock(move)) most_off.push_back(symbolic_.most_off(move));
  settled.clocks_off.assign(most_off.size(), std::nullopt);
  std::size_t attempts = 0;
  return decide_clocks(settled, most_off, 0, attempts);
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
