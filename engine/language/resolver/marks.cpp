// Statements that say something about a run and change nothing: checks, grants, places in a queue.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <utility>

namespace interlock::language {

namespace {

using syntax::StatementForm;

/// assert and witness.
void resolve_check(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  const bool asserts = text.form == StatementForm::assert_;
  body.checks = true;
  hoist_calls(all, body, out, {&*text.value}, text);
  Statement statement = make_statement(all, asserts ? StatementOp::assert_ : StatementOp::witness, text);
  statement.name = text.text;
  statement.expressions.push_back(resolve_condition(all, body, *text.value));
  body.checks = false;
  body.hoisted.clear();
  (asserts ? all.asserted : all.witnessed).emplace(text.text, text.place);
  out.push_back(std::move(statement));
}

void resolve_fence(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  hoist_calls(all, body, out, {&*text.value}, text);
  Expression token = resolve_expression(all, body, *text.value);
  body.hoisted.clear();
  expect(all, body, token, Base::token, "a fence");
  all.asserted.emplace("fence_monotonic", text.place);  // a fence is checked against the grants before it
  Statement statement = make_statement(all, StatementOp::fence, text);
  statement.expressions.push_back(std::move(token));
  out.push_back(std::move(statement));
}

/// `granted on CELL`: the cell whose deadline is the lease's.
void resolve_lease(Resolution& all, const Body& body, Statement& granted, const syntax::Expression& text) {
  const auto path = cell_path(all, body, text);
  if (!path) {
    report(all, "E0206", "a cell has to stand here", text.place,
           {{"a cell is named with its server: redis.lock"}, {}, ""});
    return;
  }
  const auto cell = find_cell(all, *path);
  if (!cell) return;
  const Variable& variable = all.model.variables[*cell];
  if (variable.shape != Shape::expiring || variable.scope != Scope::server) {
    report(all, "E0313",
           fmt::format("a lease is an expiring cell, and {} is {}", variable.name,
                       describe_shape(variable.shape, all.facts[*cell].optional)),
           text.place);
    return;
  }
  granted.variable = *cell;
}

bool is_client_mark(StatementForm form) {
  return form == StatementForm::granted || form == StatementForm::queued || form == StatementForm::fence;
}

void resolve_client_mark(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (is_store_room(body)) {
    report(all, "E0251", "only a client says that it was granted, queued or fenced", text.place);
    return;
  }
  ClientKind& kind = all.model.kinds[body.kind];
  if (text.form == StatementForm::fence) return resolve_fence(all, body, out, text);
  const bool granted = text.form == StatementForm::granted;
  (granted ? kind.says_granted : kind.says_queued) = true;
  Statement mark = make_statement(all, granted ? StatementOp::granted : StatementOp::queued, text);
  if (text.value) resolve_lease(all, body, mark, *text.value);
  out.push_back(std::move(mark));
}

}  // namespace

bool resolve_mark(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  const bool is_section = text.form == StatementForm::critical || text.form == StatementForm::section;
  const bool is_beside = text.form == StatementForm::background || text.form == StatementForm::keep;
  if ((is_section || is_beside) && is_store_room(body)) {
    report(all, "E0251", "an operation has no sections", text.place);
    return true;
  }
  if (is_section) return resolve_section(all, body, out, text), true;
  if (text.form == StatementForm::background) return resolve_background(all, body, text), true;
  if (text.form == StatementForm::keep) return resolve_keep(all, body, text), true;
  if (is_client_mark(text.form)) return resolve_client_mark(all, body, out, text), true;
  if (text.form != StatementForm::assert_ && text.form != StatementForm::witness) return false;
  resolve_check(all, body, out, text);
  return true;
}

}  // namespace interlock::language
