#include "engine/evaluator/evaluator.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace interlock::evaluator {

using namespace language;

bool has_sessions(const Server& server) {
  const Block& leave = server.on_disconnect;
  return !std::all_of(leave.begin(), leave.end(), [](const Statement& one) { return one.op == StatementOp::unwatch; });
}

/// A process that is started anew has no connection that it had. What it keeps on a disk is as it was, and deadlines
/// have run on; without a disk it is as in the beginning.
void Evaluator::strike_restart(State& state, const Fault&, const Move& move, Choices& choices, Outcome& outcome) const {
  if (model_.servers[move.server].durable) return end_connections(state, move.server, choices, outcome);
  for (auto& [name, cell] : state.cells) {
    const Variable& variable = model_.variables[name.variable];
    if (variable.is_remembered) continue;  // whatever becomes of a server, what it once took is not undone
    if (variable.scope != Scope::local && variable.owner == move.server) cell = first_cell(variable);
  }
  state.older.erase(move.server);
  for (auto& [name, touched] : state.watches)
    if (model_.variables[name.variable].owner == move.server) touched = true;
}

/// One after the other, in any order, unless the server does no more than to forget what was watched. Whoever had
/// watched something finds it touched.
void Evaluator::end_connections(State& state, std::uint32_t server, Choices& choices, Outcome& outcome) const {
  for (auto& [name, touched] : state.watches)
    if (model_.variables[name.variable].owner == server) touched = true;
  if (!has_sessions(model_.servers[server])) return;
  const std::map<CellName, bool> watches = state.watches;
  std::vector<ClientIndex> connected(state.clients.size());
  std::iota(connected.begin(), connected.end(), ClientIndex{0});
  while (!connected.empty()) {
    const std::uint32_t next = connected.size() == 1 ? 0 : choices.choose(connected.size());
    Run(world_, state, connected[next], 0, choices, outcome).disconnect(model_.servers[server]);
    connected.erase(connected.begin() + next);
  }
  for (const auto& [name, touched] : watches)
    if (model_.variables[name.variable].owner == server) state.watches[name] = true;
}

}  // namespace interlock::evaluator
