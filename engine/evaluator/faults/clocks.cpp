// Clocks that are off, and who looks at them.

#include "engine/evaluator/evaluator.hpp"

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

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

void Evaluator::set_clock(State& state, const Fault& allowed, const Move& move) const {
  if (!reads_clock(move.client)) throw NotPossible{"the client does not read its clock"};
  const Time offset = move.ticks * world_.tick;
  if (offset < -allowed.amount || offset > allowed.amount) throw NotPossible{"a clock is not that far off"};
  if (offset == state.clients[move.client].offset) throw NotPossible{"the clock is so already"};
  state.clients[move.client].offset = offset;
}

}  // namespace interlock::evaluator
