// Expressions that look into a cell: is it there, how many, where, who wrote it.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace interlock::language {

namespace {

using syntax::ExpressionForm;

constexpr std::array<std::string_view, 6> looks_of_one{"present",  "absent",   "rest of",
                                                       "count of", "first of", "writer of"};
constexpr std::array<std::string_view, 5> looks_of_two{"in", "rank of", "score of", "writer of", "before"};

template <std::size_t size>
bool one_of(const std::array<std::string_view, size>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A look at a cell: all that the small functions below need.
struct Look {
  Resolution& all;
  Body& body;
  const syntax::Expression& text;
  VariableIndex variable;
  Shape shape;
  bool optional;
};

Expression result(const Look& look, ExpressionOp op, Slot slot) {
  Expression expression = make(look.all, op, slot, look.text.place);
  expression.variable = look.variable;
  return expression;
}

Expression refuse(const Look& look, const std::string& needs) {
  const std::string name = look.all.model.variables[look.variable].name;
  report_kind(
      look.all, "E0311",
      fmt::format("'{}' needs {}, and {} is {}", look.text.form == ExpressionForm::element ? "[ ]" : look.text.text,
                  needs, name, describe_shape(look.shape, look.optional)),
      look.text.place, look.body.call_place);
  return poisoned(look.all, look.text.place);
}

/// A slot with the base of `from`, which may be none too.
Slot or_none(Resolution& all, Slot from) {
  const Slot slot = all.kinds.unknown();
  all.kinds.unify(slot, from);
  all.kinds.flow(from, slot);
  all.kinds.may_be(slot, "none");
  return slot;
}

bool is_container(Shape shape) { return shape != Shape::scalar && shape != Shape::expiring; }

bool has_order(Shape shape) { return shape == Shape::queue || shape == Shape::ranked; }

Expression presence(const Look& look) {
  if (look.shape != Shape::expiring && !look.optional) return refuse(look, "a cell that may be empty");
  Expression present = result(look, ExpressionOp::present, look.all.kinds.known(Base::boolean));
  if (look.text.text == "present") return present;
  Expression absent = make(look.all, ExpressionOp::not_, look.all.kinds.known(Base::boolean), look.text.place);
  return with_operands(std::move(absent), {std::move(present)});
}

Expression look_of_one(const Look& look) {
  const std::string& word = look.text.text;
  auto& kinds = look.all.kinds;
  if (word == "present" || word == "absent") return presence(look);
  if (word == "rest of") {
    if (look.shape != Shape::expiring) return refuse(look, "an expiring cell");
    return result(look, ExpressionOp::rest, or_none(look.all, kinds.known(Base::duration)));
  }
  if (word == "count of") {
    if (!is_container(look.shape)) return refuse(look, "a set, map, queue or ranked set");
    return result(look, ExpressionOp::count, kinds.known(Base::integer));
  }
  if (word == "first of") {
    if (!has_order(look.shape)) return refuse(look, "a queue or a ranked set");
    return result(look, ExpressionOp::first, or_none(look.all, look.all.facts[look.variable].value));
  }
  if (is_container(look.shape)) return refuse(look, "a plain or an expiring cell (or: writer of M in S)");
  return result(look, ExpressionOp::writer, or_none(look.all, kinds.known(Base::client)));
}

/// The member or key that is looked for.
Expression member_of(const Look& look, const syntax::Expression& text) {
  Expression member = resolve_expression(look.all, look.body, text);
  const VariableFacts& facts = look.all.facts[look.variable];
  const bool keyed = look.shape == Shape::map;
  const std::string& name = look.all.model.variables[look.variable].name;
  fit(look.all, look.body, keyed ? facts.key : facts.value, member,
      keyed ? fmt::format("a key of {}", name) : fmt::format("a member of {}", name));
  return member;
}

Expression look_of_two(const Look& look) {
  const std::string& word = look.text.text;
  auto& kinds = look.all.kinds;
  if (!is_container(look.shape)) return refuse(look, "a set, map, queue or ranked set");
  Expression member = member_of(look, look.text.operands[0]);
  if (word == "in")
    return with_operands(result(look, ExpressionOp::contains, kinds.known(Base::boolean)), {std::move(member)});
  if (word == "writer of")
    return with_operands(result(look, ExpressionOp::writer_of, or_none(look.all, kinds.known(Base::client))),
                         {std::move(member)});
  if (word == "before") {
    if (!has_order(look.shape)) return refuse(look, "a queue or a ranked set");
    const Slot before = or_none(look.all, look.all.facts[look.variable].value);
    return with_operands(result(look, ExpressionOp::before, before), {std::move(member)});
  }
  if (look.shape != Shape::ranked) return refuse(look, "a ranked set");
  if (word == "rank of")
    return with_operands(result(look, ExpressionOp::rank, or_none(look.all, kinds.known(Base::integer))),
                         {std::move(member)});
  const Slot score = or_none(look.all, look.all.facts[look.variable].key);
  return with_operands(result(look, ExpressionOp::score, score), {std::move(member)});
}

Expression look_at_key(const Look& look) {
  if (look.shape != Shape::map) return refuse(look, "a map");
  Expression key = member_of(look, look.text.operands[1]);
  const Slot slot = or_none(look.all, look.all.facts[look.variable].value);
  return with_operands(result(look, ExpressionOp::at, slot), {std::move(key)});
}

}  // namespace

bool looks_into_cell(const syntax::Expression& expression) {
  if (expression.form == ExpressionForm::element) return true;
  if (expression.form == ExpressionForm::unary) return one_of(looks_of_one, expression.text);
  return expression.form == ExpressionForm::binary && one_of(looks_of_two, expression.text);
}

const syntax::Expression& container_of(const syntax::Expression& expression) {
  return expression.form == ExpressionForm::binary ? expression.operands[1] : expression.operands[0];
}

Expression resolve_look(Resolution& all, Body& body, const syntax::Expression& expression) {
  const auto cell = expect_cell(all, body, container_of(expression));
  if (!cell) return poisoned(all, expression.place);
  all.facts[*cell].is_read = true;
  const Look look{all, body, expression, *cell, all.model.variables[*cell].shape, all.facts[*cell].optional};
  if (expression.form == ExpressionForm::element) return look_at_key(look);
  return expression.form == ExpressionForm::unary ? look_of_one(look) : look_of_two(look);
}

Expression read_cell(Resolution& all, Body& body, VariableIndex variable, const Place& place) {
  const Variable& cell = all.model.variables[variable];
  if (cell.shape == Shape::scalar || cell.shape == Shape::expiring) return read(all, variable, place);
  report_kind(all, "E0312", fmt::format("{} is {}, not a value", cell.name, describe_shape(cell.shape, false)), place,
              body.call_place, {{"ask for a part of it: count of S, M in S, first of Q, S[K]"}, {}, ""});
  return poisoned(all, place);
}

}  // namespace interlock::language
