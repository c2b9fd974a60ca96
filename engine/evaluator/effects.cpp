// What the statements of a step do to variables, cells and what the properties remember of a client.

#include "engine/assert.hpp"
#include "engine/evaluator/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::evaluator {

using namespace language;

namespace {

auto member_with(Cell& cell, const Datum& key) {
  return std::find_if(cell.members.begin(), cell.members.end(),
                      [&](const Member& one) { return one.whole_key() == key; });
}

bool has(const Cell& cell, const Datum& key) {
  return std::any_of(cell.members.begin(), cell.members.end(),
                     [&](const Member& one) { return one.whole_key() == key; });
}

/// Where sets and maps keep a key.
std::size_t place_of(const Cell& cell, const Datum& key) {
  const auto smaller = [&](const Member& one) { return one.whole_key() < key; };
  return static_cast<std::size_t>(std::count_if(cell.members.begin(), cell.members.end(), smaller));
}

bool same_members(const Cell& left, const Cell& right) {
  return std::equal(left.members.begin(), left.members.end(), right.members.begin(), right.members.end(),
                    [](const Member& a, const Member& b) {
                      return a.whole_key() == b.whole_key() && a.whole_value() == b.whole_value();
                    });
}

Member member(const Datum& key, const Datum& value, ClientIndex writer) {
  return {key.value, value.value, writer, key.reading, value.reading};
}

/// From now on, and for all that follows from what was known.
void set_earlier(State& state, Value first, Value second) {
  std::vector<Value> firsts{first};
  std::vector<Value> seconds{second};
  for (const auto& [one, other] : state.earlier) {
    if (other == first) firsts.push_back(one);
    if (one == second) seconds.push_back(other);
  }
  for (const Value one : firsts)
    for (const Value other : seconds) state.earlier.emplace(one, other);
}

}  // namespace

/// What has no first value of its own is absent; an instant that was not written is never.
Cell first_cell(const Variable& variable) {
  Cell cell;
  if (variable.shape == Shape::expiring) cell.value = none;
  if (variable.shape != Shape::scalar) return cell;
  const bool is_unwritten = variable.kind.base == Base::instant && variable.initial == 0;
  cell.value = is_unwritten ? never : variable.initial;
  return cell;
}

/// Ids are from 1, so that clients have the numbers below.
std::optional<Value> tie_name(const Kind& kind, Value member) {
  if (is_extra(member)) return std::nullopt;
  if (kind.base == Base::identity) return member;
  return kind.base == Base::client ? std::optional(-1 - member) : std::nullopt;
}

void touch_watches(State& state, VariableIndex variable) {
  for (auto& [name, touched] : state.watches)
    if (name.variable == variable) touched = true;
}

void Run::affect(const Statement& here) {
  const auto operand = [&](std::size_t index) { return datum(here.expressions[index]); };
  switch (here.op) {
    case StatementOp::assign: return assign(here.variable, operand(0));
    case StatementOp::granted:
      if (here.flag && (!called_ || granted_ || thread_ != 0)) return;
      if (here.unless_given && me().grant != 0) return;
      if (here.expressions.empty() || operand(0).value == 1) grant(here.variable);
      return;
    case StatementOp::queued: me().place = ++state_.last_place; return;
    case StatementOp::fence: return fence(operand(0).value);
    case StatementOp::write: return write(here.variable, operand(0), here.flag);
    case StatementOp::clear: return clear(here.variable);
    case StatementOp::expire: return expire(here.variable, operand(0).value);
    case StatementOp::persist: return persist(here.variable);
    case StatementOp::add: return add(here.variable, operand(0));
    case StatementOp::remove: return remove(here.variable, operand(0));
    case StatementOp::remove_up_to: return remove_up_to(here.variable, operand(0));
    case StatementOp::put: return put(here);
    case StatementOp::intersect: return intersect(here);
    case StatementOp::map_put: return map_put(here);
    case StatementOp::push: return push(here.variable, operand(0));
    case StatementOp::drop_first: return drop_first(here.variable);
    case StatementOp::watch: state_.watches.emplace(CellName{here.variable, client_}, false); return;
    case StatementOp::unwatch: return unwatch(here.server);
    case StatementOp::clock:
    case StatementOp::call:
    case StatementOp::atomic:
    case StatementOp::when:
    case StatementOp::retry:
    case StatementOp::work:
    case StatementOp::sleep:
    case StatementOp::timeout:
    case StatementOp::finally_:
    case StatementOp::operation:
    case StatementOp::leave:
    case StatementOp::if_:
    case StatementOp::loop:
    case StatementOp::break_:
    case StatementOp::continue_:
    case StatementOp::return_:
    case StatementOp::either:
    case StatementOp::section:
    case StatementOp::assert_:
    case StatementOp::witness: break;
  }
  INTERLOCK_ASSERT(false, "only effects come here");
}

/// The readings of one moment are in the order in which they were made. Where clocks are off, two may show the same at
/// different moments: which of them is the later one is a choice.
Datum Run::read_clock(Value shown, bool of_server) {
  if (!world_.distinct_clocks) return {shown, 0};
  if (of_server && server_reading_) return *server_reading_;
  std::vector<Value> others;
  const auto is_kept = [&](Value number) {
    return std::any_of(state_.cells.begin(), state_.cells.end(), [&](const auto& entry) {
      const auto& members = entry.second.members;
      return entry.second.reading == number || std::any_of(members.begin(), members.end(), [&](const Member& one) {
               return one.key_reading == number || one.value_reading == number;
             });
    });
  };
  if (world_.clocks_may_be_off)
    for (const auto& [number, reading] : state_.readings) {
      if (reading.shown != shown || !is_kept(number)) continue;
      if (reading.moment == state_.now)
        others.clear();  // behind this one, and so behind all before it
      else
        others.push_back(number);
    }
  constexpr Value apart = Value{1} << 24;
  Value number = state_.readings.empty() ? apart : state_.readings.rbegin()->first + apart;
  const std::size_t place = others.empty() ? 0 : choose(others.size() + 1);
  if (place < others.size()) {
    const auto behind = state_.readings.find(others[place]);
    const Value before = behind == state_.readings.begin() ? 0 : std::prev(behind)->first;
    number = before + (behind->first - before) / 2;
    INTERLOCK_ASSERT(number > before, "there is room between two readings");
  }
  state_.readings.emplace(number, Reading{state_.now, shown});
  if (of_server) server_reading_ = {shown, number};
  return {shown, number};
}

Cell& Run::cell(VariableIndex index) {
  switch (variable(index).scope) {
    case Scope::scratch: return scratch_[index];
    case Scope::server: return state_.cells.at({index, nothing});
    case Scope::connection:
    case Scope::local: break;
  }
  return state_.cells.at({index, client_});
}

/// A number outside its range is a failure, and is brought back into it.
Datum Run::in_range(const Kind& kind, const Datum& given) {
  const Value number = given.value;
  if (kind.base != Base::integer || is_extra(number) || (kind.low <= number && number <= kind.high)) return given;
  if (std::find(outcome_.failed.begin(), outcome_.failed.end(), "in_range") == outcome_.failed.end())
    outcome_.failed.emplace_back("in_range");
  outcome_.failures.push_back(
      {"in_range", {}, fmt::format("would be {}, outside of {}..{}", number, kind.low, kind.high)});
  return {std::clamp(number, kind.low, kind.high), 0};
}

void Run::assign(VariableIndex index, const Datum& assigned) {
  const Variable& target = variable(index);
  const Datum fitting = target.scope == Scope::scratch ? assigned : in_range(target.kind, assigned);
  cell(index).value = fitting.value;
  cell(index).reading = fitting.reading;
}

/// Its lease is on the cell that is named, or on the one that this round last gave a deadline.
void Run::grant(VariableIndex lease_cell) {
  Client& client = me();
  granted_ = true;
  client.grant = ++state_.last_grant;
  client.lease_cell = lease_cell == nothing ? client.last_given : lease_cell;
  const auto given = client.given.find(client.lease_cell);
  client.has_lease = given != client.given.end();
  client.lease_deadline = client.has_lease ? given->second : std::nullopt;
}

/// Tokens must rise in the order of grants: this one against that of the newest grant so far.
void Run::fence(Value token) {
  const Value mine = me().grant;
  bool rises = true;
  if (mine > state_.fenced_grant) {
    const bool is_first = state_.fenced_grant == 0;
    rises = !is_extra(token) && (is_first || token > state_.fenced_token);
    state_.fenced_grant = mine;
    state_.fenced_token = token;
  } else if (mine < state_.fenced_grant) {
    rises = !is_extra(token) && token < state_.fenced_token;
  }
  me().grant_token = token;
  if (!rises) outcome_.failed.emplace_back("fence_monotonic");
}

void Run::touch(VariableIndex index) { touch_watches(state_, index); }

bool Run::is_own_entry(VariableIndex index) {
  const Variable& held = variable(index);
  return client_ != nothing && held.shape == Shape::expiring && held.scope == Scope::server &&
         cell(index).value != none && cell(index).writer == client_;
}

/// Of an entry of its own; a lease on this cell moves along.
void Run::give_deadline(VariableIndex index) {
  if (!is_own_entry(index) || !gives_leases_) return;
  Client& client = me();
  client.given[index] = cell(index).deadline;
  client.last_given = index;
  if (client.lease_cell == index && client.has_lease) client.lease_deadline = cell(index).deadline;
}

/// Of an entry of its own: a lease on this cell has no end.
void Run::drop_deadline(VariableIndex index) {
  Client& client = me();
  const auto given = client.given.find(index);
  if (given != client.given.end()) given->second.reset();
  if (client.lease_cell == index && client.has_lease) client.lease_deadline.reset();
}

void Run::write(VariableIndex index, const Datum& written, bool keep_deadline) {
  if (variable(index).shape == Shape::expiring && written.value == none) return clear(index);
  Cell& target = cell(index);
  if (!keep_deadline && target.deadline) {
    if (is_own_entry(index)) drop_deadline(index);
    target.deadline.reset();
  }
  const Datum fitting = in_range(variable(index).kind, written);
  target.value = fitting.value;
  target.reading = fitting.reading;
  target.writer = client_;
  touch(index);
}

/// Who clears the cell of its lease gives it back.
void Run::clear(VariableIndex index) {
  Cell& target = cell(index);
  const Shape shape = variable(index).shape;
  if (shape != Shape::scalar && shape != Shape::expiring) {
    if (!target.members.empty()) touch(index);
    return target.members.clear();
  }
  if (target.value == none) return;
  if (client_ != nothing) {
    Client& client = me();
    client.given.erase(index);
    if (client.lease_cell == index) {
      client.has_lease = false;
      client.lease_deadline.reset();
    }
  }
  target = absent_cell();
  touch(index);
}

void Run::expire(VariableIndex index, Value span) {
  Cell& target = cell(index);
  if (target.value == none) return;
  if (is_extra(span) || span <= 0) return clear(index);
  target.deadline = state_.now + span;
  give_deadline(index);
  touch(index);
}

void Run::persist(VariableIndex index) {
  Cell& target = cell(index);
  if (!target.deadline) return;
  if (is_own_entry(index)) drop_deadline(index);
  target.deadline.reset();
  touch(index);
}

void Run::insert(VariableIndex index, std::size_t place, const Member& member) {
  auto& members = cell(index).members;
  if (world_.cuts_at_capacity && members.size() >= variable(index).capacity)
    throw NotPossible{variable(index).name + " would hold too many", true};
  members.insert(members.begin() + static_cast<std::ptrdiff_t>(place), member);
}

void Run::add(VariableIndex index, const Datum& added) {
  const Datum key = in_range(variable(index).kind, added);
  if (has(cell(index), key)) return;
  insert(index, place_of(cell(index), key), member(key, {}, client_));
  touch(index);
}

void Run::remove(VariableIndex index, const Datum& removed) {
  Cell& target = cell(index);
  const auto found = member_with(target, removed);
  if (found == target.members.end()) return;
  target.members.erase(found);
  touch(index);
}

void Run::remove_up_to(VariableIndex index, const Datum& score) {
  const auto is_low = [&](const Member& one) { return !is_extra(score.value) && one.whole_value() <= score; };
  if (std::erase_if(cell(index).members, is_low) > 0) touch(index);
}

void Run::put(const Statement& here) {
  const VariableIndex index = here.variable;
  const Datum given_member = datum(here.expressions[0]);
  const Datum given_score = datum(here.expressions[1]);
  Cell& target = cell(index);
  const Datum score = in_range(variable(index).key, given_score);
  Member put = member(in_range(variable(index).kind, given_member), score, client_);
  const auto known = member_with(target, put.whole_key());
  if (known != target.members.end()) {
    if (known->whole_value() == score) return;
    put.writer = known->writer;
    target.members.erase(known);
  }
  const auto is_lower = [&](const Member& one) { return one.whole_value() < score; };
  const auto lower = std::count_if(target.members.begin(), target.members.end(), is_lower);
  insert(index, static_cast<std::size_t>(lower) + place_among_equals(index, put), put);
  touch(index);
}

/// A server compares what its members are written as: 10 comes before 9. Tokens are numbers to us alone, and are in
/// their order. Of two names the order is chosen when they meet, and stays.
std::size_t Run::place_among_equals(VariableIndex index, const Member& put) {
  const Kind& kind = variable(index).kind;
  std::vector<Member> equals;
  for (const Member& one : cell(index).members)
    if (one.whole_value() == put.whole_value()) equals.push_back(one);
  const auto name = tie_name(kind, put.key);
  if (!name) {
    const auto is_lower = [&](const Member& one) {
      const bool is_written = kind.base == Base::integer && !is_extra(one.key) && !is_extra(put.key);
      return is_written ? std::to_string(one.key) < std::to_string(put.key) : one.whole_key() < put.whole_key();
    };
    return static_cast<std::size_t>(std::count_if(equals.begin(), equals.end(), is_lower));
  }
  std::size_t first = 0;
  std::size_t last = equals.size();
  for (std::size_t i = 0; i < equals.size(); ++i) {
    const Value other = tie_name(kind, equals[i].key).value_or(none);
    if (state_.earlier.contains({other, *name})) first = i + 1;
    if (state_.earlier.contains({*name, other})) last = std::min(last, i);
  }
  const std::size_t place = first < last ? first + choose(last - first + 1) : first;
  for (std::size_t i = 0; i < equals.size(); ++i) {
    const auto other = tie_name(kind, equals[i].key);
    if (other) i < place ? set_earlier(state_, *other, *name) : set_earlier(state_, *name, *other);
  }
  return place;
}

void Run::intersect(const Statement& here) {
  Cell result;
  for (const Member& one : cell(here.second).members)
    if (has(cell(here.third), one.whole_key())) result.members.push_back(one);
  if (world_.cuts_at_capacity && result.members.size() > variable(here.variable).capacity)
    throw NotPossible{variable(here.variable).name + " would hold too many", true};
  const bool changes = !same_members(cell(here.variable), result);
  cell(here.variable).members = std::move(result.members);
  if (changes) touch(here.variable);
}

void Run::map_put(const Statement& here) {
  const VariableIndex index = here.variable;
  const Datum given = datum(here.expressions[0]);
  const Datum written = datum(here.expressions[1]);
  Cell& target = cell(index);
  const Datum key = in_range(variable(index).key, given);
  const Member fitting = member(key, in_range(variable(index).kind, written), client_);
  const auto known = member_with(target, key);
  if (known != target.members.end())
    *known = fitting;
  else
    insert(index, place_of(target, key), fitting);
  touch(index);
}

void Run::push(VariableIndex index, const Datum& pushed) {
  insert(index, cell(index).members.size(), member(in_range(variable(index).kind, pushed), {}, client_));
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
