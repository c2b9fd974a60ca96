#include "engine/evaluator/evaluator.hpp"

#include "engine/language/walk.hpp"

namespace interlock::evaluator {

using namespace language;

/// Nothing that it sends to the server arrives, until it reaches it again. Whom it would never call it is not cut off
/// from.
void Evaluator::strike_partition(State& state, const Fault&, const Move& move, Choices&, Outcome&) const {
  const ClientKind& kind = model_.kinds[model_.clients[move.client].kind];
  bool calls = false;
  const auto look = [&](const Statement& statement) {
    calls = calls || (asks_server(statement.op) && statement.server == move.server);
  };
  for_each_statement(kind.program, look);
  for (const Background& background : kind.backgrounds) for_each_statement(background.body, look);
  if (!calls) throw NotPossible{"it does not call this server"};
  if (!state.clients[move.client].cut_off.insert(move.server).second) throw NotPossible{"it is cut off already"};
}

}  // namespace interlock::evaluator
