#include "engine/evaluator/evaluator.hpp"

#include <optional>

namespace interlock::evaluator {

using namespace language;

void Evaluator::strike_crash(State& state, const Fault& allowed, const Move& move, Choices& choices,
                             Outcome& outcome) const {
  const ClientIndex index = move.client;
  Client& client = state.clients[index];
  const std::optional<State> idle = client.threads[0].active ? std::nullopt : std::optional(state);
  forget_round(model_, state, index);
  client.paused = false;
  client.pause_end.reset();
  client.crashed = true;
  client.gone = allowed.for_ever || model_.kinds[model_.clients[index].kind].is_once;
  for (auto& [name, cell] : state.cells) {
    if (cell.writer == index) cell.writer = nothing;
    for (auto& member : cell.members)
      if (member.writer == index) member.writer = nothing;
  }
  for (const auto& server : model_.servers) Run(world_, state, index, 0, choices, outcome).disconnect(server);
  // Between two rounds it knows nothing. What it may lose is a session, that what it wrote is its own, and what is to
  // come.
  if (idle && client.gone == idle->clients[index].gone && state.cells == idle->cells && state.watches == idle->watches)
    throw NotPossible{"the client is in no round and has nothing to lose"};
}

}  // namespace interlock::evaluator
