// Effects on cells: what only an operation of a store does.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace interlock::language {

namespace {

using syntax::StatementForm;

/// An effect that is being resolved.
struct Effect {
  Resolution& all;
  Body& body;
  Block& out;
  const syntax::Statement& text;
};

std::string list_of(std::initializer_list<Shape> shapes) {
  std::vector<std::string> words;
  for (const Shape shape : shapes) words.push_back(describe_shape(shape, false));
  return fmt::format("{}", fmt::join(words, " or "));
}

/// The cell that the effect is on, if it has one of the shapes.
std::optional<VariableIndex> cell(const Effect& effect, const std::optional<syntax::Expression>& text,
                                  std::initializer_list<Shape> shapes) {
  if (!text) return std::nullopt;
  const auto found = expect_cell(effect.all, effect.body, *text);
  if (!found) return std::nullopt;
  const Variable& variable = effect.all.model.variables[*found];
  if (std::find(shapes.begin(), shapes.end(), variable.shape) != shapes.end()) return found;
  report_kind(effect.all, "E0313",
              fmt::format("this needs {}, and {} is {}", list_of(shapes), variable.name,
                          describe_shape(variable.shape, effect.all.facts[*found].optional)),
              text->place, effect.body.call_place);
  return std::nullopt;
}

/// A value that goes into, or is looked for in, a container: `slot` is the slot that it has to fit.
Expression value_for(const Effect& effect, const std::optional<syntax::Expression>& text, Slot slot,
                     const std::string& what) {
  Expression value = resolve_expression(effect.all, effect.body, *text);
  if (is_infinity(value)) {
    report_kind(effect.all, "E0239", "inf is a bound to compare with: this needs a value", text->place,
                effect.body.call_place);
    return poisoned(effect.all, text->place);
  }
  fit(effect.all, effect.body, slot, value, what);
  effect.all.kinds.flow(slot_of(value), slot);
  return value;
}

void emit(const Effect& effect, StatementOp op, VariableIndex variable, std::vector<Expression> expressions) {
  Statement statement = make_statement(effect.all, op, effect.text);
  statement.variable = variable;
  if (op == StatementOp::watch || op == StatementOp::unwatch) statement.server = effect.body.server;
  statement.expressions = std::move(expressions);
  effect.out.push_back(std::move(statement));
}

std::string member_of(const Effect& effect, VariableIndex variable) {
  return fmt::format("a member of {}", effect.all.model.variables[variable].name);
}

void clear_cell(const Effect& effect) {
  const auto variable = cell(effect, effect.text.value,
                             {Shape::expiring, Shape::scalar, Shape::set, Shape::map, Shape::queue, Shape::ranked});
  if (!variable) return;
  const Shape shape = effect.all.model.variables[*variable].shape;
  const bool may_be_empty = shape != Shape::scalar || effect.all.facts[*variable].optional;
  if (!may_be_empty)
    report_kind(effect.all, "E0313",
                fmt::format("{} always has a value: it cannot be cleared", effect.all.model.variables[*variable].name),
                effect.text.place, effect.body.call_place, {{"make it optional, or write another value"}, {}, ""});
  emit(effect, StatementOp::clear, *variable, {});
}

void expire_cell(const Effect& effect) {
  const auto variable = cell(effect, effect.text.value, {Shape::expiring});
  if (!variable || !effect.text.second) return;
  Expression span = resolve_expression(effect.all, effect.body, *effect.text.second);
  expect(effect.all, effect.body, span, Base::duration, "the time until it expires");
  emit(effect, StatementOp::expire, *variable, {std::move(span)});
}

void add_member(const Effect& effect) {
  const auto variable = cell(effect, effect.text.second, {Shape::set});
  if (!variable) return;
  emit(effect, StatementOp::add, *variable,
       {value_for(effect, effect.text.value, effect.all.facts[*variable].value, member_of(effect, *variable))});
}

void remove_member(const Effect& effect) {
  const auto variable = cell(effect, effect.text.second, {Shape::set, Shape::map, Shape::queue, Shape::ranked});
  if (!variable) return;
  const bool keyed = effect.all.model.variables[*variable].shape == Shape::map;
  const VariableFacts& facts = effect.all.facts[*variable];
  Expression member = resolve_expression(effect.all, effect.body, *effect.text.value);
  fit(effect.all, effect.body, keyed ? facts.key : facts.value, member, member_of(effect, *variable));
  emit(effect, StatementOp::remove, *variable, {std::move(member)});
}

void remove_up_to(const Effect& effect) {
  const auto variable = cell(effect, effect.text.second, {Shape::ranked});
  if (!variable) return;
  const Slot key = effect.all.facts[*variable].key;
  emit(effect, StatementOp::remove_up_to, *variable,
       {value_for(effect, effect.text.value, key,
                  fmt::format("a score of {}", effect.all.model.variables[*variable].name))});
  effect.all.orders.push_back({key, effect.text.place, effect.body.call_place});
}

void put_member(const Effect& effect) {
  const auto variable = cell(effect, effect.text.second, {Shape::ranked});
  if (!variable || !effect.text.third) return;
  if (effect.body.room == Room::disconnect) {
    report(effect.all, "E0258", "on disconnect makes no choice, and a tie is one", effect.text.place);
    return;
  }
  const Slot key = effect.all.facts[*variable].key;
  Expression member =
      value_for(effect, effect.text.value, effect.all.facts[*variable].value, member_of(effect, *variable));
  Expression score = value_for(effect, effect.text.third, key,
                               fmt::format("a score of {}", effect.all.model.variables[*variable].name));
  effect.all.orders.push_back({key, effect.text.place, effect.body.call_place});
  emit(effect, StatementOp::put, *variable, {std::move(member), std::move(score)});
}

void keep_members(const Effect& effect) {
  Resolution& all = effect.all;
  const auto into = cell(effect, effect.text.target, {Shape::ranked});
  const auto from = cell(effect, effect.text.value, {Shape::ranked});
  const auto kept = cell(effect, effect.text.second, {Shape::ranked, Shape::set});
  if (!into || !from || !kept) return;
  const std::string sentence = "members and scores of the two do not have one kind";
  join(all, effect.body, all.facts[*into].value, all.facts[*from].value, sentence, effect.text.place);
  join(all, effect.body, all.facts[*into].key, all.facts[*from].key, sentence, effect.text.place);
  join(all, effect.body, all.facts[*from].value, all.facts[*kept].value, sentence, effect.text.place);
  all.kinds.flow(all.facts[*from].value, all.facts[*into].value);
  all.kinds.flow(all.facts[*from].key, all.facts[*into].key);
  for (const auto variable : {*from, *kept}) all.facts[variable].is_read = true;
  emit(effect, StatementOp::intersect, *into, {});
  effect.out.back().second = *from;
  effect.out.back().third = *kept;
}

void push_member(const Effect& effect) {
  const auto variable = cell(effect, effect.text.second, {Shape::queue});
  if (!variable) return;
  emit(effect, StatementOp::push, *variable,
       {value_for(effect, effect.text.value, effect.all.facts[*variable].value, member_of(effect, *variable))});
}

void watch_cell(const Effect& effect) {
  const auto variable = effect.text.value ? expect_cell(effect.all, effect.body, *effect.text.value) : std::nullopt;
  if (variable) emit(effect, StatementOp::watch, *variable, {});
}

void on_cell(const Effect& effect, StatementOp op, std::initializer_list<Shape> shapes) {
  if (const auto variable = cell(effect, effect.text.value, shapes)) emit(effect, op, *variable, {});
}

void reject(const Effect& effect) {
  const Body& body = effect.body;
  if (body.doubts > 0) return;
  const Place& place = body.call_place.line == 0 ? effect.text.place : body.call_place;
  report(effect.all, "E0270", effect.text.text, place, {{}, {{effect.text.place, "the store says so here"}}, ""});
}

void in_store(const Effect& effect) {
  switch (effect.text.form) {
    case StatementForm::clear: return clear_cell(effect);
    case StatementForm::expire: return expire_cell(effect);
    case StatementForm::persist: return on_cell(effect, StatementOp::persist, {Shape::expiring});
    case StatementForm::add: return add_member(effect);
    case StatementForm::remove: return remove_member(effect);
    case StatementForm::remove_up_to: return remove_up_to(effect);
    case StatementForm::put: return put_member(effect);
    case StatementForm::keep_members: return keep_members(effect);
    case StatementForm::push: return push_member(effect);
    case StatementForm::drop_first: return on_cell(effect, StatementOp::drop_first, {Shape::queue});
    case StatementForm::watch: return watch_cell(effect);
    case StatementForm::unwatch: return emit(effect, StatementOp::unwatch, nothing, {});
    default: return reject(effect);
  }
}

}  // namespace

bool resolve_effect(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (is_store_room(body) || body.room == Room::fault) return in_store({all, body, out, text}), true;
  report(all, "E0252", "only an operation of a store does this", text.place,
         {{"a client calls an operation, or writes SERVER.CELL = value"}, {}, ""});
  return true;
}

}  // namespace interlock::language
