// What the effects do to cells, and what the properties remember of a client.

#include "engine/evaluator/evaluator.hpp"
#include "tests/catch.hpp"
#include "tests/evaluator/small_model.hpp"

using namespace interlock;
using namespace interlock::test;
using interlock::evaluator::Evaluator;
using interlock::evaluator::Outcome;
using interlock::evaluator::State;

namespace {

Move step(ClientIndex client, std::vector<std::uint32_t> choices = {}) {
  Move move;
  move.client = client;
  move.choices = std::move(choices);
  return move;
}

Outcome make(const Evaluator& evaluator, State& state, const Move& move) {
  const Outcome outcome = evaluator.make(state, move);
  INFO(outcome.error);
  REQUIRE(outcome.error.empty());
  return outcome;
}

std::vector<std::int64_t> keys(const State& state, VariableIndex variable) {
  std::vector<std::int64_t> found;
  for (const auto& member : state.cells.at({variable, nothing}).members) found.push_back(member.key);
  return found;
}

SmallModel ranked_model(std::uint32_t clients, Base score) {
  SmallModel model(clients);
  const auto set = model.cell("set", Shape::ranked, Base::client);
  model.variables[set].key = kind_of(score);
  model.variables[set].capacity = 2;
  return model;
}

}  // namespace

TEST_CASE("a tie is a choice of the place among equals") {
  SmallModel model = ranked_model(2, Base::token);
  model.program() = {atomic({to(StatementOp::put, 0, {on(ExpressionOp::caller), literal(Base::token, 0)})})};
  const Scenario scenario;
  const Evaluator evaluator(model, scenario, second);
  State state = evaluator.initial();
  make(evaluator, state, step(0));
  State before = state;
  const auto moves = evaluator.moves(state);
  CHECK(moves == std::vector<Move>{[] {
                                     Move time;
                                     time.kind = MoveKind::time;
                                     time.ticks = 1;
                                     return time;
                                   }(),
                                   step(0), step(1, {0}), step(1, {1})});
  make(evaluator, state, step(1, {0}));
  CHECK(keys(state, 0) == std::vector<std::int64_t>{1, 0});
  make(evaluator, state, step(0));  // its score does not change: it keeps its place
  CHECK(keys(state, 0) == std::vector<std::int64_t>{1, 0});
  make(evaluator, before, step(1, {1}));
  CHECK(keys(before, 0) == std::vector<std::int64_t>{0, 1});
  CHECK_FALSE(evaluator.make(before, step(1, {1})).error.empty());
}

TEST_CASE("with distinct clocks equal instants rank by the order in which they were read, not of arrival") {
  SmallModel model = ranked_model(2, Base::instant);
  const auto time = model.local("t", Base::instant);
  model.program() = {read_clock(time), atomic({to(StatementOp::put, 0, {on(ExpressionOp::caller), model.read(time)})})};
  Scenario scenario;
  scenario.distinct_clocks = true;
  const Evaluator evaluator(model, scenario, second);
  State state = evaluator.initial();
  make(evaluator, state, step(1));
  make(evaluator, state, step(0));
  make(evaluator, state, step(0));
  make(evaluator, state, step(1));
  CHECK(keys(state, 0) == std::vector<std::int64_t>{1, 0});
}

TEST_CASE("two ids with equal scores keep their order in all sets") {
  SmallModel model = ranked_model(1, Base::token);
  model.variables[0].kind = kind_of(Base::identity);
  const auto other = model.cell("other", Shape::ranked, Base::identity);
  model.variables[other].key = kind_of(Base::token);
  const auto one = model.local("one", Base::identity);
  const auto two = model.local("two", Base::identity);
  const auto put = [&](VariableIndex set, VariableIndex member) {
    return to(StatementOp::put, set, {model.read(member), literal(Base::token, 3)});
  };
  model.program() = {assign(one, on(ExpressionOp::fresh_id)), assign(two, on(ExpressionOp::fresh_id)),
                     atomic({put(0, one), put(0, two), put(other, two), put(other, one)})};
  const Scenario scenario;
  const Evaluator evaluator(model, scenario, second);
  const auto moves = evaluator.moves(evaluator.initial());
  REQUIRE(moves.size() == 3);  // time, and one choice of two
  for (const std::uint32_t place : {0u, 1u}) {
    State state = evaluator.initial();
    make(evaluator, state, step(0, {place}));
    CHECK(keys(state, 0) == keys(state, other));
    CHECK(keys(state, 0).front() == (place == 0 ? 2 : 1));
  }
}

TEST_CASE("members that are numbers rank by their value at equal scores") {
  SmallModel model = ranked_model(1, Base::token);
  model.variables[0].kind = kind_of(Base::token);
  const auto put = [&](std::int64_t member) {
    return to(StatementOp::put, 0, {literal(Base::token, member), literal(Base::token, 3)});
  };
  model.program() = {atomic({put(2), put(1)})};
  const Scenario scenario;
  const Evaluator evaluator(model, scenario, second);
  State state = evaluator.initial();
  make(evaluator, state, step(0));
  CHECK(keys(state, 0) == std::vector<std::int64_t>{1, 2});
}

TEST_CASE("a container that would hold too many cuts the run") {
  SmallModel model = ranked_model(3, Base::token);
  model.program() = {atomic({to(StatementOp::put, 0, {on(ExpressionOp::caller), literal(Base::token, 0)})})};
  const Scenario scenario;
  const Evaluator evaluator(model, scenario, second, {.cuts_at_capacity = true, .is_seen = {}});
  State state = evaluator.initial();
  make(evaluator, state, step(0));
  make(evaluator, state, step(1, {0}));
  State told = state;
  make(Evaluator(model, scenario, second), told, step(2, {0}));  // a run that is told goes on
  bool is_cut = false;
  for (const Move& move : evaluator.moves(state, &is_cut)) CHECK(move.client != 2);
  CHECK(is_cut);
  const State before = state;
  CHECK(evaluator.make(state, step(2, {0})).cut);
  CHECK(state == before);
}

TEST_CASE("choices are listed in lexicographic order and made as said") {
  SmallModel model(1);
  const auto got = model.cell("got", Shape::scalar, Base::integer);
  model.variables[got].kind.high = 9;
  const Expression any = on(ExpressionOp::choose, {number(3), number(5)}, nothing, Base::integer);
  model.program() = {
      statement(StatementOp::either, {}, {{atomic({to(StatementOp::write, got, {any})})}, {atomic({})}})};
  const Scenario scenario;
  const Evaluator evaluator(model, scenario, second);
  State state = evaluator.initial();
  const auto moves = evaluator.moves(state);
  REQUIRE(moves.size() == 5);
  CHECK(moves[1].choices == std::vector<std::uint32_t>{0, 0});
  CHECK(moves[3].choices == std::vector<std::uint32_t>{0, 2});
  CHECK(moves[4].choices == std::vector<std::uint32_t>{1});
  make(evaluator, state, moves[3]);
  CHECK(state.cells.at({got, nothing}).value == 5);
}

TEST_CASE("a number that leaves its range fails in_range and is brought back") {
  SmallModel model(1);
  const auto count = model.cell("count", Shape::scalar, Base::integer);
  model.variables[count].kind.high = 1;
  model.program() = {atomic({to(StatementOp::write, count, {on(ExpressionOp::add, {model.read(count), number(1)})})})};
  const Scenario scenario;
  const Evaluator evaluator(model, scenario, second);
  State state = evaluator.initial();
  CHECK(make(evaluator, state, step(0)).failed.empty());
  CHECK(make(evaluator, state, step(0)).failed == std::vector<std::string>{"in_range"});
  CHECK(state.cells.at({count, nothing}).value == 1);
}

TEST_CASE("a watched cell is touched by effects that change something") {
  SmallModel model(2);
  const auto lock = model.cell("lock", Shape::expiring, Base::identity);
  const auto seen = model.cell("seen", Shape::scalar, Base::boolean);
  Expression touched = on(ExpressionOp::touched);
  touched.server = 0;
  Statement unwatch = statement(StatementOp::unwatch);
  unwatch.server = 0;
  const Statement look = atomic({to(StatementOp::write, seen, {touched}), unwatch});
  model.program() = {statement(StatementOp::either, {},
                               {{atomic({to(StatementOp::clear, lock)})},
                                {atomic({to(StatementOp::write, lock, {on(ExpressionOp::fresh_id)})})},
                                {atomic({to(StatementOp::watch, lock)}), look}})};
  const Scenario scenario;
  const Evaluator evaluator(model, scenario, second);
  for (const bool writes : {false, true}) {
    State state = evaluator.initial();
    make(evaluator, state, step(0, {2}));
    make(evaluator, state, step(1, {writes ? 1u : 0u}));  // clearing an absent cell is no effect
    make(evaluator, state, step(0));
    CHECK(state.cells.at({seen, nothing}).value == (writes ? 1 : 0));
    CHECK(state.watches.empty());
  }
}

TEST_CASE("a lease lasts as long as the server says, or until its holder ends it") {
  SmallModel model = lease_lock(2);
  const Scenario scenario = under({fault(FaultKind::pause)});
  const Evaluator evaluator(model, scenario, second);
  State state = evaluator.initial();
  const auto holds = [&](ClientIndex client) {
    return evaluator.holds(state, nullptr, of_client(ExpressionOp::holds_lease, client));
  };
  Move time;
  time.kind = MoveKind::time;
  time.ticks = 5;
  const Move pause{.kind = MoveKind::fault, .fault = FaultKind::pause, .client = 0, .choices = {}};
  CHECK_FALSE(holds(0));
  make(evaluator, state, step(0));
  CHECK(holds(0));
  make(evaluator, state, time);
  State released = state;
  make(evaluator, state, pause);
  make(evaluator, state, time);
  CHECK_FALSE(holds(0));  // in real time, though the key has not expired yet
  state = released;
  make(evaluator, state, step(0));
  CHECK(holds(0));
  make(evaluator, state, step(0));
  CHECK_FALSE(holds(0));
}

TEST_CASE("tokens rise in the order of grants, or fence_monotonic fails") {
  SmallModel model(2);
  const auto token = model.cell("token", Shape::scalar, Base::token);
  const auto mine = model.local("mine", Base::token);
  const Statement take = atomic(
      {to(StatementOp::write, token, {on(ExpressionOp::next, {model.read(token)})}), assign(mine, model.read(token))});
  model.kinds[0].says_granted = true;
  model.program() = {take, atomic({statement(StatementOp::granted)}),
                     atomic({statement(StatementOp::fence, {model.read(mine)})}), work(9, 9)};
  const Scenario scenario;
  const Evaluator evaluator(model, scenario, second);
  for (const bool in_order : {true, false}) {
    State state = evaluator.initial();
    make(evaluator, state, step(0));
    make(evaluator, state, step(1));
    make(evaluator, state, step(ClientIndex{in_order ? 0U : 1U}));
    make(evaluator, state, step(ClientIndex{in_order ? 1U : 0U}));
    CHECK(make(evaluator, state, step(1)).failed.empty());
    CHECK(make(evaluator, state, step(0)).failed.empty() == in_order);
  }
}

TEST_CASE("who has queued is before those who have not, until it gets in") {
  SmallModel model(2);
  model.program() = {atomic({statement(StatementOp::queued)}), atomic({}), critical({work(1, 1)})};
  const Scenario scenario;
  const Evaluator evaluator(model, scenario, second);
  State state = evaluator.initial();
  const auto before = [&](ClientIndex one, ClientIndex other) {
    return evaluator.holds(state, nullptr, of_client(ExpressionOp::queued_before, one, other));
  };
  CHECK_FALSE(before(0, 1));
  make(evaluator, state, step(1));
  CHECK(before(1, 0));
  make(evaluator, state, step(0));
  CHECK(before(1, 0));
  CHECK_FALSE(before(0, 1));
  make(evaluator, state, step(1));
  CHECK_FALSE(before(1, 0));
  CHECK_FALSE(before(0, 1));
}
