#include "engine/language/resolver/entry.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace interlock::language {

namespace {

/// Larger conditions are let go.
constexpr std::size_t most_parts = 64;

std::size_t parts_of(const Expression& expression) {
  std::size_t parts = 1;
  for (const auto& operand : expression.operands) parts += parts_of(operand);
  return parts;
}

/// What is worked out from its operands alone, literals, and variables.
constexpr std::array plain_ops{
    ExpressionOp::literal,    ExpressionOp::read,      ExpressionOp::add,     ExpressionOp::subtract,
    ExpressionOp::negate,     ExpressionOp::next,      ExpressionOp::equal,   ExpressionOp::less,
    ExpressionOp::less_equal, ExpressionOp::not_equal, ExpressionOp::greater, ExpressionOp::greater_equal,
    ExpressionOp::and_,       ExpressionOp::or_,       ExpressionOp::not_,    ExpressionOp::number_of_true};

/// Does it read nothing but the client's own variables, and draw nothing?
bool is_clients_own(const Expression& expression) {
  return std::find(plain_ops.begin(), plain_ops.end(), expression.op) != plain_ops.end() &&
         expression.client == nothing &&
         std::all_of(expression.operands.begin(), expression.operands.end(), is_clients_own);
}

bool reads(const Expression& expression, const std::vector<VariableIndex>& variables) {
  if (expression.op == ExpressionOp::read &&
      std::find(variables.begin(), variables.end(), expression.variable) != variables.end())
    return true;
  return std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](const Expression& operand) { return reads(operand, variables); });
}

Expression combined(ExpressionOp op, const Expression& like, std::vector<Expression> operands) {
  Expression whole;
  whole.op = op;
  whole.kind = like.kind;
  whole.place = like.place;
  whole.operands = std::move(operands);
  return whole;
}

/// What is left of a condition that is only known to be implied: parts of which `is_known` says no may be true or
/// false. `positive`: the result is implied by it; else it implies the result's opposite. None: nothing is left.
template <class IsKnown>
std::optional<Expression> known_part(const Expression& condition, bool positive, const IsKnown& is_known) {
  if (condition.op == ExpressionOp::not_) {
    auto inner = known_part(condition.operands[0], !positive, is_known);
    if (!inner) return std::nullopt;
    return combined(ExpressionOp::not_, condition, {*std::move(inner)});
  }
  if (condition.op != ExpressionOp::and_ && condition.op != ExpressionOp::or_)
    return is_known(condition) ? std::optional(condition) : std::nullopt;
  auto left = known_part(condition.operands[0], positive, is_known);
  auto right = known_part(condition.operands[1], positive, is_known);
  if (left && right) return combined(condition.op, condition, {*std::move(left), *std::move(right)});
  // Of `a and b` either half is implied; of `a or b` only both together are.
  if ((condition.op == ExpressionOp::and_) != positive) return std::nullopt;
  return left ? left : right;
}

Expression replaced(Expression expression, VariableIndex variable, const Expression& value) {
  if (expression.op == ExpressionOp::read && expression.variable == variable) return value;
  for (auto& operand : expression.operands) operand = replaced(std::move(operand), variable, value);
  return expression;
}

}  // namespace

Entry either(Entry left, Entry right) {
  if (!left.possible_) return right;
  if (!right.possible_) return left;
  if (!left.condition_ || !right.condition_) return Entry::maybe();
  if (parts_of(*left.condition_) + parts_of(*right.condition_) > most_parts) return Entry::maybe();
  Expression both = combined(ExpressionOp::or_, *left.condition_, {*left.condition_, *right.condition_});
  return Entry{true, std::move(both)};
}

Entry chosen(const Expression& condition, Entry then, Entry otherwise) {
  if (then.possible_ && otherwise.possible_) {
    if (!then.condition_ && !otherwise.condition_) return Entry::maybe();
    return either(chosen(condition, std::move(then), Entry::never()),
                  chosen(condition, Entry::never(), std::move(otherwise)));
  }
  Entry& way = then.possible_ ? then : otherwise;
  if (!way.possible_) return way;
  Expression holds = condition;
  if (!then.possible_) holds = combined(ExpressionOp::not_, condition, {condition});
  auto known = known_part(holds, true, is_clients_own);
  if (!known) return way;
  if (way.condition_) {
    if (parts_of(*known) + parts_of(*way.condition_) > most_parts) return way;
    *known = combined(ExpressionOp::and_, condition, {*known, *way.condition_});
  }
  return Entry{true, std::move(known)};
}

Entry Entry::without(const std::vector<VariableIndex>& changed) const {
  if (!condition_ || changed.empty()) return *this;
  return Entry{true, known_part(*condition_, true, [&](const Expression& part) { return !reads(part, changed); })};
}

Entry Entry::before(VariableIndex variable, const Expression& value) const {
  const bool is_plain = value.op == ExpressionOp::literal || (value.op == ExpressionOp::read && is_clients_own(value));
  if (!is_plain) return without({variable});
  if (!condition_) return *this;
  return Entry{true, replaced(*condition_, variable, value)};
}

}  // namespace interlock::language
