// What the statements of a step do to variables, cells and what the properties remember of a client.

#include "engine/assert.hpp"
#include "engine/evaluator/run.hpp"

#include <algorithm>
#include <utility>

namespace interlock::evaluator {

using namespace language;

namespace {

auto member_with(Cell& cell, Value key) {
  return std::find_if(cell.members.begin(), cell.members.end(), [&](const Member& one) { return one.key == key; });
}

bool has(const Cell& cell, Value key) {
  return std::any_of(cell.members.begin(), cell.members.end(), [&](const Member& one) { return one.key == key; });
}

/// Where sets and maps keep a key.
std::size_t place_of(const Cell& cell, Value key) {
  const auto smaller = [&](const Member& one) { return one.key < key; };
  return static_cast<std::size_t>(std::count_if(cell.members.begin(), cell.members.end(), smaller));
}

bool same_members(const Cell& left, const Cell& right) {
  return std::equal(left.members.begin(), left.members.end(), right.members.begin(), right.members.end(),
                    [](const Member& a, const Member& b) { return a.key == b.key && a.value == b.value; });
}

}  // namespace

Cell first_cell(const Variable& variable) {
  Cell cell;
  if (variable.shape == Shape::expiring) cell.value = none;
  if (variable.shape == Shape::scalar) cell.value = variable.initial;
  return cell;
}

void touch_watches(State& state, VariableIndex variable) {
  for (auto& [name, touched] : state.watches)
    if (name.variable == variable) touched = true;
}

bool Run::affect(const Statement& here) {
  const auto operand = [&](std::size_t index) { return value(here.expressions[index]); };
  switch (here.op) {
    case StatementOp::clock:  // rides with the step before it, until it is a step of its own
    case StatementOp::assign: assign(here.variable, operand(0)); return true;
    case StatementOp::granted:
      if (!here.flag) grant();
      return true;
    case StatementOp::queued: me().place = ++state_.last_place; return true;
    case StatementOp::fence: fence(operand(0)); return true;
    case StatementOp::write: write(here.variable, operand(0), here.flag); return true;
    case StatementOp::clear: clear(here.variable); return true;
    case StatementOp::expire: expire(here.variable, operand(0)); return true;
    case StatementOp::persist: persist(here.variable); return true;
    case StatementOp::add: add(here.variable, operand(0)); return true;
    case StatementOp::remove: remove(here.variable, operand(0)); return true;
    case StatementOp::remove_up_to: remove_up_to(here.variable, operand(0)); return true;
    case StatementOp::put: {
      const Value member = operand(0);
      put(here.variable, member, operand(1));
      return true;
    }
    case StatementOp::intersect: intersect(here); return true;
    case StatementOp::map_put: {
      const Value key = operand(0);
      map_put(here.variable, key, operand(1));
      return true;
    }
    case StatementOp::push: push(here.variable, operand(0)); return true;
    case StatementOp::drop_first: drop_first(here.variable); return true;
    case StatementOp::watch: state_.watches.emplace(CellName{here.variable, client_}, false); return true;
    case StatementOp::unwatch: unwatch(here.server); return true;
    default: return false;
  }
}

Cell& Run::cell(VariableIndex index) {
  switch (variable(index).scope) {
    case Scope::scratch: return scratch_[index];
    case Scope::server: return state_.cells.at({index, nothing});
    default: return state_.cells.at({index, client_});
  }
}

/// A number outside its range is a failure, and is brought back into it.
Value Run::in_range(const Kind& kind, Value number) {
  if (kind.base != Base::integer || is_extra(number) || (kind.low <= number && number <= kind.high)) return number;
  if (std::find(outcome_.failed.begin(), outcome_.failed.end(), "in_range") == outcome_.failed.end())
    outcome_.failed.emplace_back("in_range");
  return std::clamp(number, kind.low, kind.high);
}

void Run::assign(VariableIndex index, Value assigned) {
  const Variable& target = variable(index);
  cell(index).value = target.scope == Scope::scratch ? assigned : in_range(target.kind, assigned);
}

void Run::grant() { me().grant = ++state_.last_grant; }

/// Tokens must rise in the order of grants: this one against that of the newest grant so far.
void Run::fence(Value token) {
  const Value mine = me().grant;
  bool rises = true;
  if (mine > state_.fenced_grant) {
    rises = !is_extra(token) && token > state_.fenced_token;
    state_.fenced_grant = mine;
    state_.fenced_token = token;
  } else if (mine < state_.fenced_grant) {
    rises = !is_extra(token) && token < state_.fenced_token;
  }
  me().grant_token = token;
  if (!rises) outcome_.failed.emplace_back("fence_monotonic");
}

void Run::touch(VariableIndex index) { touch_watches(state_, index); }

/// The running client has written a cell that expires: for as long as the cell says, it has a lease.
void Run::take_lease(VariableIndex index) {
  const Variable& written = variable(index);
  if (written.shape != Shape::expiring || written.scope != Scope::server || cell(index).writer != client_) return;
  me().has_lease = true;
  me().lease_deadline = cell(index).deadline;
}

void Run::write(VariableIndex index, Value written, bool keep_deadline) {
  Cell& target = cell(index);
  target.value = in_range(variable(index).kind, written);
  target.writer = client_;
  if (!keep_deadline) target.deadline.reset();
  if (variable(index).shape == Shape::expiring && written == none) target = {none, {}, nothing, {}};
  take_lease(index);
  touch(index);
}

void Run::clear(VariableIndex index) {
  Cell& target = cell(index);
  if (target.value == none) return;
  if (variable(index).shape == Shape::expiring && target.writer == client_) {
    me().has_lease = false;
    me().lease_deadline.reset();
  }
  target = {none, {}, nothing, {}};
  touch(index);
}

void Run::expire(VariableIndex index, Value span) {
  Cell& target = cell(index);
  if (target.value == none) return;
  if (is_extra(span) || span <= 0) return clear(index);
  target.deadline = state_.now + span;
  take_lease(index);
  touch(index);
}

void Run::persist(VariableIndex index) {
  Cell& target = cell(index);
  if (!target.deadline) return;
  target.deadline.reset();
  take_lease(index);
  touch(index);
}

void Run::insert(VariableIndex index, std::size_t place, const Member& member) {
  auto& members = cell(index).members;
  if (members.size() >= variable(index).capacity)
    throw NotPossible{variable(index).name + " would hold too many", true};
  members.insert(members.begin() + static_cast<std::ptrdiff_t>(place), member);
}

void Run::add(VariableIndex index, Value added) {
  const Value member = in_range(variable(index).kind, added);
  if (has(cell(index), member)) return;
  insert(index, place_of(cell(index), member), {member, 0, client_});
  touch(index);
}

void Run::remove(VariableIndex index, Value member) {
  Cell& target = cell(index);
  const auto found = member_with(target, member);
  if (found == target.members.end()) return;
  target.members.erase(found);
  touch(index);
}

void Run::remove_up_to(VariableIndex index, Value score) {
  const auto is_low = [&](const Member& one) { return !is_extra(score) && one.value <= score; };
  if (std::erase_if(cell(index).members, is_low) > 0) touch(index);
}

/// Among members with an equal score the place is a choice, or the last one where clocks are distinct.
void Run::put(VariableIndex index, Value member, Value given) {
  Cell& target = cell(index);
  const Value score = in_range(variable(index).key, given);
  Member put{in_range(variable(index).kind, member), score, client_};
  const auto known = member_with(target, put.key);
  if (known != target.members.end()) {
    if (known->value == score) return;
    put.writer = known->writer;
    target.members.erase(known);
  }
  const auto number_where = [&](const auto& condition) {
    return static_cast<std::size_t>(std::count_if(target.members.begin(), target.members.end(), condition));
  };
  std::size_t place = number_where([&](const Member& one) { return one.value < score; });
  const std::size_t equals = number_where([&](const Member& one) { return one.value == score; });
  if (world_.distinct_clocks && variable(index).key.base == Base::instant)
    place += equals;
  else if (equals > 0)
    place += choose(equals + 1);
  insert(index, place, put);
  touch(index);
}

void Run::intersect(const Statement& here) {
  Cell result;
  for (const Member& member : cell(here.second).members)
    if (has(cell(here.third), member.key)) result.members.push_back(member);
  if (result.members.size() > variable(here.variable).capacity)
    throw NotPossible{variable(here.variable).name + " would hold too many", true};
  const bool changes = !same_members(cell(here.variable), result);
  cell(here.variable).members = std::move(result.members);
  if (changes) touch(here.variable);
}

void Run::map_put(VariableIndex index, Value given, Value written) {
  Cell& target = cell(index);
  const Value key = in_range(variable(index).key, given);
  const Value fitting = in_range(variable(index).kind, written);
  const auto known = member_with(target, key);
  if (known != target.members.end())
    *known = {key, fitting, client_};
  else
    insert(index, place_of(target, key), {key, fitting, client_});
  touch(index);
}

void Run::push(VariableIndex index, Value member) {
  insert(index, cell(index).members.size(), {in_range(variable(index).kind, member), 0, client_});
  touch(index);
}

void Run::drop_first(VariableIndex index) {
  auto& members = cell(index).members;
  if (members.empty()) return;
  members.erase(members.begin());
  touch(index);
}

void Run::unwatch(std::uint32_t server) {
  std::erase_if(state_.watches, [&](const auto& watch) {
    return watch.first.client == client_ && variable(watch.first.variable).owner == server;
  });
}

}  // namespace interlock::evaluator
