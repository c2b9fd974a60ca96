#include "engine/evaluator/reader.hpp"

#include "engine/assert.hpp"
#include "engine/evaluator/path.hpp"

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

namespace {

/// Absent members and cells give `none`.
const Member* find(const Cell& cell, Value key) {
  const auto found =
      std::find_if(cell.members.begin(), cell.members.end(), [&](const Member& member) { return member.key == key; });
  return found == cell.members.end() ? nullptr : &*found;
}

Value client_or_none(ClientIndex client) { return client == nothing ? none : static_cast<Value>(client); }

Value floor_divide(Value left, Value right) {
  const Value quotient = left / right;
  return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

}  // namespace

Value Reader::value(const Expression& expression) const {
  switch (expression.op) {
    case ExpressionOp::literal: return expression.value;
    case ExpressionOp::read: return cell(expression).value;
    case ExpressionOp::now: return clock();
    case ExpressionOp::true_time: return state.now;
    case ExpressionOp::add:
    case ExpressionOp::subtract:
    case ExpressionOp::negate:
    case ExpressionOp::next: return arithmetic(expression);
    case ExpressionOp::equal:
    case ExpressionOp::not_equal:
    case ExpressionOp::less:
    case ExpressionOp::less_equal:
    case ExpressionOp::greater:
    case ExpressionOp::greater_equal: return comparison(expression) ? 1 : 0;
    case ExpressionOp::and_:
    case ExpressionOp::or_:
    case ExpressionOp::not_:
    case ExpressionOp::number_of_true: return logic(expression);
    case ExpressionOp::present:
    case ExpressionOp::rest:
    case ExpressionOp::contains:
    case ExpressionOp::count:
    case ExpressionOp::rank:
    case ExpressionOp::score:
    case ExpressionOp::first:
    case ExpressionOp::at:
    case ExpressionOp::writer:
    case ExpressionOp::writer_of: return look_into_cell(expression);
    case ExpressionOp::caller: return static_cast<Value>(client);
    case ExpressionOp::caller_grant: return state.clients[client].grant;
    case ExpressionOp::touched: return touched(expression.server) ? 1 : 0;
    case ExpressionOp::round: return round(expression);
    case ExpressionOp::fresh_id: return hooks ? hooks->fresh_id() : state.last_id + 1;
    case ExpressionOp::choose: return choose(expression);
    default: return of_client(expression) ? 1 : 0;
  }
}

Value Reader::operand(const Expression& expression, std::size_t index) const {
  return value(expression.operands[index]);
}

const Cell& Reader::cell(const Expression& expression) const {
  const Variable& variable = model.variables[expression.variable];
  if (variable.scope == Scope::scratch) {
    INTERLOCK_ASSERT(scratch && scratch->contains(expression.variable), "a scratch variable is set before it is read");
    return scratch->at(expression.variable);
  }
  const ClientIndex whose = expression.client != nothing ? expression.client : client;
  return state.cells.at({expression.variable, variable.scope == Scope::server ? nothing : whose});
}

/// Where an operand is beside the ordinary values, so is the result.
Value Reader::arithmetic(const Expression& expression) const {
  const Value left = operand(expression, 0);
  const Value right = expression.operands.size() > 1 ? operand(expression, 1) : 0;
  if (is_extra(left)) return left;
  if (is_extra(right)) return right;
  switch (expression.op) {
    case ExpressionOp::add: return left + right;
    case ExpressionOp::subtract: return left - right;
    case ExpressionOp::negate: return -left;
    default: return left + 1;
  }
}

/// A value beside the ordinary ones is equal to itself only, and never less or greater.
bool Reader::comparison(const Expression& expression) const {
  const Value left = operand(expression, 0);
  const Value right = operand(expression, 1);
  const bool ordered = !is_extra(left) && !is_extra(right);
  switch (expression.op) {
    case ExpressionOp::equal: return left == right;
    case ExpressionOp::not_equal: return left != right;
    case ExpressionOp::less: return ordered && left < right;
    case ExpressionOp::less_equal: return ordered && left <= right;
    case ExpressionOp::greater: return ordered && left > right;
    default: return ordered && left >= right;
  }
}

Value Reader::logic(const Expression& expression) const {
  Value number = 0;
  for (const auto& one : expression.operands) number += truth(one) ? 1 : 0;
  switch (expression.op) {
    case ExpressionOp::and_: return number == static_cast<Value>(expression.operands.size()) ? 1 : 0;
    case ExpressionOp::or_: return number > 0 ? 1 : 0;
    case ExpressionOp::not_: return number == 0 ? 1 : 0;
    default: return number;
  }
}

Value Reader::look_into_cell(const Expression& expression) const {
  const Cell& looked = cell(expression);
  const Member* member = expression.operands.empty() ? nullptr : find(looked, operand(expression, 0));
  switch (expression.op) {
    case ExpressionOp::present: return looked.value != none ? 1 : 0;
    case ExpressionOp::rest: return looked.deadline ? *looked.deadline - state.now : none;
    case ExpressionOp::contains: return member ? 1 : 0;
    case ExpressionOp::count: return static_cast<Value>(looked.members.size());
    case ExpressionOp::rank: return member ? member - looked.members.data() : none;
    case ExpressionOp::score:
    case ExpressionOp::at: return member ? member->value : none;
    case ExpressionOp::first: return looked.members.empty() ? none : looked.members.front().key;
    case ExpressionOp::writer: return client_or_none(looked.writer);
    default: return member ? client_or_none(member->writer) : none;
  }
}

bool Reader::touched(std::uint32_t server) const {
  for (const auto& [name, is_touched] : state.watches)
    if (is_touched && name.client == client && model.variables[name.variable].owner == server) return true;
  return false;
}

/// To the nearest multiple, halves up.
Value Reader::round(const Expression& expression) const {
  const Value exact = operand(expression, 0);
  const Value unit = operand(expression, 1);
  if (is_extra(exact)) return exact;
  return floor_divide(2 * exact + unit, 2 * unit) * unit;
}

/// Any integer of a range, or any duration of it that is a whole number of ticks more than the lowest.
Value Reader::choose(const Expression& expression) const {
  const Value low = operand(expression, 0);
  const Value high = operand(expression, 1);
  const Value unit = expression.kind.base == Base::duration ? tick : 1;
  const auto options = static_cast<std::uint64_t>((high - low) / unit + 1);
  return hooks ? low + unit * static_cast<Value>(hooks->choose(options)) : low;
}

Value Reader::clock() const {
  if (at_server) return state.now;
  if (hooks) hooks->clock_was_read();
  return state.now + state.clients[client].offset;
}

bool Reader::of_client(const Expression& expression) const {
  const Client& one = state.clients[expression.client];
  switch (expression.op) {
    case ExpressionOp::in_section: return is_inside(model, state, expression.client, expression.section);
    case ExpressionOp::enters:
    case ExpressionOp::leaves:
    case ExpressionOp::ends_round: return outcome && crosses(expression);
    case ExpressionOp::waiting: return one.threads[0].active && !one.been_critical;
    case ExpressionOp::idle: return !one.threads[0].active;
    case ExpressionOp::alive: return !one.gone;
    case ExpressionOp::paused: return one.is_paused(state.now);
    case ExpressionOp::before_deadline: return before_deadline(expression.client);
    case ExpressionOp::holds_lease:
      return one.grant != 0 && one.has_lease && (!one.lease_deadline || state.now < *one.lease_deadline);
    case ExpressionOp::queued_before: return queued_before(one, expression.client, state.clients[expression.other]);
    default: INTERLOCK_ASSERT(false, "an operation of expressions without a meaning"); return false;
  }
}

/// Something that happened in the step just made.
bool Reader::crosses(const Expression& expression) const {
  if (expression.op == ExpressionOp::ends_round)
    return std::count(outcome->ended.begin(), outcome->ended.end(), expression.client) > 0;
  const SectionEvent wanted{expression.client, expression.section, expression.op == ExpressionOp::enters};
  return std::count(outcome->sections.begin(), outcome->sections.end(), wanted) > 0;
}

bool Reader::before_deadline(ClientIndex whose) const {
  if (!is_inside(model, state, whose, 0)) return false;
  const VariableIndex variable = model.kinds[model.clients[whose].kind].deadline;
  if (variable == nothing) return true;
  const Value deadline = state.cells.at({variable, whose}).value;
  return is_extra(deadline) || state.now + state.clients[whose].offset < deadline;
}

bool Reader::queued_before(const Client& one, ClientIndex one_index, const Client& other) const {
  if (one.place == 0 || one.been_critical || is_inside(model, state, one_index, 0)) return false;
  return other.place == 0 || one.place < other.place;
}

}  // namespace interlock::evaluator
