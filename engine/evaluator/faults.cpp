// Time, deadlines and faults.

#include "engine/evaluator/evaluator.hpp"

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

/// Does this thread have to step before time passes?
bool Evaluator::holds_time_back(const State& state, ClientIndex client, std::size_t number) const {
  const Thread& thread = state.clients[client].threads[number];
  if (!thread.active) return false;
  const Time waited = state.now - thread.since;
  const ClientKind& kind = model_.kinds[model_.clients[client].kind];
  if (thread.path.empty()) return waited >= kind.backgrounds[number - 1].every.high;
  const Statement& here = *statement_at(body_of(model_, client, number), thread.path);
  switch (here.op) {
    case StatementOp::when: {
      const Reader reader{model_, state, world_.tick, client, true, nullptr, nullptr, nullptr};
      return reader.truth(here.expressions[0]);
    }
    case StatementOp::work:
    case StatementOp::sleep: return waited >= here.span.high;
    case StatementOp::retry: return here.span.low != unbounded && waited >= here.span.low;
    default: return true;
  }
}

bool Evaluator::holds_time_back(const State& state, ClientIndex index) const {
  const Client& client = state.clients[index];
  if (client.is_paused(state.now)) return false;
  for (std::size_t thread = 0; thread < client.threads.size(); ++thread)
    if (holds_time_back(state, index, thread)) return true;
  return false;
}

/// Tick by tick. The work of a paused client stands still: its beginning moves along with time.
void Evaluator::pass_time(State& state, std::int64_t ticks) const {
  if (ticks <= 0) throw NotPossible{"time goes forward"};
  for (; ticks > 0; --ticks) {
    for (const auto& [name, cell] : state.cells)
      if (cell.deadline && *cell.deadline <= state.now) throw NotPossible{"a deadline is reached"};
    for (ClientIndex index = 0; index < state.clients.size(); ++index) {
      if (holds_time_back(state, index)) throw NotPossible{"a client steps before time passes"};
      Client& client = state.clients[index];
      if (!client.is_paused(state.now)) continue;
      for (std::size_t thread = 0; thread < client.threads.size(); ++thread) {
        const Statement* here = statement_at(body_of(model_, index, thread), client.threads[thread].path);
        if (here && here->op == StatementOp::work) client.threads[thread].since += world_.tick;
      }
    }
    state.now += world_.tick;
  }
}

void Evaluator::expire(State& state, VariableIndex variable) const {
  const auto found = state.cells.find({variable, nothing});
  if (found == state.cells.end() || found->second.deadline != state.now) throw NotPossible{"no deadline is reached"};
  found->second = {none, {}, nothing, {}};
  touch_watches(state, variable);
}

const Fault* Evaluator::fault(FaultKind kind) const {
  const auto found = std::find_if(scenario_.faults.begin(), scenario_.faults.end(),
                                  [&](const Fault& one) { return one.kind == kind; });
  return found == scenario_.faults.end() ? nullptr : &*found;
}

void Evaluator::strike(State& state, const Move& move) const {
  FaultKind kind = FaultKind::pause;
  if (move.kind == MoveKind::crash) kind = FaultKind::crash;
  if (move.kind == MoveKind::skew) kind = FaultKind::skew;
  if (move.kind == MoveKind::drift) kind = FaultKind::drift;
  const Fault* allowed = fault(kind);
  if (!allowed) throw NotPossible{"this fault is not on"};
  if (allowed->times != unbounded && state.strikes[kind] >= allowed->times)
    throw NotPossible{"this fault has struck as often as it may"};
  switch (kind) {
    case FaultKind::pause: pause(state, *allowed, move.client); break;
    case FaultKind::crash: crash(state, *allowed, move.client); break;
    default: set_clock(state, *allowed, move);
  }
  ++state.strikes[kind];
}

void Evaluator::pause(State& state, const Fault& allowed, ClientIndex index) const {
  Client& client = state.clients[index];
  if (client.delayed) throw NotPossible{"this step is delayed already"};
  if (!holds_time_back(state, index)) throw NotPossible{"the client was not about to step"};
  client.delayed = true;
  if (allowed.amount != unbounded) client.pause_end = state.now + allowed.amount;
}

void Evaluator::crash(State& state, const Fault& allowed, ClientIndex index) const {
  Client& client = state.clients[index];
  if (!client.threads[0].active) throw NotPossible{"the client is in no round"};
  forget_round(model_, state, index);
  client.delayed = false;
  client.pause_end.reset();
  client.crashed = true;
  client.gone = allowed.for_ever;
  Choices choices({}, false);
  Outcome unseen;
  for (auto& [name, cell] : state.cells) {
    if (cell.writer == index) cell.writer = nothing;
    for (auto& member : cell.members)
      if (member.writer == index) member.writer = nothing;
  }
  for (const auto& server : model_.servers) Run(world_, state, index, 0, choices, unseen).disconnect(server);
}

/// Skew comes before all else, once a client; drift at any time.
void Evaluator::set_clock(State& state, const Fault& allowed, const Move& move) const {
  if (!reads_clock(move.client)) throw NotPossible{"the client does not read its clock"};
  const Time offset = move.ticks * world_.tick;
  if (offset < -allowed.amount || offset > allowed.amount) throw NotPossible{"a clock is not that far off"};
  if (offset == state.clients[move.client].offset) throw NotPossible{"the clock is so already"};
  if (move.kind == MoveKind::skew) {
    if (state.begun || state.clients[move.client].offset != 0) throw NotPossible{"the clock is settled"};
  }
  state.clients[move.client].offset = offset;
}

namespace {

bool reads_clock(const Expression& expression) {
  return expression.op == ExpressionOp::now ||
         std::any_of(expression.operands.begin(), expression.operands.end(),
                     [](const Expression& operand) { return reads_clock(operand); });
}

/// Outside of the servers' operations.
bool reads_clock(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Statement& statement) {
    return std::any_of(statement.expressions.begin(), statement.expressions.end(),
                       [](const Expression& expression) { return reads_clock(expression); }) ||
           (statement.op != StatementOp::operation &&
            std::any_of(statement.blocks.begin(), statement.blocks.end(),
                        [](const Block& inner) { return reads_clock(inner); }));
  });
}

}  // namespace

bool Evaluator::reads_clock(ClientIndex client) const {
  const ClientKind& kind = model_.kinds[model_.clients[client].kind];
  return evaluator::reads_clock(kind.program) ||
         std::any_of(kind.backgrounds.begin(), kind.backgrounds.end(),
                     [](const Background& background) { return evaluator::reads_clock(background.body); });
}

}  // namespace interlock::evaluator
