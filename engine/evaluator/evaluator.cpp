#include "engine/evaluator/evaluator.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace interlock::evaluator {

using namespace language;

Evaluator::Evaluator(const Model& model, const Scenario& scenario, std::int64_t tick_microseconds)
    : model_(model), scenario_(scenario), world_{model, tick_microseconds, scenario.distinct_clocks} {
  INTERLOCK_ASSERT(tick_microseconds > 0, "a tick takes time");
}

State Evaluator::initial() const {
  State state;
  const auto clients = static_cast<ClientIndex>(model_.clients.size());
  for (ClientIndex client = 0; client < clients; ++client) {
    state.clients.emplace_back();
    state.clients.back().threads.resize(1 + model_.kinds[model_.clients[client].kind].backgrounds.size());
  }
  for (VariableIndex index = 0; index < model_.variables.size(); ++index) {
    const Variable& variable = model_.variables[index];
    if (variable.scope == Scope::server) state.cells[{index, nothing}] = first_cell(variable);
    for (ClientIndex client = 0; client < clients; ++client) {
      const bool is_own = variable.scope == Scope::local && variable.owner == model_.clients[client].kind;
      if (is_own || variable.scope == Scope::connection) state.cells[{index, client}] = first_cell(variable);
    }
  }
  return state;
}

Outcome Evaluator::make(State& state, const Move& move) const {
  Choices choices(move.choices, true);
  return attempt(state, move, choices);
}

Outcome Evaluator::attempt(State& state, const Move& move, Choices& choices) const {
  Outcome outcome;
  State next = state;
  try {
    if (move.kind != MoveKind::time && move.kind != MoveKind::expiry && move.client >= state.clients.size())
      throw NotPossible{"there is no such client"};
    if (move.kind == MoveKind::step && move.thread >= state.clients[move.client].threads.size())
      throw NotPossible{"there is no such thread"};
    switch (move.kind) {
      case MoveKind::time:
        outcome.kind = EventKind::time;
        pass_time(next, move.ticks);
        break;
      case MoveKind::step: Run(world_, next, move.client, move.thread, choices, outcome).step(); break;
      case MoveKind::give_up: Run(world_, next, move.client, 0, choices, outcome).give_up(); break;
      case MoveKind::expiry:
        outcome.kind = EventKind::expiry;
        expire(next, move.variable);
        break;
      case MoveKind::pause:
        outcome.kind = EventKind::pause;
        strike(next, move);
        break;
      case MoveKind::crash:
        outcome.kind = EventKind::crash;
        strike(next, move);
        break;
      case MoveKind::skew:
        outcome.kind = EventKind::skew;
        strike(next, move);
        break;
      case MoveKind::drift:
        outcome.kind = EventKind::drift;
        strike(next, move);
        break;
    }
    if (!choices.all_were_met()) throw NotPossible{"there are fewer choices"};
  } catch (const NotPossible& reason) {
    Outcome failure;
    failure.error = reason.why;
    failure.cut = reason.cut;
    return failure;
  }
  if (move.kind != MoveKind::skew) next.begun = true;
  state = std::move(next);
  return outcome;
}

/// The move with each combination of choices that makes it possible.
void Evaluator::add_with_choices(const State& state, Move move, std::vector<Move>& found, bool& cut) const {
  Choices choices({}, false);
  do {
    State next = state;
    const Outcome outcome = attempt(next, move, choices);
    cut = cut || outcome.cut;
    if (!outcome.error.empty()) continue;
    found.push_back(move);
    found.back().choices = choices.taken();
  } while (choices.advance());
}

std::vector<Move> Evaluator::moves(const State& state, bool* is_cut) const {
  std::vector<Move> found;
  bool cut = false;
  Move time;
  time.kind = MoveKind::time;
  time.ticks = 1;
  add_with_choices(state, time, found, cut);
  for (const auto& [name, cell] : state.cells) {
    if (cell.deadline != state.now || name.client != nothing) continue;
    Move expiry;
    expiry.kind = MoveKind::expiry;
    expiry.variable = name.variable;
    found.push_back(expiry);
  }
  for (ClientIndex client = 0; client < state.clients.size(); ++client) {
    Move move;
    move.client = client;
    for (move.thread = 0; move.thread < state.clients[client].threads.size(); ++move.thread)
      add_with_choices(state, move, found, cut);
    move.thread = 0;
    move.kind = MoveKind::give_up;
    add_with_choices(state, move, found, cut);
  }
  for (ClientIndex client = 0; client < state.clients.size(); ++client) find_faults(state, client, found);
  if (is_cut && cut) *is_cut = true;
  return found;
}

void Evaluator::find_faults(const State& state, ClientIndex client, std::vector<Move>& found) const {
  bool cut = false;
  Move move;
  move.client = client;
  for (const MoveKind kind : {MoveKind::pause, MoveKind::crash}) {
    move.kind = kind;
    add_with_choices(state, move, found, cut);
  }
  for (const auto& [kind, cause] : {std::pair{MoveKind::skew, FaultKind::skew}, {MoveKind::drift, FaultKind::drift}}) {
    const Fault* clock = fault(cause);
    if (!clock) continue;
    move.kind = kind;
    const std::int64_t most = clock->amount / world_.tick;
    for (move.ticks = -most; move.ticks <= most; ++move.ticks) add_with_choices(state, move, found, cut);
  }
}

bool Evaluator::holds(const State& state, const Outcome* outcome, const Expression& condition) const {
  Reader reader{model_, state, world_.tick, nothing, false, nullptr, outcome, nullptr};
  return reader.truth(condition);
}

std::vector<std::string> Evaluator::kept_failing(const State& state) const {
  std::set<std::string> failing;
  for (ClientIndex client = 0; client < state.clients.size(); ++client) {
    if (!state.clients[client].threads[0].active) continue;
    const Reader reader{model_, state, world_.tick, client, false, nullptr, nullptr, nullptr};
    for (const Kept& kept : model_.kinds[model_.clients[client].kind].kept) {
      const bool applies = kept.section == nothing || is_inside(model_, state, client, kept.section);
      if (applies && !reader.truth(kept.condition)) failing.insert(kept.name);
    }
  }
  return {failing.begin(), failing.end()};
}

}  // namespace interlock::evaluator
