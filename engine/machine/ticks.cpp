#include "engine/machine/ticks.hpp"

#include "engine/machine/walk.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace interlock::machine {

using namespace language;

namespace {

bool is_timed(const Expression& expression) {
  return expression.kind.base == Base::instant || expression.kind.base == Base::duration;
}

bool is_literal_duration(const Expression& expression) {
  return expression.op == ExpressionOp::literal && expression.kind.base == Base::duration &&
         expression.value > extra_value(64);
}

/// What is collected on the walk over the model.
struct Durations {
  std::int64_t divisor = 0;
  std::int64_t longest = 0;
  bool strict = false;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> moved;  // by place, so that copies count once

  void take(std::int64_t microseconds) {
    if (microseconds == unbounded) return;
    const std::int64_t size = std::abs(microseconds);
    divisor = std::gcd(divisor, size);
    longest = std::max(longest, size);
  }

  void take(const Span& span) {
    take(span.low);
    take(span.high);
  }

  void take(const Expression& expression) {
    if (is_literal_duration(expression)) {
      take(expression.value);
      auto& most = moved[{expression.place.line, expression.place.column}];
      most = std::max(most, std::abs(expression.value));
    }
    const bool orders = expression.op == ExpressionOp::less || expression.op == ExpressionOp::less_equal ||
                        expression.op == ExpressionOp::greater || expression.op == ExpressionOp::greater_equal;
    if (orders && is_timed(expression.operands[0])) strict = true;
    if (expression.op == ExpressionOp::before_deadline) strict = true;
    if (expression.op == ExpressionOp::round) {
      strict = true;
      if (is_literal_duration(expression.operands[1])) take(expression.operands[1].value / 2);
    }
  }
};

}  // namespace

Ticks measure_ticks(const Model& model, const Scenario& scenario) {
  Durations durations;
  for_each_expression(model, [&](const Expression& expression) { durations.take(expression); });
  for_each_statement(model, [&](const Statement& statement) { durations.take(statement.span); });
  for (const auto& kind : model.kinds)
    for (const auto& background : kind.backgrounds) durations.take(background.every);
  std::int64_t clocks = 0;
  for (const auto& fault : scenario.faults) {
    durations.take(fault.amount);
    if (fault.kind == FaultKind::skew || fault.kind == FaultKind::drift) clocks += 2 * fault.amount;
  }

  Ticks ticks;
  if (durations.divisor > 0)
    ticks.microseconds = durations.strict && durations.divisor % 2 == 0 ? durations.divisor / 2 : durations.divisor;
  std::int64_t far = clocks;
  for (const auto& [place, most] : durations.moved) far += most;
  ticks.horizon = static_cast<std::int32_t>(far / ticks.microseconds);
  ticks.longest = static_cast<std::int32_t>(std::max(durations.longest, far) / ticks.microseconds);
  return ticks;
}

}  // namespace interlock::machine
