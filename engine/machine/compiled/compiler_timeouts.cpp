// Calls that get no answer, and the end of a round.

#include "engine/language/walk.hpp"
#include "engine/machine/compiled/compiler.hpp"

#include <utility>

namespace interlock::machine {

using namespace language;

void Compiler::compile_timeout(const Statement& statement) {
  std::vector<std::uint32_t> ends;
  unanswered_ = {&statement, &ends};
  compile(statement.blocks[0], true);
  unanswered_ = {};
  for (const std::uint32_t end : ends) patch(end);
}

void Compiler::compile_finally(const Statement& statement) {
  std::vector<std::uint32_t> ends;
  round_ends_ = &ends;
  compile(statement.blocks[0], true);
  round_ends_ = nullptr;
  for (const std::uint32_t end : ends) patch(end);
  compile(statement.blocks[1], true);
}

/// Of all threads; by way of `finally`, where there is one. A second thread has none around it.
void Compiler::end_round() {
  if (thread_ == 0)
    leave_sections(0);
  else
    emit(Opcode::leave_all);
  if (thread_ == 0 && round_ends_ != nullptr)
    round_ends_->push_back(emit(Opcode::jump));
  else
    emit(Opcode::end_round);
}

/// The request is lost, or the reply to it: the server has done what it was asked for, and the client learns nothing.
/// It waits for `within`, or as long as the adversary likes, which is a poll in all but name; whoever gives up a
/// `retry` or a `when` after a time still does. `from`: the locations of the step, the last to be waited in first.
void Compiler::compile_loss(const Statement& statement, std::initializer_list<std::uint32_t> from) {
  const Unanswered then = std::exchange(unanswered_, {});
  if (!layout_.loses_calls || kind().steady || model_.servers[statement.server].steady) return;
  const std::uint32_t over = emit(Opcode::jump);
  for (const std::uint32_t location : from) program_->locations[location].lost = here();
  const Register taken = temporary();
  emit(Opcode::choose, taken, no_register, no_register, 2);
  if (relevance_.grant && thread_ == 0) emit(Opcode::called, no_register, no_register, no_register, 1);
  const std::uint32_t request = emit(Opcode::jump_if_false, taken);
  compile_lost_effect(statement);
  patch(request);
  if (then.timeout != nullptr && then.timeout->flag) grant_if_called({});
  const std::uint32_t waits = new_location(LocationKind::poll, statement);
  const Location& asked = program_->locations[*from.begin()];
  Location& waiting = program_->locations[waits];
  waiting.limited = asked.limited;
  waiting.give_up = asked.give_up;
  if (then.timeout != nullptr && then.timeout->span.low != unbounded) {
    waiting.punctual = true;
    waiting.timer_high = ticks_of(then.timeout->span.low);
  }
  emit(Opcode::location, no_register, static_cast<Register>(thread_), no_register, static_cast<std::int32_t>(waits));
  program_->locations[waits].entry = here();
  if (then.timeout == nullptr) {
    end_round();
  } else {
    compile(then.timeout->blocks[1], true);
    then.ends->push_back(emit(Opcode::jump));
  }
  patch(over);
}

/// What the server does, with copies of the client's own variables.
void Compiler::compile_lost_effect(const Statement& statement) {
  std::vector<std::uint32_t> ends;
  copies_ = copy_locals(statement);
  lost_ends_ = &ends;
  lost_loops_ = breaks_.size();
  if (statement.op == StatementOp::when) {
    in_operation_ = true;
    emit(Opcode::guard, evaluate(statement.expressions[0]));
    in_operation_ = false;
  }
  note_call();
  compile(statement.blocks[0], false);
  lost_ends_ = nullptr;
  copies_.clear();
  for (const std::uint32_t end : ends) patch(end);
}

std::map<VariableIndex, Register> Compiler::copy_locals(const Statement& statement) {
  std::map<VariableIndex, Register> copies;
  const auto take = [&](VariableIndex variable) {
    if (variable == nothing || model_.variables[variable].scope != Scope::local || copies.contains(variable)) return;
    const auto own = words().own.find(variable);
    if (own == words().own.end()) return;
    const Register copy = temporary();
    emit(Opcode::copy, copy, own->second);
    copies[variable] = copy;
  };
  const auto look = [&](const Expression& whole) {
    for_each_expression(whole, [&](const Expression& part) { take(part.variable); });
  };
  for (const Expression& whole : statement.expressions) look(whole);
  for_each_statement(statement.blocks[0], [&](const Statement& inner) {
    take(inner.variable);
    for (const Expression& whole : inner.expressions) look(whole);
  });
  return copies;
}

}  // namespace interlock::machine
