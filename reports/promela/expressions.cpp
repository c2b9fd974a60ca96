// Expressions. What stands beside the ordinary values (none, missing) is below all of them.

#include "reports/promela/draft.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>

namespace interlock::reports::promela {

using namespace language;

namespace {

bool may_be_extra(const Expression& expression) {
  if (expression.op == ExpressionOp::literal) return expression.value < extra_value(64);
  return !expression.kind.extra.empty();
}

bool is_one_of(ExpressionOp op, std::initializer_list<ExpressionOp> ops) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

std::string bracketed(const std::string& text) { return "(" + text + ")"; }

}  // namespace

std::string Draft::duration(std::int64_t microseconds) const {
  return std::to_string(microseconds / ticks.microseconds);
}

std::string Draft::literal(const Kind& kind, std::int64_t value) const {
  for (std::size_t index = 0; index < std::max<std::size_t>(kind.extra.size(), 1); ++index)
    if (value == extra_value(index)) return kind.extra.empty() ? "none" : kind.extra[index];
  if (kind.base == Base::boolean) return value != 0 ? "true" : "false";
  return kind.base == Base::duration ? duration(value) : std::to_string(value);
}

std::string Draft::expression(const Expression& given, const Who& who) const {
  const ExpressionOp op = given.op;
  if (op == ExpressionOp::literal) return literal(given.kind, given.value);
  if (op == ExpressionOp::read)
    return place_of(given.variable, given.client == nothing ? who : this->who(given.client));
  if (op == ExpressionOp::caller) return who.client;
  if (op == ExpressionOp::caller_grant) return own("grant", who);
  if (op == ExpressionOp::choose) return choice(given);
  if (op == ExpressionOp::touched)
    return watched_of(given.server).empty() ? "false" : fmt::format("touched_{}[{}]", given.server, who.client);
  if (machine::is_comparison(op)) return comparison(given, who);
  if (is_one_of(op, {ExpressionOp::add, ExpressionOp::subtract, ExpressionOp::negate, ExpressionOp::next,
                     ExpressionOp::round}))
    return arithmetic(given, who);
  if (is_one_of(op, {ExpressionOp::and_, ExpressionOp::or_, ExpressionOp::not_, ExpressionOp::number_of_true}))
    return logic(given, who);
  if (is_one_of(op, {ExpressionOp::present, ExpressionOp::rest, ExpressionOp::writer})) return look(given, who);
  if (is_one_of(op, {ExpressionOp::in_section, ExpressionOp::waiting, ExpressionOp::idle, ExpressionOp::alive,
                     ExpressionOp::paused, ExpressionOp::holds_lease}))
    return of_client(given);
  throw NotSaid{given.place, "this expression has no Promela yet"};
}

std::string Draft::comparison(const Expression& given, const Who& who) const {
  const std::string left = expression(given.operands[0], who);
  const std::string right = expression(given.operands[1], who);
  if (given.op == ExpressionOp::equal) return fmt::format("({} == {})", left, right);
  if (given.op == ExpressionOp::not_equal) return fmt::format("({} != {})", left, right);
  const char* sign = given.op == ExpressionOp::less         ? "<"
                     : given.op == ExpressionOp::less_equal ? "<="
                     : given.op == ExpressionOp::greater    ? ">"
                                                            : ">=";
  std::string text;
  for (const auto& [operand, name] : {std::pair{&given.operands[0], &left}, {&given.operands[1], &right}})
    if (may_be_extra(*operand)) text += fmt::format("is_there({}) && ", *name);
  return fmt::format("({}{} {} {})", text, left, sign, right);
}

std::string Draft::logic(const Expression& given, const Who& who) const {
  std::vector<std::string> parts;
  for (const Expression& operand : given.operands) parts.push_back(expression(operand, who));
  if (given.op == ExpressionOp::and_) return fmt::format("({})", fmt::join(parts, " && "));
  if (given.op == ExpressionOp::or_) return fmt::format("({})", fmt::join(parts, " || "));
  if (given.op == ExpressionOp::not_) return "!" + bracketed(parts[0]);
  return fmt::format("({})", fmt::join(parts, " + "));
}

/// Where an operand is beside the ordinary values, so is the result.
std::string Draft::arithmetic(const Expression& given, const Who& who) const {
  const std::string left = expression(given.operands[0], who);
  const std::string right = given.operands.size() > 1 ? expression(given.operands[1], who) : "";
  std::string result = fmt::format("({} + 1)", left);  // next
  if (given.op == ExpressionOp::add) result = fmt::format("({} + {})", left, right);
  if (given.op == ExpressionOp::subtract) result = fmt::format("({} - {})", left, right);
  if (given.op == ExpressionOp::negate) result = fmt::format("(0 - {})", left);
  if (given.op == ExpressionOp::round) result = fmt::format("((2 * {0} + {1}) / (2 * {1}) * {1})", left, right);
  if (may_be_extra(given.operands[0])) result = fmt::format("(is_there({0}) -> {1} : {0})", left, result);
  if (!right.empty() && may_be_extra(given.operands[1]))
    result = fmt::format("(is_there({0}) -> {1} : {0})", right, result);
  return result;
}

std::string Draft::look(const Expression& given, const Who& who) const {
  const std::string place = place_of(given.variable, who);
  if (given.op == ExpressionOp::present) return fmt::format("({} != none)", place);
  if (given.op == ExpressionOp::writer) return writer(given.variable);
  return fmt::format("({0} < 0 -> none : {0})", deadline(given.variable));
}

std::string Draft::of_client(const Expression& given) const {
  const Who whose = who(given.client);
  const std::uint32_t kind = model.clients[given.client].kind;
  const std::string at = own("at", whose);
  if (given.op == ExpressionOp::in_section)
    return fmt::format("{}_in_{}({})", kind_name(kind), given.section, whose.number);
  if (given.op == ExpressionOp::waiting) return fmt::format("({} != 0 && !{})", at, own("been_critical", whose));
  if (given.op == ExpressionOp::idle) return fmt::format("({} == 0)", at);
  if (given.op == ExpressionOp::alive) {
    const Fault* crash = fault(FaultKind::crash);
    return crash && crash->for_ever ? "!" + own("gone", whose) : "true";
  }
  if (given.op == ExpressionOp::paused)
    return fault(FaultKind::pause) ? fmt::format("{}_held_up({})", kind_name(kind), whose.number) : "false";
  return fmt::format("({} > 0)", own("lease_end", whose));
}

/// Any integer of the range, or any duration of it that is a whole number of ticks more than the lowest.
std::string Draft::choice(const Expression& given) const {
  const std::int64_t low = given.operands[0].value;
  const std::int64_t high = given.operands[1].value;
  const std::int64_t unit = given.kind.base == Base::duration ? ticks.microseconds : 1;
  choices_met[&given] = (high - low) / unit + 1;
  const auto chosen = choices.find(&given);
  return literal(given.kind, low + unit * (chosen == choices.end() ? 0 : chosen->second));
}

}  // namespace interlock::reports::promela
