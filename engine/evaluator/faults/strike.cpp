// Which faults may strike, and how often. What each does is in a file of its own.

#include "engine/evaluator/evaluator.hpp"

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

const Fault* Evaluator::fault(FaultKind kind) const {
  const auto found = std::find_if(scenario_.faults.begin(), scenario_.faults.end(),
                                  [&](const Fault& one) { return one.kind == kind; });
  return found == scenario_.faults.end() ? nullptr : &*found;
}

void Evaluator::strike(State& state, const Move& move, Choices& choices, Outcome& outcome) const {
  const Fault* allowed = fault(move.fault);
  if (!allowed) throw NotPossible{"this fault is not on"};
  if (allowed->times != unbounded && state.strikes[move.fault] >= allowed->times)
    throw NotPossible{"this fault has struck as often as it may"};
  if (move.server != nothing && model_.servers[move.server].steady) throw NotPossible{"no fault strikes this server"};
  if (move.client != nothing && model_.kinds[model_.clients[move.client].kind].steady)
    throw NotPossible{"no fault strikes this client"};
#define INTERLOCK_STRIKE(name) \
  case FaultKind::name: strike_##name(state, *allowed, move, choices, outcome); break;
  switch (rule_of(move.fault).kind) { INTERLOCK_EACH_FAULT(INTERLOCK_STRIKE) }
#undef INTERLOCK_STRIKE
  ++state.strikes[move.fault];
}

bool Evaluator::has_target(const State& state, const Move& move) const {
  const bool has_client = move.client < state.clients.size();
  const bool has_server = move.server < model_.servers.size();
  if (!is_fault(move.kind)) return has_client;
  switch (rule_of(move.fault).target) {
    case FaultTarget::client:
    case FaultTarget::clock: return has_client;
    case FaultTarget::server: return has_server;
    case FaultTarget::connection: return has_client && has_server;
    case FaultTarget::call: return has_client && move.thread < state.clients[move.client].threads.size();
  }
  return false;
}

/// Of the clients and their clocks, client by client; then of the servers.
void Evaluator::find_faults(const State& state, std::vector<Move>& found, bool& cut) const {
  Move move;
  move.kind = MoveKind::fault;
  const ClientIndex first{0};
  for (move.client = first; move.client < state.clients.size(); ++move.client)
    for (const Fault& one : scenario_.faults) {
      move.fault = one.kind;
      if (rule_of(one.kind).target == FaultTarget::client) add_with_choices(state, move, found, cut);
      const bool is_of_threads = rule_of(one.kind).target == FaultTarget::call;
      const std::size_t threads = is_of_threads ? state.clients[move.client].threads.size() : 0;
      for (std::size_t thread = 0; thread < threads; ++thread) {
        move.thread = static_cast<std::uint32_t>(thread);
        add_with_choices(state, move, found, cut);
      }
      move.thread = 0;
      if (rule_of(one.kind).target != FaultTarget::clock) continue;
      const std::int64_t most = one.amount / world_.tick;
      for (move.ticks = -most; move.ticks <= most; ++move.ticks) add_with_choices(state, move, found, cut);
      move.ticks = 0;
    }
  for (move.server = 0; move.server < model_.servers.size(); ++move.server)
    for (const Fault& one : scenario_.faults) {
      move.fault = one.kind;
      move.client = nothing;
      const bool moves_clock = rule_of(one.kind).amount == FaultAmount::offset;
      if (rule_of(one.kind).target == FaultTarget::server && !moves_clock) add_with_choices(state, move, found, cut);
      if (rule_of(one.kind).target == FaultTarget::server && moves_clock) {
        const std::int64_t most = one.amount / world_.tick;
        for (move.ticks = -most; move.ticks <= most; ++move.ticks) add_with_choices(state, move, found, cut);
        move.ticks = 0;
      }
      if (rule_of(one.kind).target != FaultTarget::connection) continue;
      for (move.client = first; move.client < state.clients.size(); ++move.client)
        add_with_choices(state, move, found, cut);
    }
}

}  // namespace interlock::evaluator
