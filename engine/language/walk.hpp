#pragma once
// Visits every statement and expression of a model, in a fixed order.

#include "engine/language/model.hpp"

namespace interlock::language {

template <class Visit>
void for_each_expression(const language::Expression& expression, const Visit& visit) {
  visit(expression);
  for (const auto& operand : expression.operands) for_each_expression(operand, visit);
}

template <class Visit>
void for_each_statement(const language::Block& block, const Visit& visit) {
  for (const auto& statement : block) {
    visit(statement);
    for (const auto& inner : statement.blocks) for_each_statement(inner, visit);
  }
}

/// The statements of all clients' programs and heartbeats, of what servers do when a client is gone, and of the faults
/// that the protocol declares.
template <class Visit>
void for_each_statement(const language::Model& model, const Visit& visit) {
  for (const auto& kind : model.kinds) {
    for_each_statement(kind.program, visit);
    for (const auto& background : kind.backgrounds) for_each_statement(background.body, visit);
  }
  for (const auto& server : model.servers) for_each_statement(server.on_disconnect, visit);
  for (const auto& fault : model.own_faults) for_each_statement(fault.body, visit);
}

/// The expressions of all programs, kept conditions and specs.
template <class Visit>
void for_each_expression(const language::Model& model, const Visit& visit) {
  for_each_statement(model, [&](const language::Statement& statement) {
    for (const auto& expression : statement.expressions) for_each_expression(expression, visit);
  });
  for (const auto& kind : model.kinds)
    for (const auto& kept : kind.kept) for_each_expression(kept.condition, visit);
  for (const auto& spec : model.specs) {
    for (const auto& expression : spec.given) for_each_expression(expression, visit);
    for (const auto& expression : spec.condition) for_each_expression(expression, visit);
  }
}

}  // namespace interlock::language
