#include "engine/machine/durations.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/ticks.hpp"

#include <cstdlib>
#include <numeric>

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
struct Collector {
  Durations found;

  void take(std::int64_t microseconds, const Place& place) {
    if (microseconds == unbounded) return;
    const std::int64_t size = std::abs(microseconds);
    found.all.push_back({size, size, place, {}, false});
  }

  void take(const Span& span, const Place& place) {
    take(span.low, place);
    take(span.high, place);
  }

  void take(const Expression& expression) {
    if (is_literal_duration(expression)) {
      const std::int64_t size = std::abs(expression.value);
      found.all.push_back({size, size, expression.place, {}, true});
    }
    const bool orders = expression.op == ExpressionOp::less || expression.op == ExpressionOp::less_equal ||
                        expression.op == ExpressionOp::greater || expression.op == ExpressionOp::greater_equal;
    if (orders && is_timed(expression.operands[0])) found.strict = true;
    if (expression.op == ExpressionOp::before_deadline) found.strict = true;
    if (expression.op != ExpressionOp::round) return;
    found.strict = true;
    const Expression& unit = expression.operands[1];
    if (is_literal_duration(unit)) found.all.push_back({unit.value / 2, unit.value, unit.place, {}, false});
  }

  void take(const Fault& fault) {
    if (fault.amount == unbounded) return;
    found.all.push_back({fault.amount, fault.amount, {}, fault.text, false});
  }
};

}  // namespace

Durations durations_of(const Model& model, const Scenario& scenario) {
  Collector collector;
  for_each_expression(model, [&](const Expression& expression) { collector.take(expression); });
  for_each_statement(model, [&](const Statement& statement) { collector.take(statement.span, statement.place); });
  for (const auto& kind : model.kinds)
    for (const auto& background : kind.backgrounds) collector.take(background.every, background.place);
  for (const auto& fault : scenario.faults) collector.take(fault);
  return collector.found;
}

std::int64_t tick_of(const Durations& durations) {
  std::int64_t divisor = 0;
  for (const Duration& duration : durations.all) divisor = std::gcd(divisor, duration.microseconds);
  if (divisor == 0) return Ticks{}.microseconds;
  return durations.strict && divisor % 2 == 0 ? divisor / 2 : divisor;
}

}  // namespace interlock::machine
