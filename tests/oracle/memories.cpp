// What is remembered of clients for those who ask.

#include "tests/oracle/normal_form.hpp"
#include "tests/oracle/visits.hpp"

#include <set>
#include <string>

namespace interlock::oracle {

using namespace language;

bool asks_for_grant(const Model& model, ClientIndex client, const evaluator::Request& request) {
  const Statement* here = evaluator::statement_at(evaluator::body_of(model, client, request.thread), request.path);
  bool asks = false;
  if (here != nullptr)
    visit_block({*here}, [&](const Statement& statement) {
      for (const auto& whole : statement.expressions)
        visit_expression(whole, [&](const Expression& part) { asks = asks || part.op == ExpressionOp::caller_grant; });
    });
  return asks;
}

Memories memories_of(const Model& model, const std::vector<std::uint32_t>& specs) {
  Memories memories;
  const auto take = [&](const Expression& part) {
    if (part.op == ExpressionOp::writer || part.op == ExpressionOp::writer_of) memories.writers = true;
    if (part.op == ExpressionOp::holds_lease) memories.writers = memories.leases = true;
    if (part.op == ExpressionOp::queued_before) memories.places = true;
    if (part.op == ExpressionOp::caller_grant) memories.grants = true;
  };
  std::set<std::string> names;
  for (const std::uint32_t index : specs) {
    const Spec& spec = model.specs[index];
    if (spec.form == PropertyForm::asserted || spec.form == PropertyForm::witnessed) names.insert(spec.name);
    for (const auto& whole : spec.given) visit_expression(whole, take);
    for (const auto& whole : spec.condition) visit_expression(whole, take);
  }
  memories.fences = names.contains("fence_monotonic");
  memories.grants = memories.grants || memories.fences;
  visit_statements(model, [&](const Statement& statement) {
    const bool checks = statement.op == StatementOp::assert_ || statement.op == StatementOp::witness;
    if (checks && !names.contains(statement.name)) return;
    for (const auto& whole : statement.expressions) visit_expression(whole, take);
  });
  for (const auto& kind : model.kinds)
    for (const auto& kept : kind.kept)
      if (names.contains(kept.name)) visit_expression(kept.condition, take);
  return memories;
}

}  // namespace interlock::oracle
