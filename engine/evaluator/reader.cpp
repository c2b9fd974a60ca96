#include "engine/evaluator/reader.hpp"

#include "engine/assert.hpp"
#include "engine/evaluator/path.hpp"
#include "engine/language/walk.hpp"

#include <algorithm>
#include <iterator>

namespace interlock::evaluator {

using namespace language;

namespace {

/// Absent members and cells give `none`.
const Member* find(const Cell& cell, const Datum& key) {
  const auto found = std::find_if(cell.members.begin(), cell.members.end(),
                                  [&](const Member& member) { return member.whole_key() == key; });
  return found == cell.members.end() ? nullptr : &*found;
}

/// Sets and maps have no order, and are gone through from the last: if somebody could see an order after all, the
/// machine, which begins with the first, would not agree.
Datum nth(const Cell& cell, Shape shape, Value place) {
  const bool has_order = shape == Shape::queue || shape == Shape::ranked;
  const auto index = static_cast<std::size_t>(place);
  INTERLOCK_ASSERT(index < cell.members.size(), "there are more members than the place of the one that is asked for");
  return cell.members[has_order ? index : cell.members.size() - 1 - index].whole_key();
}

Value client_or_none(ClientIndex client) { return client == nothing ? none : static_cast<Value>(client); }

Value floor_divide(Value left, Value right) {
  const Value quotient = left / right;
  return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

/// A look at a clock is later than all readings so far.
constexpr Value latest_reading = INT64_MAX;

/// Instants: never stays never, and is what an endless span leads to.
Datum moved(const Datum& instant, Value span) {
  if (instant.value == never || is_endless(span)) return {never, 0};
  return {instant.value + span, instant.reading};
}

Value sum(Value left, Value right) {
  if (is_endless(left)) return left;
  return is_endless(right) ? right : left + right;
}

/// From one instant to another.
Value distance(Value from, Value to) {
  if (from == never) return longest;
  return to == never ? shortest : to - from;
}

}  // namespace

Datum Reader::datum(const Expression& expression) const {
  switch (expression.op) {
    case ExpressionOp::literal: return {expression.value, 0};
    case ExpressionOp::read: return cell(expression).whole();
    case ExpressionOp::now: return at_server ? clock(state.now, true) : clock(clock_of(client).value, false);
    case ExpressionOp::true_time: return clock(state.now, true);
    case ExpressionOp::add:
    case ExpressionOp::subtract:
    case ExpressionOp::negate:
    case ExpressionOp::next: return arithmetic(expression);
    case ExpressionOp::equal:
    case ExpressionOp::not_equal:
    case ExpressionOp::less:
    case ExpressionOp::less_equal:
    case ExpressionOp::greater:
    case ExpressionOp::greater_equal: return {comparison(expression) ? 1 : 0, 0};
    case ExpressionOp::and_:
    case ExpressionOp::or_:
    case ExpressionOp::not_:
    case ExpressionOp::number_of_true: return {logic(expression), 0};
    case ExpressionOp::present:
    case ExpressionOp::rest:
    case ExpressionOp::contains:
    case ExpressionOp::count:
    case ExpressionOp::rank:
    case ExpressionOp::score:
    case ExpressionOp::first:
    case ExpressionOp::before:
    case ExpressionOp::member_at:
    case ExpressionOp::at:
    case ExpressionOp::writer:
    case ExpressionOp::writer_of: return look_into_cell(expression);
    case ExpressionOp::caller: return {static_cast<Value>(client), 0};
    case ExpressionOp::caller_grant: return {state.clients[client].grant, 0};
    case ExpressionOp::touched: return {touched(expression.server) ? 1 : 0, 0};
    case ExpressionOp::round: return round(expression);
    case ExpressionOp::fresh_id: return {hooks ? hooks->fresh_id() : state.last_id + 1, 0};
    case ExpressionOp::choose: return {choose(expression), 0};
    case ExpressionOp::in_section:
    case ExpressionOp::enters:
    case ExpressionOp::leaves:
    case ExpressionOp::ends_round:
    case ExpressionOp::waiting:
    case ExpressionOp::idle:
    case ExpressionOp::alive:
    case ExpressionOp::paused:
    case ExpressionOp::before_deadline:
    case ExpressionOp::holds_lease:
    case ExpressionOp::queued_before: break;
  }
  return {of_client(expression) ? 1 : 0, 0};
}

Datum Reader::operand(const Expression& expression, std::size_t index) const {
  return datum(expression.operands[index]);
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
Datum Reader::arithmetic(const Expression& expression) const {
  const Datum left = operand(expression, 0);
  const Datum right = expression.operands.size() > 1 ? operand(expression, 1) : Datum{};
  if (is_extra(left.value)) return left;
  if (is_extra(right.value)) return right;
  const auto is_instant = [&](std::size_t index) { return expression.operands[index].kind.base == Base::instant; };
  if (expression.op == ExpressionOp::negate) return {-left.value, 0};
  if (expression.op == ExpressionOp::next) return {left.value + 1, 0};
  if (expression.op == ExpressionOp::add) {
    if (is_instant(0)) return moved(left, right.value);
    return is_instant(1) ? moved(right, left.value) : Datum{sum(left.value, right.value), 0};
  }
  INTERLOCK_ASSERT(expression.op == ExpressionOp::subtract, "an arithmetic with a meaning");
  if (is_instant(0) && is_instant(1)) return {distance(right.value, left.value), 0};
  return is_instant(0) ? moved(left, -right.value) : Datum{sum(left.value, -right.value), 0};
}

/// A value beside the ordinary ones is equal to itself only, and never less or greater.
bool Reader::comparison(const Expression& expression) const {
  const Datum left = operand(expression, 0);
  const Datum right = operand(expression, 1);
  const bool ordered = !is_extra(left.value) && !is_extra(right.value);
  if (expression.op == ExpressionOp::equal) return left == right;
  if (expression.op == ExpressionOp::not_equal) return left != right;
  if (expression.op == ExpressionOp::less) return ordered && left < right;
  if (expression.op == ExpressionOp::less_equal) return ordered && left <= right;
  if (expression.op == ExpressionOp::greater) return ordered && left > right;
  INTERLOCK_ASSERT(expression.op == ExpressionOp::greater_equal, "a comparison with a meaning");
  return ordered && left >= right;
}

/// Has one of them this truth? What comes behind it is not looked at, but its choices are made: they belong to the
/// step.
bool Reader::is_decided(const std::vector<Expression>& all, bool by) const {
  bool decided = false;
  for (const Expression& one : all) {
    if (!decided)
      decided = truth(one) == by;
    else
      for_each_expression(one, [&](const Expression& part) {
        if (part.op == ExpressionOp::choose) choose(part);
      });
  }
  return decided;
}

Value Reader::logic(const Expression& expression) const {
  const auto is_true = [&](const Expression& one) { return truth(one); };
  const auto& all = expression.operands;
  if (expression.op == ExpressionOp::and_) return is_decided(all, false) ? 0 : 1;
  if (expression.op == ExpressionOp::or_) return is_decided(all, true) ? 1 : 0;
  if (expression.op == ExpressionOp::not_) return is_true(all[0]) ? 0 : 1;
  INTERLOCK_ASSERT(expression.op == ExpressionOp::number_of_true, "a logic with a meaning");
  return std::count_if(all.begin(), all.end(), is_true);
}

Datum Reader::look_into_cell(const Expression& expression) const {
  const Cell& looked = cell(expression);
  const Member* member = expression.operands.empty() ? nullptr : find(looked, operand(expression, 0));
  const ExpressionOp op = expression.op;
  if (op == ExpressionOp::present) return {looked.value != none ? 1 : 0, 0};
  if (op == ExpressionOp::rest) return {looked.deadline ? *looked.deadline - state.now : none, 0};
  if (op == ExpressionOp::contains) return {member ? 1 : 0, 0};
  if (op == ExpressionOp::count) return {static_cast<Value>(looked.members.size()), 0};
  if (op == ExpressionOp::rank) return {member ? member - looked.members.data() : none, 0};
  if (op == ExpressionOp::member_at) return nth(looked, model.variables[expression.variable].shape, expression.value);
  if (op == ExpressionOp::before) {
    const bool has_one = member && member != looked.members.data();
    return has_one ? std::prev(member)->whole_key() : Datum{none, 0};
  }
  if (op == ExpressionOp::first) return looked.members.empty() ? Datum{none, 0} : looked.members.front().whole_key();
  if (op == ExpressionOp::writer) return {client_or_none(looked.writer), 0};
  if (op == ExpressionOp::writer_of) return {member ? client_or_none(member->writer) : none, 0};
  INTERLOCK_ASSERT(op == ExpressionOp::score || op == ExpressionOp::at, "a look into a cell with a meaning");
  return member ? member->whole_value() : Datum{none, 0};
}

bool Reader::touched(std::uint32_t server) const {
  for (const auto& [name, is_touched] : state.watches)
    if (is_touched && name.client == client && model.variables[name.variable].owner == server) return true;
  return false;
}

/// To the nearest multiple, halves up.
Datum Reader::round(const Expression& expression) const {
  const Datum exact = operand(expression, 0);
  const Value unit = operand(expression, 1).value;
  if (is_extra(exact.value) || exact.value == never || is_endless(exact.value)) return exact;
  return {floor_divide(2 * exact.value + unit, 2 * unit) * unit, exact.reading};
}

/// Any integer of a range, or any duration of it that is a whole number of ticks more than the lowest.
Value Reader::choose(const Expression& expression) const {
  const Value low = operand(expression, 0).value;
  const Value high = operand(expression, 1).value;
  const Value unit = expression.kind.base == Base::duration ? tick : 1;
  const auto options = static_cast<std::uint64_t>((high - low) / unit + 1);
  return hooks ? low + unit * static_cast<Value>(hooks->choose(options)) : low;
}

Datum Reader::clock(Value shown, bool of_server) const {
  if (hooks) return hooks->read_clock(shown, of_server);
  return {shown, distinct_clocks ? latest_reading : 0};
}

bool Reader::of_client(const Expression& expression) const {
  const Client& one = state.clients[expression.client];
  const ExpressionOp op = expression.op;
  if (op == ExpressionOp::in_section) return is_inside(model, state, expression.client, expression.section);
  if (op == ExpressionOp::waiting) return one.threads[0].active && !one.been_critical;
  if (op == ExpressionOp::idle) return !one.threads[0].active;
  if (op == ExpressionOp::alive) return !one.gone;
  if (op == ExpressionOp::paused) return one.is_paused(state.now);
  if (op == ExpressionOp::before_deadline) return before_deadline(expression.client);
  if (op == ExpressionOp::holds_lease)
    return one.grant != 0 && one.has_lease && (!one.lease_deadline || state.now < *one.lease_deadline);
  if (op == ExpressionOp::queued_before) return queued_before(one, expression.client, state.clients[expression.other]);
  return outcome && crosses(expression);
}

/// Something that happened in the step just made.
bool Reader::crosses(const Expression& expression) const {
  if (expression.op == ExpressionOp::ends_round)
    return std::count(outcome->ended.begin(), outcome->ended.end(), expression.client) > 0;
  const SectionEvent wanted{expression.client, expression.section, expression.op == ExpressionOp::enters};
  return std::count(outcome->sections.begin(), outcome->sections.end(), wanted) > 0;
}

/// It trusts its lock until the deadline of its innermost critical section, by its own clock.
bool Reader::before_deadline(ClientIndex whose) const {
  const Statement* section = innermost(model, state, whose, 0);
  if (!section) return false;
  if (section->variable == nothing) return true;
  const Datum deadline = state.cells.at({section->variable, whose}).whole();
  if (is_extra(deadline.value) || deadline.value == never) return false;
  return clock_of(whose) < deadline;
}

/// A look, no reading.
Datum Reader::clock_of(ClientIndex whose) const {
  return {state.now + state.clients[whose].offset, distinct_clocks ? latest_reading : 0};
}

bool Reader::queued_before(const Client& one, ClientIndex one_index, const Client& other) const {
  if (one.place == 0 || one.been_critical || is_inside(model, state, one_index, 0)) return false;
  return other.place == 0 || one.place < other.place;
}

}  // namespace interlock::evaluator
