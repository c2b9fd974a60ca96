#include "engine/evaluator/evaluator.hpp"

namespace interlock::evaluator {

using namespace language;

/// The server does what it does when a client is gone; this one is not. What it watched counts as touched.
void Evaluator::strike_session_end(State& state, const Fault&, const Move& move, Choices& choices,
                                   Outcome& outcome) const {
  const Server& server = model_.servers[move.server];
  if (server.on_disconnect.empty()) throw NotPossible{"this server keeps no sessions"};
  const std::map<CellName, Cell> before = state.cells;
  const std::map<CellName, bool> watches = state.watches;
  Run(world_, state, move.client, 0, choices, outcome).disconnect(server);
  for (const auto& [name, touched] : watches)
    if (name.client == move.client && model_.variables[name.variable].owner == move.server) state.watches[name] = true;
  if (!differ(before, state.cells) && state.watches == watches) throw NotPossible{"this client has no session"};
}

}  // namespace interlock::evaluator
