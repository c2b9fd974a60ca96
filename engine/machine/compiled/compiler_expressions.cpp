#include "engine/assert.hpp"
#include "engine/machine/compiled/compiler.hpp"

namespace interlock::machine {

using namespace language;

std::int32_t Compiler::ticks_of(std::int64_t microseconds) const {
  INTERLOCK_ASSERT(microseconds % ticks_.microseconds == 0, "a tick divides every duration of the model");
  return word_of(microseconds / ticks_.microseconds);
}

Word Compiler::literal_word(const Expression& expression) const {
  if (!expression.kind.extra.empty() && expression.value < extra_value(64))
    return expression.kind.base == Base::client
               ? -1
               : layout_.extra(expression.kind.extra[static_cast<std::size_t>(expression.value - extra_value(0))]);
  if (expression.kind.base == Base::duration) return ticks_of(expression.value);
  return word_of(expression.value);
}

Register Compiler::constant(Word value) {
  const Register answer = temporary();
  emit(Opcode::set, answer, no_register, no_register, value);
  return answer;
}

Register Compiler::binary(Opcode op, Register left, Register right) {
  const Register answer = temporary();
  emit(op, answer, left, right);
  return answer;
}

Register Compiler::negated(Register operand) {
  const Register answer = temporary();
  emit(Opcode::not_, answer, operand);
  return answer;
}

Register Compiler::evaluate_read(const Expression& expression) {
  const Variable& variable = model_.variables[expression.variable];
  if (variable.scope == Scope::server && variable.shape == Shape::expiring) {
    const Cell& cell = layout_.cells[expression.variable];
    const Register answer = temporary();
    emit(Opcode::value_or_none, answer, cell.present, cell.value);
    return answer;
  }
  return register_of(expression.variable, expression.client == nothing ? client_ : expression.client);
}

Register Compiler::evaluate_comparison(const Expression& expression) {
  const Register left = evaluate(expression.operands[0]);
  const Register right = evaluate(expression.operands[1]);
  const bool are_spans = expression.operands[0].kind.base == Base::duration;
  if (are_spans && needs_look(expression)) emit(Opcode::far_spans, no_register, left, right);
  switch (expression.op) {
    case ExpressionOp::equal: return binary(Opcode::equal, left, right);
    case ExpressionOp::not_equal: return binary(Opcode::not_equal, left, right);
    case ExpressionOp::less: return binary(Opcode::less, left, right);
    case ExpressionOp::less_equal: return binary(Opcode::less_equal, left, right);
    case ExpressionOp::greater: return binary(Opcode::less, right, left);
    default: return binary(Opcode::less_equal, right, left);
  }
}

Register Compiler::evaluate_container(const Expression& expression) {
  const std::int32_t container = layout_.container_of[expression.variable];
  INTERLOCK_ASSERT(container >= 0, "containers are read as containers");
  Register member = expression.operands.empty() ? no_register : evaluate(expression.operands[0]);
  if (expression.op == ExpressionOp::member_at) member = static_cast<Register>(expression.value);
  const Register answer = temporary();
  const auto op = [&] {
    switch (expression.op) {
      case ExpressionOp::contains: return Opcode::contains;
      case ExpressionOp::count: return Opcode::count;
      case ExpressionOp::rank: return Opcode::rank;
      case ExpressionOp::score: return Opcode::score;
      case ExpressionOp::first: return Opcode::first;
      case ExpressionOp::before: return Opcode::before;
      case ExpressionOp::member_at: return Opcode::member;
      case ExpressionOp::at: return Opcode::at;
      default: return Opcode::writer_of;
    }
  }();
  emit(op, answer, member, no_register, container);
  return answer;
}

Register Compiler::number_of_true(const Expression& expression) {
  const Register sum = constant(0);
  for (const auto& operand : expression.operands) emit(Opcode::add, sum, sum, evaluate(operand));
  return sum;
}

Register Compiler::evaluate_client(const Expression& expression) {
  const ClientWords& whose = layout_.clients[expression.client];
  const auto inside = [&](std::uint32_t section) {
    const Register answer = temporary();
    emit(Opcode::inside, answer, whose.location[0], static_cast<Register>(expression.client),
         static_cast<std::int32_t>(section));
    return answer;
  };
  const auto happened = [&](Event event) {
    const Register answer = temporary();
    const std::uint32_t section = expression.section == nothing ? 0 : expression.section;
    emit(Opcode::event_test, answer, static_cast<Register>(section), static_cast<Register>(expression.client),
         static_cast<std::int32_t>(event));
    return answer;
  };
  const auto is_idle = [&] { return binary(Opcode::equal, whose.location[0], constant(0)); };
  const auto flag = [&](Register word, bool otherwise) {
    return word == no_register ? constant(otherwise ? 1 : 0) : word;
  };
  const auto not_through = [&](const ClientWords& client) {
    return binary(Opcode::and_, binary(Opcode::not_equal, client.location[0], constant(0)),
                  negated(client.been_critical));
  };
  switch (expression.op) {
    case ExpressionOp::in_section: return inside(expression.section);
    case ExpressionOp::enters: return happened(Event::enters);
    case ExpressionOp::leaves: return happened(Event::leaves);
    case ExpressionOp::ends_round: return happened(Event::ends_round);
    case ExpressionOp::waiting: return not_through(whose);
    case ExpressionOp::idle: return is_idle();
    case ExpressionOp::alive: return negated(flag(whose.gone, false));
    case ExpressionOp::paused:
      if (!whose.pause_left) return flag(whose.paused, false);
      return binary(Opcode::and_, whose.paused, asked(Opcode::timer_runs, whose.pause_left));
    case ExpressionOp::before_deadline:
      return binary(Opcode::believes, whose.location[0], static_cast<Register>(expression.client));
    case ExpressionOp::holds_lease: return asked(Opcode::timer_runs, whose.lease.end);
    default: {  // queued_before
      const ClientWords& other = layout_.clients[expression.other];
      const Register queued = binary(Opcode::and_, binary(Opcode::less, constant(0), whose.place), not_through(whose));
      const Register ahead = binary(Opcode::or_, binary(Opcode::equal, other.place, constant(0)),
                                    binary(Opcode::less, whose.place, other.place));
      return binary(Opcode::and_, queued, ahead);
    }
  }
}

Register Compiler::with_constant(Opcode op, Register from, Word value) {
  const Register answer = temporary();
  emit(op, answer, from, no_register, value);
  return answer;
}

Register Compiler::evaluate_choice(const Expression& expression) {
  const Word low = literal_word(expression.operands[0]);
  const Word high = literal_word(expression.operands[1]);
  return with_constant(Opcode::add_constant, with_constant(Opcode::choose, no_register, high - low + 1), low);
}

Register Compiler::asked(Opcode op, TimerWord timer) {
  const Register answer = temporary();
  emit(op, answer, timer.word());
  return answer;
}

Register Compiler::timed(Opcode op, Register left, Register right, std::int32_t look) {
  const Register answer = temporary();
  emit(op, answer, left, right, look);
  return answer;
}

Register Compiler::evaluate_sum(const Expression& expression) {
  const bool subtract = expression.op == ExpressionOp::subtract;
  const auto is_instant = [&](std::size_t index) { return expression.operands[index].kind.base == Base::instant; };
  const Register left = evaluate(expression.operands[0]);
  const Register right = evaluate(expression.operands[1]);
  const std::int32_t look = (subtract ? Look::backwards : 0) | (needs_look(expression) ? Look::with_look : 0);
  if (is_instant(0) && is_instant(1)) return binary(Opcode::between, left, right);
  if (is_instant(0)) return timed(Opcode::move, left, right, look);
  if (is_instant(1)) return timed(Opcode::move, right, left, look);
  if (expression.kind.base == Base::duration) return timed(Opcode::add_spans, left, right, look);
  return binary(subtract ? Opcode::subtract : Opcode::add, left, right);
}

Register Compiler::evaluate_calculation(const Expression& expression) {
  const auto operand = [&](std::size_t index) { return evaluate(expression.operands[index]); };
  switch (expression.op) {
    case ExpressionOp::add:
    case ExpressionOp::subtract: return evaluate_sum(expression);
    case ExpressionOp::negate: return binary(Opcode::subtract, constant(0), operand(0));
    case ExpressionOp::next: return with_constant(Opcode::add_constant, operand(0), 1);
    case ExpressionOp::and_: {
      const Register left = operand(0);
      return binary(Opcode::and_, left, operand(1));
    }
    case ExpressionOp::or_: {
      const Register left = operand(0);
      return binary(Opcode::or_, left, operand(1));
    }
    case ExpressionOp::not_: return negated(operand(0));
    case ExpressionOp::round: return with_constant(Opcode::round, operand(0), literal_word(expression.operands[1]));
    case ExpressionOp::number_of_true: return number_of_true(expression);
    default: return evaluate_comparison(expression);
  }
}

Register Compiler::evaluate_cell(const Expression& expression) {
  if (expression.op == ExpressionOp::touched) {
    const Register word = layout_.touched[expression.server][client_];
    return word == no_register ? constant(0) : word;
  }
  const Cell& cell = layout_.cells[expression.variable];
  switch (expression.op) {
    case ExpressionOp::writer: return cell.writer;
    case ExpressionOp::rest: return asked(Opcode::timer_rest, cell.deadline);
    default:  // present
      if (cell.present != no_register) return cell.present;
      return binary(Opcode::not_equal, register_of(expression.variable, client_), constant(none_word));
  }
}

/// Where clocks are distinct, a look is behind all readings of the moment.
Register Compiler::look_at_clock(Register offset) {
  if (layout_.order_bits == 0) return offset == no_register ? constant(0) : offset;
  const Register answer = temporary();
  emit(Opcode::read_now, answer, offset, no_register, 0);
  return answer;
}

Register Compiler::read_clock(Register offset) {
  if (layout_.order_bits == 0) return look_at_clock(offset);
  const Register answer = temporary();
  emit(Opcode::read_now, answer, offset, no_register, 1);
  return answer;
}

Register Compiler::evaluate_clock() {
  if (in_operation_) return server_clock_ == no_register ? look_at_clock(no_register) : server_clock_;
  return reads_clock_ ? read_clock(words().offset) : look_at_clock(words().offset);
}

Register Compiler::evaluate(const Expression& expression) {
  switch (expression.op) {
    case ExpressionOp::literal: return constant(literal_word(expression));
    case ExpressionOp::read: return evaluate_read(expression);
    case ExpressionOp::now: return evaluate_clock();
    case ExpressionOp::true_time: return look_at_clock(no_register);
    case ExpressionOp::caller: return constant(static_cast<Word>(client_));
    case ExpressionOp::caller_grant: return sent_grant_ != no_register ? sent_grant_ : words().grant;
    case ExpressionOp::fresh_id: return with_constant(Opcode::fresh, no_register, 0);
    case ExpressionOp::choose: return evaluate_choice(expression);
    case ExpressionOp::present:
    case ExpressionOp::rest:
    case ExpressionOp::writer:
    case ExpressionOp::touched: return evaluate_cell(expression);
    case ExpressionOp::contains:
    case ExpressionOp::count:
    case ExpressionOp::rank:
    case ExpressionOp::score:
    case ExpressionOp::first:
    case ExpressionOp::before:
    case ExpressionOp::member_at:
    case ExpressionOp::at:
    case ExpressionOp::writer_of: return evaluate_container(expression);
    default:
      return expression.op < ExpressionOp::present || expression.op == ExpressionOp::round ||
                     expression.op == ExpressionOp::number_of_true
                 ? evaluate_calculation(expression)
                 : evaluate_client(expression);
  }
}

}  // namespace interlock::machine
