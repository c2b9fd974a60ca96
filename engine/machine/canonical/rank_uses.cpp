#include "engine/machine/canonical/rank_uses.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/time/instant_flow.hpp"

#include <algorithm>
#include <set>

namespace interlock::machine {

using namespace language;

namespace {

class Uses {
 public:
  Uses(const Model& model, const Relevance& relevance, VariableIndex set)
      : model_(model), relevance_(relevance), set_(set) {}

  std::optional<std::uint32_t> most() {
    find_holders();
    for_each_statement(model_, [&](const Statement& statement) { take(statement); });
    for (const auto& kind : model_.kinds)
      for (const auto& kept : kind.kept)
        if (relevance_.checked.contains(kept.name)) ask(kept.condition, false);
    for (const std::uint32_t spec : relevance_.chosen) {
      for (const auto& expression : model_.specs[spec].given) ask(expression, false);
      for (const auto& expression : model_.specs[spec].condition) ask(expression, false);
    }
    if (is_bounded_) return most_;
    return std::nullopt;
  }

 private:
  bool is_rank(const Expression& expression) const {
    if (expression.op == ExpressionOp::rank) return expression.variable == set_;
    return expression.op == ExpressionOp::read && holders_.contains(expression.variable);
  }

  /// Variables that hold ranks of the set.
  void find_holders() {
    for (bool grew = true; grew;) {
      grew = false;
      for_each_statement(model_, [&](const Statement& statement) {
        const bool passes = passes_on(statement) && is_rank(statement.expressions[0]);
        if (passes) grew = holders_.insert(statement.variable).second || grew;
      });
    }
  }

  static bool passes_on(const Statement& statement) {
    return (statement.op == StatementOp::assign || statement.op == StatementOp::write) &&
           !statement.expressions.empty();
  }

  void take(const Statement& statement) {
    if (!is_relevant(relevance_, statement)) return;
    const bool is_here = statement.variable == set_;
    if (statement.op == StatementOp::intersect) {
      const bool shrinks = statement.variable == statement.second;
      const bool concerns = is_here || statement.second == set_ || statement.third == set_;
      is_bounded_ = is_bounded_ && (!concerns || shrinks);
      return;
    }
    const bool is_known = statement.op == StatementOp::put || statement.op == StatementOp::remove ||
                          statement.op == StatementOp::remove_up_to;
    is_bounded_ = is_bounded_ && (!is_here || is_known);
    for (const auto& expression : statement.expressions) ask(expression, passes_on(statement));
  }

  void ask(const Expression& expression, bool is_passed_on) {
    if (is_rank(expression) && !is_passed_on) is_bounded_ = false;
    const bool is_about = expression.variable == set_;
    const bool asks_of_all = expression.op == ExpressionOp::count || expression.op == ExpressionOp::first ||
                             expression.op == ExpressionOp::before || expression.op == ExpressionOp::member_at;
    if (is_about && asks_of_all) is_bounded_ = false;
    const bool compares = expression.op == ExpressionOp::equal || expression.op == ExpressionOp::not_equal ||
                          expression.op == ExpressionOp::less || expression.op == ExpressionOp::less_equal ||
                          expression.op == ExpressionOp::greater || expression.op == ExpressionOp::greater_equal;
    for (std::size_t index = 0; index < expression.operands.size(); ++index) {
      const Expression& operand = expression.operands[index];
      const bool is_compared =
          compares && is_rank(operand) && note_constant(expression.op, index == 0, expression.operands[1 - index]);
      ask(operand, is_compared);
    }
  }

  bool note_constant(ExpressionOp op, bool is_rank_left, const Expression& constant) {
    if (constant.op != ExpressionOp::literal) return false;
    if (constant.value < extra_value(64)) return true;  // none: it is no member
    const bool below = is_rank_left ? op == ExpressionOp::less || op == ExpressionOp::greater_equal
                                    : op == ExpressionOp::greater || op == ExpressionOp::less_equal;
    const std::int64_t alike_from = constant.value + (below ? 0 : 1);
    if (alike_from > 0) most_ = std::max(most_, static_cast<std::uint32_t>(alike_from));
    return true;
  }

  const Model& model_;
  const Relevance& relevance_;
  VariableIndex set_;
  std::set<VariableIndex> holders_;
  std::uint32_t most_ = 0;
  bool is_bounded_ = true;
};

}  // namespace

std::optional<std::uint32_t> most_rank_asked(const Model& model, const Relevance& relevance, VariableIndex set) {
  return Uses(model, relevance, set).most();
}

bool is_score_asked(const Model& model, const Relevance& relevance, VariableIndex set) {
  bool found = false;
  for_each_relevant_expression(model, relevance, [&](const Expression& part) {
    found = found || (part.op == ExpressionOp::score && part.variable == set);
  });
  return found;
}

}  // namespace interlock::machine
