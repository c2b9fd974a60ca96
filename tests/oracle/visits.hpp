#pragma once
// All that a model says, for whoever has to look at each part of it.

#include "engine/language/model.hpp"

#include <vector>

namespace interlock::oracle {

template <class Visit>
void visit_expression(const language::Expression& expression, const Visit& visit) {
  visit(expression);
  for (const auto& operand : expression.operands) visit_expression(operand, visit);
}

template <class Visit>
void visit_block(const language::Block& block, const Visit& visit) {
  for (const auto& statement : block) {
    visit(statement);
    for (const auto& inner : statement.blocks) visit_block(inner, visit);
  }
}

template <class Visit>
void visit_statements(const language::Model& model, const Visit& visit) {
  for (const auto& kind : model.kinds) {
    visit_block(kind.program, visit);
    for (const auto& background : kind.backgrounds) visit_block(background.body, visit);
  }
  for (const auto& fault : model.own_faults) visit_block(fault.body, visit);
}

/// All expressions that belong together: those of one statement, one `keep` or one spec.
template <class Visit>
void visit_groups(const language::Model& model, const Visit& visit) {
  using Group = std::vector<language::Expression>;
  visit_statements(model, [&](const language::Statement& statement) { visit(&statement, statement.expressions); });
  const language::Statement* none = nullptr;
  for (const auto& kind : model.kinds)
    for (const auto& kept : kind.kept) visit(none, Group{kept.condition});
  for (const auto& spec : model.specs) {
    visit(none, spec.given);
    visit(none, spec.condition);
  }
}

}  // namespace interlock::oracle
