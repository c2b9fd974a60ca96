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

void Evaluator::strike(State& state, const Move& move) const {
  const Fault* allowed = fault(move.fault);
  if (!allowed) throw NotPossible{"this fault is not on"};
  if (allowed->times != unbounded && state.strikes[move.fault] >= allowed->times)
    throw NotPossible{"this fault has struck as often as it may"};
#define INTERLOCK_STRIKE(name) \
  case FaultKind::name: strike_##name(state, *allowed, move); break;
  switch (move.fault) { INTERLOCK_EACH_FAULT(INTERLOCK_STRIKE) }
#undef INTERLOCK_STRIKE
  ++state.strikes[move.fault];
}

bool Evaluator::has_target(const State& state, const Move& move) const {
  const bool strikes_server = is_fault(move.kind) && rule_of(move.fault).target == FaultTarget::server;
  return strikes_server ? move.server < model_.servers.size() : move.client < state.clients.size();
}

/// Of the clients and their clocks, client by client; then of the servers.
void Evaluator::find_faults(const State& state, std::vector<Move>& found) const {
  bool cut = false;
  Move move;
  move.kind = MoveKind::fault;
  for (move.client = ClientIndex{0}; move.client < state.clients.size(); ++move.client)
    for (const Fault& one : scenario_.faults) {
      move.fault = one.kind;
      if (rule_of(one.kind).target == FaultTarget::client) add_with_choices(state, move, found, cut);
      if (rule_of(one.kind).target != FaultTarget::clock) continue;
      const std::int64_t most = one.amount / world_.tick;
      for (move.ticks = -most; move.ticks <= most; ++move.ticks) add_with_choices(state, move, found, cut);
      move.ticks = 0;
    }
  move.client = nothing;
  for (move.server = 0; move.server < model_.servers.size(); ++move.server)
    for (const Fault& one : scenario_.faults) {
      move.fault = one.kind;
      if (rule_of(one.kind).target == FaultTarget::server) add_with_choices(state, move, found, cut);
    }
}

}  // namespace interlock::evaluator
