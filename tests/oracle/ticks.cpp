#include "tests/oracle/ticks.hpp"

#include "tests/oracle/visits.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace interlock::oracle {

using namespace language;

namespace {

bool is_comparison(ExpressionOp op) {
  return op == ExpressionOp::equal || op == ExpressionOp::not_equal || op == ExpressionOp::less ||
         op == ExpressionOp::less_equal || op == ExpressionOp::greater || op == ExpressionOp::greater_equal;
}

class Measure {
 public:
  Measure(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs) : model_(model) {
    visit_statements(model, [&](const Statement& statement) {
      for (const std::int64_t one : {statement.span.low, statement.span.high, statement.every}) take(one);
      for (const auto& whole : statement.expressions) look_at(whole);
      // Who stands where in such a set is asked by comparing all scores.
      const bool ranks = statement.op == StatementOp::put || statement.op == StatementOp::remove_up_to;
      if (ranks && model.variables[statement.variable].key.base == Base::instant) compared_.insert(statement.variable);
      const bool believes = statement.op == StatementOp::section && statement.variable != nothing;
      if (believes) compared_.insert(statement.variable);
    });
    for (const auto& kind : model.kinds) {
      for (const auto& background : kind.backgrounds) take(background.every.low), take(background.every.high);
      for (const auto& kept : kind.kept) look_at(kept.condition);
    }
    for (const auto& fault : scenario.faults) take(fault.amount);
    for (const std::uint32_t spec : specs) {
      for (const auto& whole : model.specs[spec].given) look_at(whole);
      for (const auto& whole : model.specs[spec].condition) look_at(whole);
    }
  }

  std::int64_t divisor() const { return divisor_ == 0 ? 1'000'000 : divisor_; }

  /// Each copy of a variable that is compared, and the moment at which it is.
  std::int64_t instants() const {
    std::int64_t number = clocks_ ? 1 : 0;
    for (const VariableIndex index : compared_) {
      const Variable& variable = model_.variables[index];
      std::int64_t copies = 1;
      if (variable.scope == Scope::connection) copies = static_cast<std::int64_t>(model_.clients.size());
      if (variable.scope == Scope::local) copies = model_.kinds[variable.owner].count;
      const bool is_container = variable.shape != Shape::scalar && variable.shape != Shape::expiring;
      number += copies * (is_container ? static_cast<std::int64_t>(variable.capacity) : 1);
    }
    return number;
  }

 private:
  void take(std::int64_t duration) {
    if (duration > 0) divisor_ = std::gcd(divisor_, duration);
  }

  void look_at(const Expression& whole) {
    visit_expression(whole, [&](const Expression& part) {
      const bool is_span = part.op == ExpressionOp::literal && part.kind.base == Base::duration;
      if (is_span && part.value > INT64_MIN + 1000) take(std::abs(part.value));
      if (part.op == ExpressionOp::before_deadline) clocks_ = true;
      if (!is_comparison(part.op) && part.op != ExpressionOp::round) return;
      visit_expression(part, [&](const Expression& inner) {
        const bool is_time = inner.kind.base == Base::instant || inner.kind.base == Base::duration;
        if (inner.op == ExpressionOp::rest || (is_time && inner.variable != nothing)) {
          compared_.insert(inner.variable);
          clocks_ = clocks_ || inner.op == ExpressionOp::rest;
        }
        if (inner.op == ExpressionOp::now || inner.op == ExpressionOp::true_time) clocks_ = true;
      });
    });
  }

  const Model& model_;
  std::int64_t divisor_ = 0;
  std::set<VariableIndex> compared_;
  bool clocks_ = false;
};

}  // namespace

Ticks ticks_of(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
               std::int64_t most_parts) {
  const Measure measure(model, scenario, specs);
  const std::int64_t wanted = measure.instants() + 1;
  std::int64_t parts = std::min(wanted, most_parts);
  while (measure.divisor() % parts != 0) ++parts;
  return {measure.divisor() / parts, parts >= wanted};
}

}  // namespace interlock::oracle
