// Time and deadlines.

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
  if (thread.path.empty() && number == 0) return state.now;  // a daemon: at once
  if (thread.path.empty()) return thread.since + kind.backgrounds[number - 1].every.high;
  const Statement& here = *statement_at(body_of(model_, client, number), thread.path);
  if (thread.lost) {  // whenever the adversary likes, or at the end of what it waits for
    const Statement* wait = timeout_around(body_of(model_, client, number), thread.path);
    const bool gives_up = here.op == StatementOp::retry || here.op == StatementOp::when;
    const Time limit = wait != nullptr ? wait->span.low : gives_up ? here.span.low : unbounded;
    return limit == unbounded ? std::nullopt : std::optional(thread.since + limit);
  }
  if (here.op == StatementOp::when) {
    Reader server = reader(state, client);
    server.at_server = true;
    if (server.truth(here.expressions[0])) return state.now;
    return here.span.low == unbounded ? std::nullopt : std::optional(thread.since + here.span.low);
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
  for (ClientIndex index{0}; index < state.clients.size(); ++index) {
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
    for (ClientIndex index{0}; index < state.clients.size(); ++index)
      if (holds_time_back(state, index)) throw NotPossible{"a client steps before time passes"};
    const Time next = next_event(state, end);
    for (ClientIndex index{0}; index < state.clients.size(); ++index) {
      Client& client = state.clients[index];
      if (!client.is_paused(state.now)) continue;
      for (std::size_t thread = 0; thread < client.threads.size(); ++thread)
        if (works(state, index, thread)) client.threads[thread].since += next - state.now;
    }
    state.now = next;
    for (ClientIndex index{0}; index < state.clients.size(); ++index) note_delays(state, index);
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

}  // namespace interlock::evaluator
