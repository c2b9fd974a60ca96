// Time, deadlines and faults.

#include "engine/evaluator/evaluator.hpp"

#include <algorithm>
#include <optional>

namespace interlock::evaluator {

using namespace language;

/// From when on does this thread have to step before time passes? None: time does not tell.
std::optional<Time> Evaluator::due(const State& state, ClientIndex client, std::size_t number) const {
  const Thread& thread = state.clients[client].threads[number];
  if (!thread.active) return std::nullopt;
  const ClientKind& kind = model_.kinds[model_.clients[client].kind];
  if (thread.path.empty()) return thread.since + kind.backgrounds[number - 1].every.high;
  const Statement& here = *statement_at(body_of(model_, client, number), thread.path);
  if (here.op == StatementOp::when) {
    Reader server = reader(state, client);
    server.at_server = true;
    return server.truth(here.expressions[0]) ? std::optional(state.now) : std::nullopt;
  }
  if (here.op == StatementOp::work || here.op == StatementOp::sleep) return thread.since + here.span.high;
  if (here.op != StatementOp::retry || !thread.tried) return thread.since;  // at once
  std::optional<Time> first;
  if (here.every != unbounded) first = thread.last_try + here.every;
  if (here.span.low == unbounded) return first;
  const Time end = thread.since + here.span.low;
  return first ? std::min(*first, end) : end;
}

bool Evaluator::holds_time_back(const State& state, ClientIndex client, std::size_t thread) const {
  const auto moment = due(state, client, thread);
  return moment && *moment <= state.now;
}

bool Evaluator::holds_time_back(const State& state, ClientIndex index) const {
  const Client& client = state.clients[index];
  if (client.is_paused(state.now)) return false;
  for (std::size_t thread = 0; thread < client.threads.size(); ++thread)
    if (holds_time_back(state, index, thread)) return true;
  return false;
}

bool Evaluator::works(const State& state, ClientIndex client, std::size_t number) const {
  const Thread& thread = state.clients[client].threads[number];
  if (!thread.active) return false;
  const Statement* here = statement_at(body_of(model_, client, number), thread.path);
  return here && here->op == StatementOp::work;
}

/// The next moment at which what holds time back may change by time alone.
Time Evaluator::next_event(const State& state, Time last) const {
  const auto take = [&](std::optional<Time> moment) {
    if (moment && *moment > state.now) last = std::min(last, *moment);
  };
  for (const auto& [name, cell] : state.cells) take(cell.deadline);
  for (ClientIndex index = 0; index < state.clients.size(); ++index) {
    const Client& client = state.clients[index];
    if (client.paused) take(client.pause_end);
    for (std::size_t thread = 0; thread < client.threads.size(); ++thread)
      if (!client.is_paused(state.now) || !works(state, index, thread)) take(due(state, index, thread));
  }
  return last;
}

/// From event to event, however far they lie apart: that nobody has to step is asked at each moment at which it may
/// change. The work of a paused client stands still: its beginning moves along with time.
void Evaluator::pass_time(State& state, Time span, Outcome& outcome) const {
  if (span <= 0) throw NotPossible{"time goes forward"};
  const Time end = state.now + span;
  while (state.now < end) {
    for (auto& [name, cell] : state.cells) {
      if (!cell.deadline || *cell.deadline > state.now) continue;
      if (settings_.is_seen && settings_.is_seen(state, name.variable)) throw NotPossible{"a deadline is reached"};
      cell = absent_cell();
      touch_watches(state, name.variable);
      outcome.expired.push_back(name.variable);
    }
    for (ClientIndex index = 0; index < state.clients.size(); ++index)
      if (holds_time_back(state, index)) throw NotPossible{"a client steps before time passes"};
    const Time next = next_event(state, end);
    for (ClientIndex index = 0; index < state.clients.size(); ++index) {
      Client& client = state.clients[index];
      if (!client.is_paused(state.now)) continue;
      for (std::size_t thread = 0; thread < client.threads.size(); ++thread)
        if (works(state, index, thread)) client.threads[thread].since += next - state.now;
    }
    state.now = next;
    for (ClientIndex index = 0; index < state.clients.size(); ++index) note_delays(state, index);
  }
}

/// A pause delays what would have been done meanwhile.
void Evaluator::note_delays(State& state, ClientIndex index) const {
  Client& client = state.clients[index];
  if (!client.is_paused(state.now)) return;
  for (std::size_t thread = 0; thread < client.threads.size(); ++thread)
    if (works(state, index, thread) || holds_time_back(state, index, thread)) client.threads[thread].delayed = true;
}

void Evaluator::expire(State& state, VariableIndex variable) const {
  const auto found = state.cells.find({variable, nothing});
  if (found == state.cells.end() || found->second.deadline != state.now) throw NotPossible{"no deadline is reached"};
  found->second = absent_cell();
  touch_watches(state, variable);
}

const Fault* Evaluator::fault(FaultKind kind) const {
  const auto found = std::find_if(scenario_.faults.begin(), scenario_.faults.end(),
                                  [&](const Fault& one) { return one.kind == kind; });
  return found == scenario_.faults.end() ? nullptr : &*found;
}

void Evaluator::strike(State& state, const Move& move) const {
  const std::optional<FaultKind> known = fault_of(move.kind);
  if (!known) throw NotPossible{"this is no fault"};
  const FaultKind kind = *known;
  const Fault* allowed = fault(kind);
  if (!allowed) throw NotPossible{"this fault is not on"};
  if (allowed->times != unbounded && state.strikes[kind] >= allowed->times)
    throw NotPossible{"this fault has struck as often as it may"};
  switch (kind) {
    case FaultKind::pause: pause(state, *allowed, move.client); break;
    case FaultKind::crash: crash(state, *allowed, move.client); break;
    case FaultKind::skew:
    case FaultKind::drift: set_clock(state, *allowed, move); break;
  }
  ++state.strikes[kind];
}

/// With one thread a pause strikes where the client would have held time back; with several, also in mid-work.
void Evaluator::pause(State& state, const Fault& allowed, ClientIndex index) const {
  Client& client = state.clients[index];
  const auto is_delayed = [](const Thread& thread) { return thread.active && thread.delayed; };
  if (client.is_paused(state.now) || std::any_of(client.threads.begin(), client.threads.end(), is_delayed))
    throw NotPossible{"this step is delayed already"};
  bool stops_work = false;
  for (std::size_t thread = 0; thread < client.threads.size(); ++thread)
    stops_work = stops_work || works(state, index, thread);
  if (!holds_time_back(state, index) && !(client.threads.size() > 1 && stops_work))
    throw NotPossible{"the client was not about to step"};
  client.paused = true;
  client.pause_end.reset();
  if (allowed.amount != unbounded) client.pause_end = state.now + allowed.amount;
  note_delays(state, index);
}

/// Without a step, where somebody could tell: with one thread its next step shows that a pause is over.
void Evaluator::resume(State& state, ClientIndex index) const {
  Client& client = state.clients[index];
  if (!client.is_paused(state.now)) throw NotPossible{"the client is not paused"};
  if (client.threads.size() == 1) throw NotPossible{"its next step ends the pause"};
  client.paused = false;
  client.pause_end.reset();
}

void Evaluator::crash(State& state, const Fault& allowed, ClientIndex index) const {
  Client& client = state.clients[index];
  if (!client.threads[0].active) throw NotPossible{"the client is in no round"};
  forget_round(model_, state, index);
  client.paused = false;
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

/// `now` in a look as well: it shows the clock.
bool reads_clock(const Expression& expression) {
  return expression.op == ExpressionOp::now ||
         std::any_of(expression.operands.begin(), expression.operands.end(),
                     [](const Expression& operand) { return reads_clock(operand); });
}

/// Outside of the servers' operations.
bool reads_clock(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Statement& statement) {
    return statement.op == StatementOp::clock ||
           std::any_of(statement.expressions.begin(), statement.expressions.end(),
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
