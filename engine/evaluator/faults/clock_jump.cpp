#include "engine/evaluator/evaluator.hpp"

#include <algorithm>
#include <cstdlib>

namespace interlock::evaluator {

using namespace language;

/// All deadlines that the server keeps lie at moments of its clock. One that the clock comes to, or jumps over, is due;
/// what is over stays over. A lease on one of its cells moves along.
void Evaluator::strike_clock_jump(State& state, const Fault& allowed, const Move& move, Choices&,
                                  Outcome& outcome) const {
  const Time forward = move.ticks * world_.tick;
  if (forward == 0 || std::abs(forward) > allowed.amount) throw NotPossible{"a clock does not jump that far"};
  outcome.jumped = forward;
  const auto is_of_server = [&](VariableIndex variable) {
    return variable != nothing && model_.variables[variable].owner == move.server &&
           model_.variables[variable].scope == Scope::server;
  };
  const auto shift = [&](std::optional<Time>& deadline, bool may_be_due) {
    if (!deadline || *deadline < state.now || (*deadline == state.now && !may_be_due)) return;
    deadline = std::max(state.now, *deadline - forward);
  };
  for (auto& [name, cell] : state.cells)
    if (is_of_server(name.variable)) shift(cell.deadline, true);
  const auto older = state.older.find(move.server);
  if (older != state.older.end())
    for (auto& cells : older->second)
      for (auto& [name, cell] : cells) shift(cell.deadline, true);
  for (Client& client : state.clients) {
    for (auto& [variable, deadline] : client.given)
      if (is_of_server(variable)) shift(deadline, false);
    if (is_of_server(client.lease_cell)) shift(client.lease_deadline, false);
  }
}

}  // namespace interlock::evaluator
