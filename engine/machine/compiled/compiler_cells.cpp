// What operations do to cells: writes, deadlines, containers, and the ghosts beside them.

#include "engine/assert.hpp"
#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/ranges.hpp"

#include <algorithm>

namespace interlock::machine {

using namespace language;

namespace {

bool is_container(const Variable& variable) {
  return variable.shape != Shape::scalar && variable.shape != Shape::expiring;
}

}  // namespace

void Compiler::compile_effect(const Statement& statement) {
  if (statement.op == StatementOp::unwatch) return unwatch(statement.server);
  if (statement.op == StatementOp::watch) return watch(statement);
  if (statement.variable == nothing || !matters(statement.variable)) return draw_choices(statement);
  if (is_container(model_.variables[statement.variable])) return change_container(statement);
  switch (statement.op) {
    case StatementOp::write: return write_cell(statement);
    case StatementOp::clear: return clear_cell(layout_.cells[statement.variable], statement.variable);
    case StatementOp::expire: return expire_cell(statement);
    case StatementOp::persist: return persist_cell(statement);
    default: INTERLOCK_ASSERT(false, "every statement has a meaning"); return;
  }
}

void Compiler::touch(std::int32_t watched) {
  if (watched >= 0) emit(Opcode::touch, no_register, no_register, no_register, watched);
}

void Compiler::note_writer(const Cell& cell) {
  if (cell.writer != no_register)
    emit(Opcode::set, cell.writer, no_register, no_register, static_cast<std::int32_t>(client_));
}

/// The place of a cell among those that leases are on, or -1. What nobody does gives nobody a lease, and ends none.
std::int32_t Compiler::leased_index(VariableIndex variable) const {
  if (client_ == nothing) return -1;
  const auto found = std::find(layout_.leased.begin(), layout_.leased.end(), variable);
  return found == layout_.leased.end() ? -1 : static_cast<std::int32_t>(found - layout_.leased.begin());
}

/// This client has written the cell, or given it a deadline, or dropped its deadline.
void Compiler::note_given(VariableIndex variable) {
  const Cell& cell = layout_.cells[variable];
  const std::int32_t leased = leased_index(variable);
  if (leased >= 0) emit(Opcode::give, no_register, cell.deadline.word(), cell.writer, leased);
}

void Compiler::write_cell(const Statement& statement) {
  const Variable& variable = model_.variables[statement.variable];
  const Register from = evaluate(statement.expressions[0]);
  if (variable.scope != Scope::server) {
    const Register into = register_of(statement.variable, client_);
    emit(Opcode::copy, into, from);
    return check_range(variable.kind, statement.expressions[0].kind, into);
  }
  const Cell& cell = layout_.cells[statement.variable];
  emit(Opcode::copy, cell.value, from);
  check_range(variable.kind, statement.expressions[0].kind, cell.value);
  if (cell.present != no_register) {
    emit(Opcode::set, cell.present, no_register, no_register, 1);
    if (!statement.flag) emit(Opcode::stop_timer, cell.deadline.word());
  }
  note_writer(cell);
  if (!statement.flag) note_given(statement.variable);
  touch(cell.watched);
}

void Compiler::clear_cell(const Cell& cell, VariableIndex variable) {
  if (cell.present == no_register) {
    const Register value = register_of(variable, client_);
    emit(Opcode::set, value, no_register, no_register, none_word);
    return touch(cell.watched);
  }
  const std::uint32_t absent = emit(Opcode::jump_if_false, cell.present);
  const std::int32_t leased = leased_index(variable);
  if (leased >= 0) emit(Opcode::take_back, no_register, no_register, no_register, leased);
  emit(Opcode::set, cell.present, no_register, no_register, 0);
  emit(Opcode::set, cell.value, no_register, no_register, layout_.initial[cell.value]);
  emit(Opcode::stop_timer, cell.deadline.word());
  if (cell.writer != no_register) emit(Opcode::set, cell.writer, no_register, no_register, -1);
  touch(cell.watched);
  patch(absent);
}

void Compiler::expire_cell(const Statement& statement) {
  const Cell& cell = layout_.cells[statement.variable];
  const Register span = evaluate(statement.expressions[0]);
  if (needs_look(statement.expressions[0])) emit(Opcode::near_span, span);
  const std::uint32_t absent = emit(Opcode::jump_if_false, cell.present);
  const std::uint32_t over = emit(Opcode::jump_if_false, binary(Opcode::less, constant(0), span));
  emit(Opcode::start_timer_for, cell.deadline.word(), span);
  note_given(statement.variable);
  touch(cell.watched);
  const std::uint32_t done = emit(Opcode::jump);
  patch(over);
  clear_cell(cell, statement.variable);
  patch(done);
  patch(absent);
}

void Compiler::persist_cell(const Statement& statement) {
  const Cell& cell = layout_.cells[statement.variable];
  const std::uint32_t none = emit(Opcode::jump_if_false, asked(Opcode::timer_started, cell.deadline));
  emit(Opcode::stop_timer, cell.deadline.word());
  note_given(statement.variable);
  touch(cell.watched);
  patch(none);
}

/// The value, brought back into the range of where it is put.
Register Compiler::evaluate_within(const Expression& expression, const Kind& into) {
  const Register value = evaluate(expression);
  if (!may_leave_range(expression.kind, into)) return value;
  const Register checked = temporary();
  emit(Opcode::copy, checked, value);
  check_range(into, expression.kind, checked);
  return checked;
}

void Compiler::change_container(const Statement& statement) {
  const Variable& variable = model_.variables[statement.variable];
  const std::int32_t container = layout_.container_of[statement.variable];
  const auto& operands = statement.expressions;
  const auto index_of = [&](VariableIndex other) { return static_cast<Register>(layout_.container_of[other]); };
  const auto change = [&](Opcode op, Register b = no_register, Register c = no_register) {
    emit(op, no_register, b, c, container);
  };
  switch (statement.op) {
    case StatementOp::add: return change(Opcode::insert, evaluate_within(operands[0], variable.kind));
    case StatementOp::push: return change(Opcode::push, evaluate_within(operands[0], variable.kind));
    case StatementOp::remove: return change(Opcode::remove, evaluate(operands[0]));
    case StatementOp::remove_up_to: return change(Opcode::remove_up_to, evaluate(operands[0]));
    case StatementOp::drop_first: return change(Opcode::drop_first);
    case StatementOp::clear: return change(Opcode::empty);
    case StatementOp::intersect:
      return change(Opcode::intersect, index_of(statement.second), index_of(statement.third));
    case StatementOp::put: {
      const Register member = evaluate_within(operands[0], variable.kind);
      return change(Opcode::put, member, evaluate_within(operands[1], variable.key));
    }
    case StatementOp::map_put: {
      const Register key = evaluate_within(operands[0], variable.key);
      return change(Opcode::map_put, key, evaluate_within(operands[1], variable.kind));
    }
    default: INTERLOCK_ASSERT(false, "every statement about a container has a meaning"); return;
  }
}

void Compiler::watch(const Statement& statement) {
  const Layout& layout = layout_;
  for (const auto& watched : layout.watched)
    if (watched.variable == statement.variable)
      emit(Opcode::set, watched.watching[client_], no_register, no_register, 1);
}

void Compiler::unwatch(std::uint32_t server) {
  for (const auto& watched : layout_.watched)
    if (model_.variables[watched.variable].owner == server)
      emit(Opcode::set, watched.watching[client_], no_register, no_register, 0);
  const Register touched = layout_.touched[server].empty() ? no_register : layout_.touched[server][client_];
  if (touched != no_register) emit(Opcode::set, touched, no_register, no_register, 0);
}

}  // namespace interlock::machine
