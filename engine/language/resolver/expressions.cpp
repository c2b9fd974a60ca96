// Expressions of all rooms.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

using syntax::ExpressionForm;

Expression refuse(Resolution& all, std::string_view number, const std::string& sentence, const Place& place,
                  const std::string& help = "") {
  Explanation more;
  if (!help.empty()) more.help.push_back(help);
  report(all, number, sentence, place, std::move(more));
  return poisoned(all, place);
}

Expression resolve_now(Resolution& all, const Body& body, const Place& place) {
  if (body.room == Room::atomic || body.room == Room::when)
    return refuse(all, "E0214", "a client's clock cannot be read in the server's step", place,
                  "read the clock before: t = now");
  if (body.room == Room::property) return refuse(all, "E0215", "a property cannot read a clock", place);
  return make(all, ExpressionOp::now, all.kinds.known(Base::instant), place);
}

Expression resolve_true_time(Resolution& all, const Body& body, const Place& place) {
  const bool allowed = body.checks || body.room == Room::keep;
  if (!allowed)
    return refuse(all, "E0215", "no program can read real time", place,
                  "now is this client's own clock; true time is for assert, keep and witness");
  return make(all, ExpressionOp::true_time, all.kinds.known(Base::instant), place);
}

Expression resolve_caller(Resolution& all, const Body& body, const syntax::Expression& text) {
  if (!is_store_room(body)) return refuse(all, "E0227", "only a store can ask who calls", text.place);
  const bool grant = text.form == ExpressionForm::caller_grant;
  return make(all, grant ? ExpressionOp::caller_grant : ExpressionOp::caller,
              all.kinds.known(grant ? Base::token : Base::client), text.place);
}

Expression resolve_touched(Resolution& all, const Body& body, const Place& place) {
  if (!is_store_room(body))
    return refuse(all, "E0227", "only a store can ask whether a watched cell was touched", place);
  Expression touched = make(all, ExpressionOp::touched, all.kinds.known(Base::boolean), place);
  touched.server = body.server;
  return touched;
}

Expression resolve_given(Resolution& all, const Body& body, const syntax::Expression& text) {
  const auto option = body.parameters.find(text.text);
  if (option != body.parameters.end()) return truth(all, option->second.given, text.place);
  std::vector<std::string> known;
  for (const auto& [name, binding] : body.parameters) known.push_back(name);
  report_unknown(all, "E0228", "option", text.text, text.text_place.line == 0 ? text.place : text.text_place, known);
  return poisoned(all, text.place);
}

/// `known SPAN`: was it passed, as a value that is written in the protocol?
Expression resolve_known(Resolution& all, const Body& body, const syntax::Expression& text) {
  const auto parameter = body.parameters.find(text.text);
  if (parameter != body.parameters.end())
    return truth(all, parameter->second.given && parameter->second.constant.has_value(), text.place);
  std::vector<std::string> known;
  for (const auto& [name, binding] : body.parameters) known.push_back(name);
  report_unknown(all, "E0228", "parameter", text.text, text.text_place.line == 0 ? text.place : text.text_place, known);
  return poisoned(all, text.place);
}

Expression resolve_member(Resolution& all, Body& body, const syntax::Expression& text) {
  if (auto variable = resolve_client_variable(all, body, text)) return std::move(*variable);
  const auto path = cell_path(all, body, text);
  if (!path) {
    const auto& owner = text.operands[0];
    std::vector<std::string> known;
    for (const auto& [name, group] : all.groups) known.push_back(name);
    if (body.room == Room::property && !body.is_own) {
      if (body.why_not.empty()) body.why_not = fmt::format("it has no server {}", owner.text);
    } else if (all.groups.count(owner.text) > 0) {
      refuse(all, "E0217", fmt::format("{} is an array of servers", owner.text), owner.place,
             fmt::format("for each of them: for n in {} {{ }}", owner.text));
    } else {
      report_unknown(all, "E0202", "server", owner.text, owner.place, known);
    }
    return poisoned(all, text.place);
  }
  use_server(all, body, path->server, path->place);
  const auto cell = find_cell(all, *path);
  return cell ? read_cell(all, body, *cell, text.place) : poisoned(all, text.place);
}

/// To the nearest multiple, halves up.
std::int64_t rounded(std::int64_t value, std::int64_t unit) {
  const std::int64_t shifted = value + unit / 2;
  const std::int64_t rest = shifted % unit;
  return shifted - (rest < 0 ? rest + unit : rest);
}

Expression resolve_round(Resolution& all, Body& body, const syntax::Expression& text) {
  Expression value = resolve_expression(all, body, text.operands[0]);
  Expression unit = resolve_expression(all, body, text.operands[1]);
  expect(all, body, value, Base::duration, "what is rounded");
  expect(all, body, unit, Base::duration, "the unit of rounding");
  if (is_literal(all, value, Base::duration) && is_literal(all, unit, Base::duration) && unit.value > 0)
    return literal(all, Base::duration, rounded(value.value, unit.value), text.place);
  const Slot slot = all.kinds.known(Base::duration);
  all.kinds.flow(slot_of(value), slot);
  return with_operands(make(all, ExpressionOp::round, slot, text.place), {std::move(value), std::move(unit)});
}

Expression resolve_not(Resolution& all, Body& body, const syntax::Expression& text) {
  Expression operand = resolve_condition(all, body, text.operands[0]);
  const auto value = as_truth(all, operand);
  if (value && (is_store_room(body) || body.folds)) return truth(all, !*value, text.place);
  return with_operands(make(all, ExpressionOp::not_, all.kinds.known(Base::boolean), text.place), {std::move(operand)});
}

Expression resolve_minus(Resolution& all, Body& body, const syntax::Expression& text) {
  Expression operand = resolve_expression(all, body, text.operands[0]);
  for (const Base base : {Base::integer, Base::duration})
    if (is_literal(all, operand, base)) return literal(all, base, -operand.value, text.place);
  const Slot slot = slot_of(operand);
  const Sum sum{ExpressionOp::subtract, slot, slot, slot, text.place, body.call_place};
  if (!try_sum(all, sum)) all.sums.push_back(sum);
  return with_operands(make(all, ExpressionOp::negate, slot, text.place), {std::move(operand)});
}

Expression resolve_next(Resolution& all, Body& body, const syntax::Expression& text) {
  Expression operand = resolve_expression(all, body, text.operands[0]);
  expect(all, body, operand, Base::token, "what comes before the next");
  if (is_literal(all, operand, Base::token) && operand.value < most(TextLimit::token))
    return literal(all, Base::token, operand.value + 1, text.place);
  return with_operands(make(all, ExpressionOp::next, all.kinds.known(Base::token), text.place), {std::move(operand)});
}

Expression resolve_unary(Resolution& all, Body& body, const syntax::Expression& text) {
  if (text.text == "not") return resolve_not(all, body, text);
  if (text.text == "-") return resolve_minus(all, body, text);
  if (text.text == "next") return resolve_next(all, body, text);
  return resolve_look(all, body, text);
}

/// `and`, `or`. In a store what is known to be false is not looked at further: `given PX and PX > 0s`.
Expression resolve_connective(Resolution& all, Body& body, const syntax::Expression& text) {
  const bool conjunction = text.text == "and";
  Expression left = resolve_condition(all, body, text.operands[0]);
  const bool in_store = is_store_room(body);
  if (in_store && as_truth(all, left) == std::optional(!conjunction)) return left;
  Expression right = resolve_condition(all, body, text.operands[1]);
  if (in_store || body.folds) {
    if (const auto known = as_truth(all, left)) return *known == conjunction ? right : left;
    if (const auto known = as_truth(all, right)) return *known == conjunction ? left : right;
  }
  Expression both =
      make(all, conjunction ? ExpressionOp::and_ : ExpressionOp::or_, all.kinds.known(Base::boolean), text.place);
  return with_operands(std::move(both), {std::move(left), std::move(right)});
}

std::optional<ExpressionOp> comparison_op(const std::string& text) {
  if (text == "==") return ExpressionOp::equal;
  if (text == "!=") return ExpressionOp::not_equal;
  if (text == "<") return ExpressionOp::less;
  if (text == "<=") return ExpressionOp::less_equal;
  if (text == ">") return ExpressionOp::greater;
  if (text == ">=") return ExpressionOp::greater_equal;
  return std::nullopt;
}

Expression resolve_binary(Resolution& all, Body& body, const syntax::Expression& text) {
  if (text.text == "and" || text.text == "or") return resolve_connective(all, body, text);
  if (looks_into_cell(text)) return resolve_look(all, body, text);
  Expression left = resolve_expression(all, body, text.operands[0]);
  Expression right = resolve_expression(all, body, text.operands[1]);
  const auto op = comparison_op(text.text);
  if (op) return make_comparison(all, body, *op, std::move(left), std::move(right), text.place);
  const ExpressionOp sum = text.text == "+" ? ExpressionOp::add : ExpressionOp::subtract;
  return make_sum(all, body, sum, std::move(left), std::move(right), text.place);
}

/// A call that was not moved before the statement: it stands where there can be none.
Expression refuse_call(Resolution& all, const Body& body, const Place& place) {
  switch (body.room) {
    case Room::property: return refuse(all, "E0216", "a property makes no call", place);
    case Room::keep: return refuse(all, "E0216", "a kept condition makes no call: it may read SERVER.CELL", place);
    case Room::when: return refuse(all, "E0216", "the condition of when makes no call: it may read SERVER.CELL", place);
    case Room::client:
    case Room::atomic: return poisoned(all, place);  // said where calls are collected
    default: return refuse(all, "E0216", "an operation does not call another", place);
  }
}

/// A call without an answer's variable: a complaint was made, unless its operation answers nothing.
Expression refuse_missing_answer(Resolution& all, const Body& body, const syntax::Expression& text) {
  const auto server = text.form == ExpressionForm::call ? find_server(all, body, text.operands[0]) : std::nullopt;
  const syntax::Store* store = server ? all.servers[*server].store : nullptr;
  if (!store) return poisoned(all, text.place);
  for (const auto& operation : store->operations)
    if (operation.name == text.text && operation.answers.empty())
      return refuse(all, "E0273", fmt::format("{} gives no answer", text.text), text.place);
  return poisoned(all, text.place);
}

Expression infinity(Resolution& all, const syntax::Expression& text) {
  Expression expression = make(all, ExpressionOp::literal, all.kinds.unknown(), text.place);
  expression.value = text.number;
  expression.other = infinity_mark;
  return expression;
}

Expression resolve_leaf(Resolution& all, Body& body, const syntax::Expression& text) {
  switch (text.form) {
    case ExpressionForm::number: return number(all, text.number, text.place);
    case ExpressionForm::duration: return duration(all, text.number, text.place);
    case ExpressionForm::truth: return truth(all, text.number != 0, text.place);
    case ExpressionForm::none: return word_literal(all, "none", text.place);
    case ExpressionForm::infinity: return infinity(all, text);
    case ExpressionForm::now: return resolve_now(all, body, text.place);
    case ExpressionForm::true_time: return resolve_true_time(all, body, text.place);
    case ExpressionForm::caller:
    case ExpressionForm::caller_grant: return resolve_caller(all, body, text);
    case ExpressionForm::touched: return resolve_touched(all, body, text.place);
    case ExpressionForm::given: return resolve_given(all, body, text);
    case ExpressionForm::known: return resolve_known(all, body, text);
    case ExpressionForm::fresh_id:
      if (body.room == Room::client || body.room == Room::atomic)
        return make(all, ExpressionOp::fresh_id, all.kinds.known(Base::identity), text.place);
      return refuse(all, "E0218", "only a client can make a fresh id", text.place);
    default: return refuse(all, "E0219", "a text is not a value", text.place);
  }
}

}  // namespace

Expression resolve_expression(Resolution& all, Body& body, const syntax::Expression& text) {
  const auto moved =
      std::find_if(body.hoisted.begin(), body.hoisted.end(), [&](const auto& it) { return it.node == &text; });
  if (moved != body.hoisted.end()) {
    if (moved->variable != nothing) return read(all, moved->variable, text.place);
    return refuse_missing_answer(all, body, text);
  }
  switch (text.form) {
    case ExpressionForm::name: return resolve_name(all, body, text);
    case ExpressionForm::member: return resolve_member(all, body, text);
    case ExpressionForm::call: return refuse_call(all, body, text.place);
    case ExpressionForm::element: {
      if (const auto name = variable_of_server(all, body, text)) return resolve_name(all, body, *name);
      const auto value = resolve_option_value(all, body, text);
      return value ? *value : resolve_look(all, body, text);
    }
    case ExpressionForm::round: return resolve_round(all, body, text);
    case ExpressionForm::unary: return resolve_unary(all, body, text);
    case ExpressionForm::binary:
    case ExpressionForm::quantifier:
    case ExpressionForm::client_event:
      if (body.room == Room::property) return resolve_property(all, body, text);
      if (text.form == ExpressionForm::binary) return resolve_binary(all, body, text);
      return refuse(all, "E0220", "only a property can speak of clients", text.place);
    default: return resolve_leaf(all, body, text);
  }
}

Expression resolve_plain_binary(Resolution& all, Body& body, const syntax::Expression& text) {
  return resolve_binary(all, body, text);
}

Expression resolve_condition(Resolution& all, Body& body, const syntax::Expression& text) {
  Expression condition = resolve_expression(all, body, text);
  expect(all, body, condition, Base::boolean, "a condition");
  return condition;
}

}  // namespace interlock::language
