// Calls that get no answer, and the end of a round.

#include "engine/language/walk.hpp"
#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/requests.hpp"

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
Register Compiler::cut_off_from(const Statement& call) const {
  return words().cut_off.empty() ? no_register : words().cut_off[call.server];
}

std::uint32_t Compiler::compile_reach(const Statement& statement) {
  const Register cut_off = cut_off_from(statement);
  if (cut_off == no_register) return 0;
  const std::uint32_t reached = emit(Opcode::jump_if_false, cut_off);
  if (relevance_.grant && thread_ == 0) emit(Opcode::called, no_register, no_register, no_register, 1);
  const std::uint32_t unheard = emit(Opcode::jump);
  patch(reached);
  return unheard;
}

/// No other fault strikes a call that does not arrive.
void Compiler::require_reach(const Statement& call) {
  if (cut_off_from(call) != no_register) emit(Opcode::guard, negated(cut_off_from(call)));
}

void Compiler::compile_faults_of_call(const Statement& statement, std::initializer_list<std::uint32_t> from,
                                      std::uint32_t unheard) {
  const Unanswered then = std::exchange(unanswered_, {});
  if (!may_be_struck(model_, kind(), statement) || !(layout_.loses_calls || layout_.most_requests > 0)) return;
  const std::uint32_t over = emit(Opcode::jump);
  if (layout_.most_requests > 0) {
    for (const std::uint32_t location : from) program_->locations[location].twice = here();
    require_reach(statement);
    compile_sending(statement);
    emit(Opcode::jump, no_register, no_register, no_register,
         static_cast<std::int32_t>(program_->locations[*from.begin()].entry));
  }
  if (layout_.loses_calls) compile_loss(statement, from, unheard, then);
  for (std::size_t place = 0; place < layout_.most_requests; ++place) compile_arrival(statement, place);
  patch(over);
}

void Compiler::compile_loss(const Statement& statement, std::initializer_list<std::uint32_t> from,
                            std::uint32_t unheard, const Unanswered& then) {
  const auto note = [&] {
    if (relevance_.grant && thread_ == 0) emit(Opcode::called, no_register, no_register, no_register, 1);
  };
  std::vector<std::uint32_t> waits_now;
  if (unheard != 0) waits_now.push_back(unheard);
  if (layout_.most_requests > 0) {
    for (const std::uint32_t location : from) program_->locations[location].late = here();
    require_reach(statement);
    note();
    compile_sending(statement);
    waits_now.push_back(emit(Opcode::jump));
  }
  for (const std::uint32_t location : from) program_->locations[location].lost = here();
  require_reach(statement);
  const Register taken = temporary();
  emit(Opcode::choose, taken, no_register, no_register, 2);
  note();
  waits_now.push_back(emit(Opcode::jump_if_false, taken));
  copies_ = copy_locals(statement);
  compile_unseen(statement);
  for (const std::uint32_t jump : waits_now) patch(jump);
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
}

/// What the server does, with copies of the client's own variables.
void Compiler::compile_unseen(const Statement& statement) {
  std::vector<std::uint32_t> ends;
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
