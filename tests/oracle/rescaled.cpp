#include "tests/oracle/rescaled.hpp"

#include "engine/evaluator/state.hpp"
#include "engine/language/resolver/resolver.hpp"

#include <utility>

namespace interlock::oracle {

using language::Base;
using language::Expression;

namespace {

void change(Expression& expression, Rescale by) {
  const bool is_span = expression.op == language::ExpressionOp::literal && expression.kind.base == Base::duration;
  if (is_span && !evaluator::is_extra(expression.value)) expression.value = by(expression.value);
  for (auto& operand : expression.operands) change(operand, by);
}

void change(std::int64_t& duration, Rescale by) {
  if (duration != language::unbounded) duration = by(duration);
}

void change(language::Block& block, Rescale by) {
  for (auto& statement : block) {
    change(statement.span.low, by);
    change(statement.span.high, by);
    change(statement.every, by);
    for (auto& expression : statement.expressions) change(expression, by);
    for (auto& inner : statement.blocks) change(inner, by);
    for (auto& call : statement.calls)
      for (auto& argument : call.arguments)
        for (auto& value : argument.value) change(value, by);
  }
}

}  // namespace

language::Model rescaled(language::Model model, Rescale by) {
  for (auto& variable : model.variables)
    if (variable.kind.base == Base::duration && !evaluator::is_extra(variable.initial))
      variable.initial = by(variable.initial);
  for (auto& kind : model.kinds) {
    change(kind.program, by);
    for (auto& background : kind.backgrounds) {
      change(background.every.low, by);
      change(background.every.high, by);
      change(background.body, by);
    }
    for (auto& kept : kind.kept) change(kept.condition, by);
  }
  for (auto& server : model.servers) change(server.on_disconnect, by);
  for (auto& fault : model.own_faults) change(fault.body, by);
  for (auto& spec : model.specs) {
    for (auto& expression : spec.given) change(expression, by);
    for (auto& expression : spec.condition) change(expression, by);
  }
  return model;
}

language::Scenario rescaled(language::Scenario scenario, Rescale by) {
  for (auto& fault : scenario.faults) change(fault.amount, by);
  return scenario;
}

}  // namespace interlock::oracle
