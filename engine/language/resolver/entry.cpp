#include "engine/language/resolver/entry.hpp"

#include <algorithm>
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

/// Does it read nothing but the client's own variables, and draw nothing?
bool is_clients_own(const Expression& expression) {
  switch (expression.op) {
    case ExpressionOp::read:
      if (expression.client != nothing) return false;
      break;
    case ExpressionOp::literal:
    case ExpressionOp::add:
    case ExpressionOp::subtract:
    case ExpressionOp::negate:
    case ExpressionOp::next:
    case ExpressionOp::equal:
    case ExpressionOp::not_equal:
    case ExpressionOp::less:
    case ExpressionOp::less_equal:
    case ExpressionOp::greater:
    case ExpressionOp::greater_equal:
    case ExpressionOp::and_:
    case ExpressionOp::or_:
    case ExpressionOp::not_:
    case ExpressionOp::number_of_true: break;
    case ExpressionOp::now:
    case ExpressionOp::true_time:
    case ExpressionOp::present:
    case ExpressionOp::rest:
    case ExpressionOp::contains:
    case ExpressionOp::count:
    case ExpressionOp::rank:
    case ExpressionOp::score:
    case ExpressionOp::first:
    case ExpressionOp::before:
    case ExpressionOp::member_at:
    case ExpressionOp::at:
    case ExpressionOp::writer:
    case ExpressionOp::writer_of:
    case ExpressionOp::caller:
    case ExpressionOp::caller_grant:
    case ExpressionOp::touched:
    case ExpressionOp::round:
    case ExpressionOp::fresh_id:
    case ExpressionOp::choose:
    case ExpressionOp::in_section:
    case ExpressionOp::enters:
    case ExpressionOp::leaves:
    case ExpressionOp::ends_round:
    case ExpressionOp::waiting:
    case ExpressionOp::idle:
    case ExpressionOp::alive:
    case ExpressionOp::paused:
    case ExpressionOp::before_deadline:
    case ExpressionOp::holds_lease:
    case ExpressionOp::queued_before: return false;
  }
  return std::all_of(expression.operands.begin(), expression.operands.end(), is_clients_own);
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
