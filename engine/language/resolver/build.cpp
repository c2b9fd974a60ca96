// Building blocks of the model: expressions, variables, statements, with their slots.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

Slot slot_of(const Expression& expression) { return static_cast<Slot>(expression.kind.low); }

Expression make(Resolution&, ExpressionOp op, Slot slot, const Place& place) {
  Expression expression;
  expression.op = op;
  expression.kind.low = slot;
  expression.place = place;
  return expression;
}

Expression literal(Resolution& all, Base base, std::int64_t value, const Place& place) {
  const bool adapts = base == Base::integer && value >= 0 && value <= most(TextLimit::token);
  Expression expression = make(all, ExpressionOp::literal, adapts ? all.kinds.number() : all.kinds.known(base), place);
  expression.value = value;
  return expression;
}

Expression number(Resolution& all, std::int64_t value, const Place& place) {
  if (value >= -most(TextLimit::number) && value <= most(TextLimit::number))
    return literal(all, Base::integer, value, place);
  report(all, "E0276", too_much(TextLimit::number), place);
  return poisoned(all, place);
}

Expression duration(Resolution& all, std::int64_t microseconds, const Place& place) {
  if (microseconds >= -most(TextLimit::duration) && microseconds <= most(TextLimit::duration))
    return literal(all, Base::duration, microseconds, place);
  report(all, "E0277", too_much(TextLimit::duration), place);
  return poisoned(all, place);
}

Expression truth(Resolution& all, bool value, const Place& place) {
  return literal(all, Base::boolean, value ? 1 : 0, place);
}

namespace {

/// The one list of `one of` that has the word.
const std::vector<std::string>* cases_with(const Resolution& all, const std::string& word) {
  const std::vector<std::string>* found = nullptr;
  for (const auto& list : all.case_lists) {
    if (std::find(list.begin(), list.end(), word) == list.end()) continue;
    if (found && *found != list) return nullptr;
    found = &list;
  }
  return found;
}

std::uint32_t word_index(Resolution& all, const std::string& word) {
  const auto found = std::find(all.words.begin(), all.words.end(), word);
  if (found == all.words.end()) all.words.push_back(word);
  return static_cast<std::uint32_t>(std::find(all.words.begin(), all.words.end(), word) - all.words.begin());
}

}  // namespace

Expression word_literal(Resolution& all, const std::string& word, const Place& place) {
  const bool is_extra = word == "none" || all.known_words.count(word) > 0;
  const auto* cases = is_extra ? nullptr : cases_with(all, word);
  const Slot slot = cases ? all.kinds.cases(*cases) : all.kinds.unknown();
  if (is_extra) all.kinds.may_be(slot, word);
  Expression expression = make(all, ExpressionOp::literal, slot, place);
  expression.value = word_index(all, word);
  expression.other = word_mark;
  return expression;
}

Expression poisoned(Resolution& all, const Place& place) {
  return make(all, ExpressionOp::literal, all.kinds.poisoned(), place);
}

Expression with_operands(Expression expression, std::vector<Expression> operands) {
  expression.operands = std::move(operands);
  return expression;
}

bool is_word(const Expression& expression) {
  return expression.op == ExpressionOp::literal && expression.other == word_mark;
}

bool is_infinity(const Expression& expression) {
  return expression.op == ExpressionOp::literal && expression.other == infinity_mark;
}

bool is_literal(const Resolution& all, const Expression& expression, Base base) {
  if (expression.op != ExpressionOp::literal || expression.other != nothing) return false;
  const Slot slot = slot_of(expression);
  if (all.kinds.is_poisoned(slot)) return false;
  return base == Base::integer ? all.kinds.is_number(slot) : all.kinds.base(slot) == base;
}

std::optional<bool> as_truth(const Resolution& all, const Expression& expression) {
  if (!is_literal(all, expression, Base::boolean)) return std::nullopt;
  return expression.value != 0;
}

bool is_doubtful(const Resolution& all, const Expression& expression) {
  return all.kinds.is_poisoned(slot_of(expression)) ||
         std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](const Expression& operand) { return is_doubtful(all, operand); });
}

VariableIndex add_variable(Resolution& all, Variable variable, VariableFacts facts) {
  all.model.variables.push_back(std::move(variable));
  all.facts.push_back(std::move(facts));
  return static_cast<VariableIndex>(all.model.variables.size() - 1);
}

VariableIndex add_scratch(Resolution& all, const std::string& name, const Place& place) {
  Variable variable;
  variable.name = name;
  variable.place = place;
  VariableFacts facts;
  facts.value = all.kinds.unknown();
  facts.is_read = true;
  return add_variable(all, std::move(variable), std::move(facts));
}

VariableIndex hidden_local(Resolution& all, std::uint32_t kind, const void* syntax, const std::string& name,
                           const Place& place) {
  const auto known = all.hidden.find(syntax);
  if (known != all.hidden.end()) return known->second;
  Variable variable;
  variable.name = name;
  variable.place = place;
  variable.scope = Scope::local;
  variable.owner = kind;
  VariableFacts facts;
  facts.value = all.kinds.known(Base::instant);
  facts.is_read = true;
  const VariableIndex index = add_variable(all, std::move(variable), std::move(facts));
  all.hidden.emplace(syntax, index);
  return index;
}

Expression read(Resolution& all, VariableIndex variable, const Place& place) {
  all.facts[variable].is_read = true;
  Slot slot = all.facts[variable].value;
  if (all.model.variables[variable].shape == Shape::expiring) {
    const Slot cell = slot;
    slot = all.kinds.unknown();
    all.kinds.unify(slot, cell);
    all.kinds.may_be(slot, "none");
  }
  Expression expression = make(all, ExpressionOp::read, slot, place);
  expression.variable = variable;
  return expression;
}

Statement make_statement(Resolution& all, StatementOp op, const syntax::Statement& from) {
  ++all.statements;
  Statement statement;
  statement.op = op;
  statement.place = from.place;
  statement.comment = from.comment;
  return statement;
}

Statement assign(Resolution& all, const Body& body, VariableIndex variable, Expression value, const Place& place) {
  ++all.statements;
  const Slot slot = all.facts[variable].value;
  fit(all, body, slot, value, all.model.variables[variable].name);
  all.kinds.flow(slot_of(value), slot);
  Statement statement;
  statement.op = StatementOp::assign;
  statement.place = place;
  statement.variable = variable;
  statement.expressions.push_back(std::move(value));
  return statement;
}

}  // namespace interlock::language
