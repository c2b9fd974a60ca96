#include "engine/evaluator/evaluator.hpp"

#include "engine/assert.hpp"
#include "engine/evaluator/describe.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace interlock::evaluator {

using namespace language;

namespace {

bool can_be_off(const Scenario& scenario) {
  return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                     [](const Fault& fault) { return rule_of(fault.kind).target == FaultTarget::clock; });
}

/// Of one client. Two, unless fewer can ever be sent.
std::size_t room_for_requests(const Scenario& scenario) {
  std::size_t sent = 0;
  for (const Fault& fault : scenario.faults) {
    if (!rule_of(fault.kind).leaves_request) continue;
    if (fault.times == unbounded) return most_requests_under_way;
    sent += static_cast<std::size_t>(fault.times);
  }
  return std::min<std::size_t>(sent, most_requests_under_way);
}

}  // namespace

Evaluator::Evaluator(const Model& model, const Scenario& scenario, std::int64_t tick_microseconds, Settings settings)
    : model_(model),
      scenario_(scenario),
      settings_(std::move(settings)),
      world_{.model = model,
             .tick = tick_microseconds,
             .distinct_clocks = scenario.distinct_clocks,
             .clocks_may_be_off = can_be_off(scenario),
             .cuts_at_capacity = settings_.cuts_at_capacity,
             .most_requests = room_for_requests(scenario)} {
  INTERLOCK_ASSERT(tick_microseconds > 0, "a tick takes time");
}

State Evaluator::initial() const {
  State state;
  const auto clients = static_cast<ClientIndex>(model_.clients.size());
  for (ClientIndex client{0}; client < clients; ++client) {
    state.clients.emplace_back();
    const ClientKind& kind = model_.kinds[model_.clients[client].kind];
    state.clients.back().threads.resize(1 + kind.backgrounds.size());
    state.clients.back().threads[0].active = kind.is_daemon;
  }
  for (VariableIndex index{0}; index < model_.variables.size(); ++index) {
    const Variable& variable = model_.variables[index];
    if (variable.scope == Scope::server) state.cells[{index, nothing}] = first_cell(variable);
    for (ClientIndex client{0}; client < clients; ++client) {
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
    if (move.kind != MoveKind::time && move.kind != MoveKind::expiry && !has_target(state, move))
      throw NotPossible{"there is no such client or server"};
    const bool is_turn = move.kind == MoveKind::step || move.kind == MoveKind::give_up;
    if (is_turn && move.thread >= state.clients[move.client].threads.size())
      throw NotPossible{"there is no such thread"};
    if (move.kind == MoveKind::arrival && move.thread >= state.clients[move.client].requests.size())
      throw NotPossible{"there is no such request"};
    perform(next, move, choices, outcome);
    if (!choices.all_were_met()) throw NotPossible{"there are fewer choices"};
  } catch (const NotPossible& reason) {
    Outcome failure;
    failure.error = reason.why;
    failure.cut = reason.cut;
    return failure;
  }
  const bool ends_connection =
      is_fault(move.kind) && (move.fault == FaultKind::crash || move.fault == FaultKind::session_end);
  const bool is_lost = is_fault(move.kind) && rule_of(move.fault).target == FaultTarget::call;
  const bool is_step = move.kind == MoveKind::step || move.kind == MoveKind::give_up || move.kind == MoveKind::arrival;
  if (is_step || ends_connection || is_lost)
    note_writes(state, next, move.fault == FaultKind::crash && ends_connection ? move.client : nothing);
  if (!is_fault(move.kind) || !rule_of(move.fault).comes_first) next.begun = true;
  state = std::move(next);
  return outcome;
}

void Evaluator::perform(State& next, const Move& move, Choices& choices, Outcome& outcome) const {
  switch (move.kind) {
    case MoveKind::time: outcome.kind = EventKind::time; return pass_time(next, move.ticks * world_.tick, outcome);
    case MoveKind::step: return Run(world_, next, move.client, move.thread, choices, outcome).step();
    case MoveKind::give_up: return Run(world_, next, move.client, move.thread, choices, outcome).give_up();
    case MoveKind::arrival: {
      const std::size_t thread = next.clients[move.client].requests[move.thread].thread;
      return Run(world_, next, move.client, thread, choices, outcome).arrive(move.thread);
    }
    case MoveKind::expiry: outcome.kind = EventKind::expiry; return expire(next, move.variable);
    case MoveKind::resume: outcome.kind = EventKind::resume; return resume(next, move);
    case MoveKind::fault:
      outcome.kind = EventKind::fault, outcome.struck = move.fault;
      return strike(next, move, choices, outcome);
  }
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
  bool is_end_seen = false;
  for (const auto& [name, cell] : state.cells)
    is_end_seen = is_end_seen || (cell.deadline == state.now && is_seen(state, name.variable));
  if (!is_end_seen) add_with_choices(state, time, found, cut);
  for (const auto& [name, cell] : state.cells) {
    if (cell.deadline != state.now || name.client != nothing || !is_seen(state, name.variable)) continue;
    Move expiry;
    expiry.kind = MoveKind::expiry;
    expiry.variable = name.variable;
    found.push_back(expiry);
  }
  for (ClientIndex client{0}; client < state.clients.size(); ++client) {
    Move move;
    move.client = client;
    const auto threads = static_cast<std::uint32_t>(state.clients[client].threads.size());
    for (const MoveKind kind : {MoveKind::step, MoveKind::give_up}) {
      move.kind = kind;
      for (move.thread = 0; move.thread < threads; ++move.thread) add_with_choices(state, move, found, cut);
    }
    move.kind = MoveKind::arrival;
    const auto requests = static_cast<std::uint32_t>(state.clients[client].requests.size());
    for (move.thread = 0; move.thread < requests; ++move.thread) add_with_choices(state, move, found, cut);
    move.thread = 0;
    move.kind = MoveKind::resume;
    add_with_choices(state, move, found, cut);
    for (const std::uint32_t server : state.clients[client].cut_off) {
      move.server = server;
      add_with_choices(state, move, found, cut);
    }
  }
  find_faults(state, found, cut);
  if (is_cut && cut) *is_cut = true;
  return found;
}

bool Evaluator::is_seen(const State& state, VariableIndex variable) const {
  return !settings_.is_seen || settings_.is_seen(state, variable);
}

std::string Evaluator::why_it_waits(const State& state, ClientIndex client) const {
  const Thread& thread = state.clients[client].threads[0];
  if (!thread.active) return "";
  const Statement* here = statement_at(body_of(model_, client, 0), thread.path);
  if (here == nullptr || here->op != StatementOp::when) return "";
  const Reader look = reader(state, client);
  return look.truth(here->expressions[0]) ? "" : why_false(look, here->expressions[0]);
}

Reader Evaluator::reader(const State& state, ClientIndex client) const {
  return {.model = model_,
          .state = state,
          .tick = world_.tick,
          .client = client,
          .distinct_clocks = world_.distinct_clocks};
}

bool Evaluator::holds(const State& state, const Outcome* outcome, const Expression& condition) const {
  Reader look = reader(state, nothing);
  look.outcome = outcome;
  return look.truth(condition);
}

std::vector<bool> Evaluator::holds_on_the_way(const State& state, const Outcome* outcome,
                                              const Expression& condition) const {
  std::vector<bool> found;
  if (outcome)
    for (const Passage& passage : outcome->passages) {
      Outcome so_far;
      so_far.sections = passage.sections;
      found.push_back(holds(passage.state, &so_far, condition));
    }
  found.push_back(holds(state, outcome, condition));
  return found;
}

bool Evaluator::holds_somewhere(const State& state, const Outcome* outcome, const Expression& condition) const {
  const std::vector<bool> moments = holds_on_the_way(state, outcome, condition);
  return std::find(moments.begin(), moments.end(), true) != moments.end();
}

bool Evaluator::shows(const State& state, const Outcome* outcome, const Spec& spec, std::size_t which) const {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), spec.name) != names.end();
  };
  if (spec.form == PropertyForm::witnessed) return outcome != nullptr && has(outcome->witnessed);
  if (spec.form == PropertyForm::asserted)
    return (outcome != nullptr && has(outcome->failed)) || has(kept_failing(state, outcome));
  std::vector<bool> moments = holds_on_the_way(state, outcome, spec.condition[which]);
  moments.push_back(holds(state, nullptr, spec.condition[which]));
  return std::find(moments.begin(), moments.end(), spec.form != PropertyForm::always) != moments.end();
}

std::vector<std::string> Evaluator::kept_failing(const State& state, const Outcome* outcome) const {
  std::set<std::string> failing;
  const auto look_at = [&](const State& moment) {
    for (ClientIndex client{0}; client < moment.clients.size(); ++client) {
      if (!moment.clients[client].threads[0].active) continue;
      const Reader look = reader(moment, client);
      for (const Kept& kept : model_.kinds[model_.clients[client].kind].kept) {
        const bool applies = kept.section == nothing || is_inside(model_, moment, client, kept.section);
        if (applies && !look.truth(kept.condition)) failing.insert(kept.name);
      }
    }
  };
  if (outcome)
    for (const Passage& passage : outcome->passages) look_at(passage.state);
  look_at(state);
  return {failing.begin(), failing.end()};
}

}  // namespace interlock::evaluator
