#include "engine/evaluator/evaluator.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace interlock::evaluator {

using namespace language;

namespace {

std::map<CellName, Cell> cells_of(const Model& model, const State& state, std::uint32_t server) {
  std::map<CellName, Cell> cells;
  for (const auto& [name, cell] : state.cells)
    if (name.client == nothing && model.variables[name.variable].owner == server &&
        !model.variables[name.variable].is_remembered)
      cells.emplace(name, cell);
  return cells;
}

}  // namespace

/// Whoever has crashed meanwhile has written nothing.
void Evaluator::note_writes(const State& before, State& state, ClientIndex crashed) const {
  const Fault* failover = fault(FaultKind::failover);
  if (!failover) return;
  for (std::uint32_t server = 0; server < model_.servers.size(); ++server) {
    if (!model_.servers[server].replicated || model_.servers[server].steady) continue;
    std::map<CellName, Cell> was = cells_of(model_, before, server);
    if (differ(was, cells_of(model_, state, server))) {
      auto& older = state.older[server];
      older.insert(older.begin(), std::move(was));
      if (older.size() > failover->lag) older.pop_back();
    }
    const auto known = state.older.find(server);
    if (crashed == nothing || known == state.older.end()) continue;
    for (auto& cells : known->second)
      for (auto& [name, cell] : cells) {
        if (cell.writer == crashed) cell.writer = nothing;
        for (Member& member : cell.members)
          if (member.writer == crashed) member.writer = nothing;
      }
  }
}

/// A copy that lacks some of the last writes takes over, all connections to the old one end. What its deadlines have
/// come to meanwhile is gone there, too.
void Evaluator::strike_failover(State& state, const Fault&, const Move& move, Choices& choices,
                                Outcome& outcome) const {
  const Server& server = model_.servers[move.server];
  if (!server.replicated) throw NotPossible{"this server has no copy"};
  // The copies that may take over. One that lacks nothing is worth a word only where the end of sessions is seen.
  std::vector<std::map<CellName, Cell>> copies;
  const bool is_watched = std::any_of(state.watches.begin(), state.watches.end(), [&](const auto& watch) {
    return model_.variables[watch.first.variable].owner == move.server;
  });
  if (has_sessions(server) || is_watched) copies.emplace_back();
  const auto known = state.older.find(move.server);
  if (known != state.older.end()) copies.insert(copies.end(), known->second.begin(), known->second.end());
  if (copies.empty()) throw NotPossible{"there is no older copy of this server"};
  for (const auto& [name, cell] : copies[copies.size() == 1 ? 0 : choices.choose(copies.size())])
    state.cells[name] = cell.deadline && *cell.deadline < state.now ? absent_cell() : cell;
  state.older.erase(move.server);
  end_connections(state, move.server, choices, outcome);
}

}  // namespace interlock::evaluator
