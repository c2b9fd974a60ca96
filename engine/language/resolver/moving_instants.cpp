// An instant must not be carried further at each turn of a loop: it would have no end.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::language {

namespace {

/// Is the variable read below an addition or subtraction?
bool moves(const Expression& expression, VariableIndex variable, bool inside) {
  const bool sum = expression.op == ExpressionOp::add || expression.op == ExpressionOp::subtract;
  if (inside && expression.op == ExpressionOp::read && expression.variable == variable) return true;
  return std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](const Expression& operand) { return moves(operand, variable, inside || sum); });
}

void check_instants(Resolution& all, const Block& block, bool in_loop) {
  for (const auto& statement : block) {
    const bool turns = in_loop || statement.op == StatementOp::loop || statement.op == StatementOp::retry;
    const bool kept = statement.op == StatementOp::write;
    if ((kept || (in_loop && statement.op == StatementOp::assign)) && !statement.expressions.empty()) {
      const bool instant = all.kinds.base(all.facts[statement.variable].value) == Base::instant;
      if (instant && moves(statement.expressions[0], statement.variable, false))
        report(all, "E0314", fmt::format("{} moves further at each turn", all.model.variables[statement.variable].name),
               statement.place, {{"an instant is counted from a clock: t = now + 1s"}, {}, ""});
    }
    for (const auto& inner : statement.blocks) check_instants(all, inner, turns);
  }
}

}  // namespace

void check_moving_instants(Resolution& all) {
  for (auto& kind : all.model.kinds) {
    check_instants(all, kind.program, false);
    for (auto& background : kind.backgrounds) check_instants(all, background.body, true);
  }
}

}  // namespace interlock::language
