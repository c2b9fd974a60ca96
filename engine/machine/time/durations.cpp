#include "engine/machine/time/durations.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/time/ticks.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace interlock::machine {

using namespace language;

namespace {

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
    if (expression.op != ExpressionOp::round) return;
    const Expression& unit = expression.operands[1];
    if (is_literal_duration(unit)) found.all.push_back({unit.value / 2, unit.value, unit.place, {}, false});
  }

  void take(const Fault& fault) {
    if (fault.amount == unbounded) return;
    found.all.push_back({fault.amount, fault.amount, {}, fault.text, false});
  }
};

}  // namespace

Durations durations_of(const Model& model, const Scenario& scenario, const Relevance& relevance,
                       const InstantFlow& flow) {
  Collector collector;
  for_each_relevant_expression(model, relevance, [&](const Expression& expression) { collector.take(expression); });
  for_each_statement(model, [&](const Statement& statement) {
    collector.take(statement.span, statement.place);
    collector.take(statement.every, statement.place);
  });
  for (const auto& kind : model.kinds)
    for (const auto& background : kind.backgrounds) collector.take(background.every, background.place);
  for (const auto& fault : scenario.faults) collector.take(fault);
  collector.found.instants = flow.instants;
  return collector.found;
}

Durations durations_of(const Model& model, const Scenario& scenario) {
  const Relevance all = all_of(model);
  return durations_of(model, scenario, all, find_instant_flow(model, scenario, all));
}

Fineness fineness_of(const Durations& durations) {
  std::int64_t divisor = 0;
  std::int64_t longest = 0;
  for (const Duration& duration : durations.all) {
    divisor = std::gcd(divisor, duration.microseconds);
    longest = std::max(longest, duration.microseconds);
  }
  const std::int64_t wanted = durations.instants + 1;
  if (divisor == 0) divisor = longest = Ticks{}.microseconds;
  std::int64_t best = 1;
  for (std::int64_t parts = 2; parts <= 2 * wanted && best < wanted; ++parts) {
    const bool is_affordable = parts == 2 || longest / divisor * parts <= few_ticks;
    if (is_affordable && wanted > 1 && divisor % parts == 0) best = parts;
  }
  return {divisor / best, best >= wanted};
}

}  // namespace interlock::machine
