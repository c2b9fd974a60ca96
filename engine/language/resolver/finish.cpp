// The last pass: kinds into every expression, values into words, numbers onto steps.

#include "engine/language/checks/intervals.hpp"
#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

std::vector<Block*> all_bodies(Model& model) {
  std::vector<Block*> bodies;
  for (auto& kind : model.kinds) {
    bodies.push_back(&kind.program);
    for (auto& background : kind.backgrounds) bodies.push_back(&background.body);
  }
  for (auto& server : model.servers) bodies.push_back(&server.on_disconnect);
  for (auto& fault : model.own_faults) bodies.push_back(&fault.body);
  return bodies;
}

namespace {

/// The value of a word, by the kind that it turned out to have.
std::int64_t word_value(const Resolution& all, const std::string& word, const Kind& kind) {
  const auto name = std::find(kind.names.begin(), kind.names.end(), word);
  if (name != kind.names.end()) return name - kind.names.begin();
  const auto& extra = all.kinds.extra_words();
  return extra_value(static_cast<std::size_t>(std::find(extra.begin(), extra.end(), word) - extra.begin()));
}

/// Kinds of integers, by what the operands can be.
Span range_of(const Resolution& all, const Expression& expression) {
  const auto operand = [&](std::size_t index) {
    return Span{expression.operands[index].kind.low, expression.operands[index].kind.high};
  };
  const auto of_kind = [](const Kind& kind) { return Span{kind.low, kind.high}; };
  const auto capacity = [&] { return static_cast<std::int64_t>(all.model.variables[expression.variable].capacity); };
  switch (expression.op) {
    case ExpressionOp::literal: return {expression.value, expression.value};
    case ExpressionOp::member_at:
      if (all.model.variables[expression.variable].shape == Shape::map)
        return of_kind(all.model.variables[expression.variable].key);
      [[fallthrough]];
    case ExpressionOp::read:
    case ExpressionOp::first:
    case ExpressionOp::before:
    case ExpressionOp::at: return of_kind(all.model.variables[expression.variable].kind);
    case ExpressionOp::score: return of_kind(all.model.variables[expression.variable].key);
    case ExpressionOp::add: return plus(operand(0), operand(1));
    case ExpressionOp::subtract: return minus(operand(0), operand(1));
    case ExpressionOp::negate: return minus({0, 0}, operand(0));
    case ExpressionOp::choose: return {operand(0).low, operand(1).high};
    case ExpressionOp::count: return {0, capacity()};
    case ExpressionOp::rank: return {0, std::max<std::int64_t>(0, capacity() - 1)};
    case ExpressionOp::number_of_true: return {0, static_cast<std::int64_t>(expression.operands.size())};
    default: return {0, 0};
  }
}

void finish_expression(Resolution& all, Expression& expression) {
  for (auto& operand : expression.operands) finish_expression(all, operand);
  Kind kind = all.kinds.kind(slot_of(expression));
  if (is_word(expression)) {
    expression.value = word_value(all, all.words[static_cast<std::size_t>(expression.value)], kind);
    expression.other = nothing;
  } else if (kind.base == Base::integer) {
    const Span span = range_of(all, expression);
    kind.low = span.low;
    kind.high = span.high;
  }
  expression.kind = std::move(kind);
}

template <typename Visit>
void all_expressions(Model& model, const Visit& visit) {
  for (Block* body : all_bodies(model))
    each_block(*body, [&](Block& block) {
      for (auto& statement : block) {
        for (auto& expression : statement.expressions) visit(expression);
        for (auto& call : statement.calls)
          for (auto& argument : call.arguments)
            for (auto& expression : argument.value) visit(expression);
      }
    });
  for (auto& kind : model.kinds)
    for (auto& kept : kind.kept) visit(kept.condition);
  for (auto& spec : model.specs) {
    for (auto& expression : spec.given) visit(expression);
    for (auto& expression : spec.condition) visit(expression);
  }
}

/// What a variable of a client is that has no value yet: where it may be none, none, as a spec that reads it expects.
std::optional<std::int64_t> none_of(const Variable& variable) {
  if (variable.scope != Scope::local) return std::nullopt;
  const auto none = std::find(variable.kind.extra.begin(), variable.kind.extra.end(), "none");
  if (none == variable.kind.extra.end()) return std::nullopt;
  return extra_value(static_cast<std::size_t>(none - variable.kind.extra.begin()));
}

void finish_variable(Resolution& all, VariableIndex index) {
  Variable& variable = all.model.variables[index];
  const VariableFacts& facts = all.facts[index];
  if (variable.shape == Shape::expiring) variable.kind.extra.clear();
  if (variable.shape != Shape::scalar) return;
  if (facts.initial) {
    Expression initial = *facts.initial;
    finish_expression(all, initial);
    variable.initial = initial.value;
  } else if (facts.optional) {
    variable.initial = extra_value(0);
  } else if (const auto none = none_of(variable)) {
    variable.initial = *none;
  } else if (variable.kind.base == Base::integer) {
    variable.initial = facts.range
                           ? variable.kind.low
                           : std::max<std::int64_t>(variable.kind.low, std::min<std::int64_t>(0, variable.kind.high));
  }
}

void check_infinities(Resolution& all) {
  all_expressions(all.model, [&](Expression& outer) {
    each_expression(outer, [&](const Expression& expression) {
      if (is_infinity(expression))
        report(all, "E0239", "inf is a bound to compare with, not a value", expression.place);
    });
  });
}

}  // namespace

void finish(Resolution& all) {
  check_infinities(all);
  for (VariableIndex index{0}; index < all.model.variables.size(); ++index) finish_variable(all, index);
  all_expressions(all.model, [&](Expression& expression) { finish_expression(all, expression); });
}

void number_steps(Model& model) {
  std::set<std::tuple<std::uint32_t, std::uint32_t, bool>> places;
  const auto place_of = [](const Place& place, bool is_clock) {
    return std::make_tuple(place.line, place.column, !is_clock);  // read before the call that begins at the same place
  };
  const auto each_step = [&](const auto& visit) {
    for (auto& kind : model.kinds) {
      const auto in_block = [&](Block& block) {
        for (auto& statement : block)
          if (is_step(statement.op))
            visit(place_of(statement.place, statement.op == StatementOp::clock), statement.step);
      };
      each_block(kind.program, in_block);
      for (auto& background : kind.backgrounds) {
        visit(place_of(background.place, false), background.step);
        each_block(background.body, in_block);
      }
    }
  };
  each_step([&](const auto& place, std::uint32_t&) { places.insert(place); });
  each_step([&](const auto& place, std::uint32_t& step) {
    step = static_cast<std::uint32_t>(std::distance(places.begin(), places.find(place))) + 1;
  });
  model.steps = static_cast<std::uint32_t>(places.size());
}

void warn_of_unused(Resolution& all) {
  for (const auto& [name, param] : all.params)
    if (!param.is_used)
      report(all, "W0502", fmt::format("param {} is never used", name), param.place, {}, Severity::warning);
  for (VariableIndex index{0}; index < all.model.variables.size(); ++index) {
    const Variable& variable = all.model.variables[index];
    if (variable.scope != Scope::local || all.facts[index].is_read) continue;
    report(all, "W0501", fmt::format("{} is never read", variable.name), variable.place, {}, Severity::warning);
  }
}

}  // namespace interlock::language
