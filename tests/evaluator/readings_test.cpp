// What the readings of the language decide: clocks, polls, doors, grants, leases, belief, never, pauses in mid-work.

#include "tests/evaluator/play.hpp"

using namespace interlock;
using namespace interlock::test;

namespace {

/// `retry until open`, with the time between two attempts and the limit, in seconds.
SmallModel polling(std::int64_t every, std::int64_t within) {
  SmallModel model(1);
  const auto open = model.cell("open", Shape::scalar, Base::boolean);
  const auto before = model.cell("before", Shape::scalar, Base::boolean);
  const auto answer = model.scratch("(open)", Base::boolean);
  Statement poll = statement(StatementOp::retry, {model.read(answer)}, {{assign(answer, model.read(open))}, {}});
  if (every != unbounded) poll.every = every * second;
  if (within != unbounded) poll.span = {within * second, within * second};
  model.program() = {atomic({to(StatementOp::write, before, {truth(true)})}), poll};
  return model;
}

/// SET lock me PX `span` as an atomic block.
Statement take(const SmallModel& model, VariableIndex cell, VariableIndex me, std::int64_t span) {
  return atomic({to(StatementOp::write, cell, {model.read(me)}), to(StatementOp::expire, cell, {seconds(span)})});
}

bool holds_lease(const Play& play, ClientIndex client) {
  return play.holds(of_client(ExpressionOp::holds_lease, client));
}
bool believes(const Play& play, ClientIndex client) {
  return play.holds(of_client(ExpressionOp::before_deadline, client));
}

}  // namespace

TEST_CASE("a clock behind a call is a step of its own, which holds time back and can be paused before") {
  SmallModel model(1);
  const auto time = model.local("t", Base::instant);
  model.program() = {atomic({}), read_clock(time), wait(StatementOp::sleep, 1, 1)};
  Play play(model, under({fault(FaultKind::pause)}));
  play.make(step(0));
  CHECK_FALSE(play.can(pass(1)));
  play.make(strike(FaultKind::pause, 0));
  play.make(pass(4));
  const Outcome read = play.make(step(0));
  CHECK(read.kind == EventKind::clock);
  CHECK(read.read_clock);
  CHECK(play.state.cells.at({time, 0}).value == 4 * second);
  CHECK(play.can(pass(1)));
}

TEST_CASE("the first attempt of a retry is made at once, further ones whenever it likes") {
  const SmallModel model = polling(unbounded, unbounded);
  Play play(model);
  play.make(step(0));
  CHECK_FALSE(play.can(pass(1)));
  CHECK(play.make(step(0)).refused);
  CHECK(play.can(pass(1)));
  CHECK(play.can(step(0)));
}

TEST_CASE("a retry that polls every second is punctual, paused or not") {
  const SmallModel model = polling(2, unbounded);
  Play play(model, under({fault(FaultKind::pause)}));
  play.make(step(0));
  play.make(step(0));
  CHECK_FALSE(play.can(step(0)));
  play.make(pass(1));
  CHECK_FALSE(play.can(step(0)));
  CHECK_FALSE(play.can(strike(FaultKind::pause, 0)));
  play.make(pass(1));
  CHECK_FALSE(play.can(pass(1)));
  CHECK(play.can(step(0)));
  play.make(strike(FaultKind::pause, 0));
  play.make(pass(3));
  CHECK(play.make(step(0)).refused);  // at 5 s, and next at 7 s
  play.make(pass(2));
  CHECK_FALSE(play.can(pass(1)));
}

TEST_CASE("who gives up has tried: a limit of nothing, and one between two attempts") {
  const SmallModel model = polling(unbounded, 0);
  Play play(model);
  play.make(step(0));
  CHECK_FALSE(play.can(move(MoveKind::give_up, 0)));
  play.make(step(0));
  CHECK(play.can(step(0)));  // until it gives up it may still poll
  CHECK_FALSE(play.can(pass(1)));
  CHECK(play.make(move(MoveKind::give_up, 0)).ended.size() == 1);

  const SmallModel slow = polling(2, 3);
  Play other(slow);
  other.make(step(0));
  other.make(step(0));
  other.make(pass(2));
  CHECK_FALSE(other.can(move(MoveKind::give_up, 0)));
  other.make(step(0));
  other.make(pass(1));
  CHECK_FALSE(other.can(step(0)));  // its next attempt would be at 4 s
  CHECK_FALSE(other.can(pass(1)));
  CHECK(other.can(move(MoveKind::give_up, 0)));
}

TEST_CASE("who finds a door closed comes to it in a step, waits and can crash") {
  SmallModel model(2);
  const auto held = model.cell("held", Shape::scalar, Base::boolean);
  model.program() = {statement(StatementOp::when, {on(ExpressionOp::not_, {model.read(held)})},
                               {{to(StatementOp::write, held, {truth(true)})}}),
                     critical({work(1, 1)}), atomic({to(StatementOp::write, held, {truth(false)})})};
  Play play(model, under({fault(FaultKind::crash)}));
  CHECK(play.make(step(0)).sections.size() == 1);  // open: through in one step
  CHECK_FALSE(play.can(strike(FaultKind::crash, 1)));
  const Outcome door = play.make(step(1));
  CHECK(door.kind == EventKind::poll);
  CHECK(door.refused);
  CHECK(play.holds(of_client(ExpressionOp::waiting, 1)));
  CHECK_FALSE(play.can(step(1)));
  CHECK(play.can(strike(FaultKind::crash, 1)));
  play.make(pass(1));
  play.make(step(0));
  play.make(step(0));
  CHECK_FALSE(play.can(pass(1)));  // it holds time back now
  CHECK_FALSE(play.make(step(1)).refused);
  CHECK(play.inside(1));
}

TEST_CASE("who goes in and out in one step was inside, with all that it did up to there") {
  SmallModel model(1);
  const auto x = model.cell("x", Shape::scalar, Base::boolean);
  model.program() = {atomic({}), critical({}),
                     atomic({}), critical({atomic({to(StatementOp::write, x, {truth(true)})})}),
                     atomic({}), critical({statement(StatementOp::return_)})};
  Play play(model);
  const Expression inside = of_client(ExpressionOp::in_section, 0);
  const auto all = std::vector<bool>{true, false};
  const Outcome first = play.make(step(0));
  CHECK(play.evaluator.holds_on_the_way(play.state, &first, inside) == all);
  const Outcome second_block = play.make(step(0));
  CHECK(second_block.passages.empty());
  CHECK(play.inside(0));
  CHECK(play.make(step(0)).passages.empty());  // it was inside in the state before
  const Outcome last = play.make(step(0));
  CHECK(last.ended.size() == 1);
  CHECK(play.evaluator.holds_on_the_way(play.state, &last, inside) == all);
}

TEST_CASE("a kept condition is asked of who passes through") {
  SmallModel model(1);
  const auto x = model.cell("x", Shape::scalar, Base::boolean);
  Kept kept;
  kept.name = "x_is_set";
  kept.section = 0;
  kept.condition = model.read(x);
  model.kinds[0].kept = {kept};
  model.program() = {atomic({}), critical({})};
  Play play(model);
  const Outcome outcome = play.make(step(0));
  CHECK(play.evaluator.kept_failing(play.state).empty());
  CHECK(play.evaluator.kept_failing(play.state, &outcome) == std::vector<std::string>{"x_is_set"});
}

TEST_CASE("the grant is that of the last call before the entry, not of the clock behind it") {
  SmallModel model(2);
  const auto time = model.local("t", Base::instant);
  Statement granted = statement(StatementOp::granted);
  granted.flag = true;
  model.program() = {atomic({granted}), statement(StatementOp::granted), read_clock(time), granted,
                     critical({work(9, 9)})};
  model.program()[1].flag = true;
  model.program()[0].blocks[0].clear();
  Play play(model);
  play.make(step(0));
  play.make(step(1));
  const auto first = play.state.clients[0].grant;
  const auto other = play.state.clients[1].grant;
  CHECK(first < other);
  play.make(step(1));
  play.make(step(0));
  CHECK(play.inside(0));
  CHECK(play.state.clients[0].grant == first);
  CHECK(play.state.clients[1].grant == other);
}

TEST_CASE("an entry without a call before it grants once") {
  SmallModel model(1);
  model.program() = {work(1, 1), critical({work(1, 1)}), critical({work(1, 1)}), atomic({}), critical({work(1, 1)})};
  Play play(model);
  play.make(step(0));
  play.make(pass(1));
  play.make(step(0));
  CHECK(play.state.clients[0].grant == 1);
  play.make(pass(1));
  play.make(step(0));
  CHECK(play.state.clients[0].grant == 1);
  play.make(pass(1));
  play.make(step(0));
  play.make(step(0));
  CHECK(play.state.clients[0].grant == 2);
}

TEST_CASE("a lease is on the cell that was given a deadline last, and on no data") {
  SmallModel model(2);
  const auto lock = model.cell("lock", Shape::expiring, Base::identity);
  const auto data = model.cell("data", Shape::expiring, Base::identity);
  const auto me = model.local("me", Base::identity);
  Statement granted = statement(StatementOp::granted);
  Statement named_cell = granted;
  named_cell.variable = lock;
  model.kinds[0].says_granted = true;
  model.program() = {assign(me, on(ExpressionOp::fresh_id)),
                     take(model, lock, me, 4),
                     granted,
                     take(model, data, me, 9),  // no renewal of the lock
                     atomic({to(StatementOp::clear, data)}),
                     atomic({to(StatementOp::persist, lock)}),
                     atomic({to(StatementOp::clear, lock)}),
                     granted,
                     named_cell};
  Play play(model);
  play.make(step(0));
  CHECK(holds_lease(play, 0));
  CHECK(play.state.clients[0].lease_deadline == 4 * second);
  play.make(step(0));
  CHECK(play.state.clients[0].lease_deadline == 4 * second);
  play.make(step(0));
  CHECK(holds_lease(play, 0));
  play.make(step(0));
  CHECK(holds_lease(play, 0));
  CHECK_FALSE(play.state.clients[0].lease_deadline);  // dropped: without end
  play.make(step(0));
  CHECK_FALSE(holds_lease(play, 0));
}

TEST_CASE("what others do to the cell neither ends a lease nor moves it") {
  SmallModel model(2);
  const auto lock = model.cell("lock", Shape::expiring, Base::identity);
  const auto me = model.local("me", Base::identity);
  const Statement is_first =
      statement(StatementOp::if_, {equal(on(ExpressionOp::caller), number(0))},
                {{take(model, lock, me, 4), critical({wait(StatementOp::sleep, 9, 9)})},
                 {atomic({to(StatementOp::expire, lock, {seconds(1)})}), atomic({to(StatementOp::clear, lock)})}});
  model.program() = {is_first};
  Play play(model);
  play.make(step(0));
  CHECK(holds_lease(play, 0));
  play.make(step(1));  // another's entry: it gives 2 nothing, and 1 keeps what it was given
  CHECK(play.state.clients[0].lease_deadline == 4 * second);
  CHECK(play.state.clients[1].given.empty());
  play.make(step(1));
  CHECK(holds_lease(play, 0));
  play.make(pass(4));
  CHECK_FALSE(holds_lease(play, 0));
}

TEST_CASE("belief follows the variable, and is none where it was never written") {
  SmallModel model(1);
  const auto deadline = model.local("deadline", Base::instant);
  const auto time = model.local("t", Base::instant);
  Statement until = critical({wait(StatementOp::sleep, 1, 1), read_clock(time),
                              assign(deadline, on(ExpressionOp::add, {model.read(time), seconds(3)})),
                              wait(StatementOp::sleep, 9, 9)});
  until.variable = deadline;
  model.program() = {atomic({}), until};
  Play play(model);
  play.make(step(0));
  CHECK(play.inside(0));
  CHECK_FALSE(believes(play, 0));
  play.make(pass(1));
  play.make(step(0));
  play.make(step(0));
  CHECK(believes(play, 0));
  play.make(pass(2));
  CHECK(believes(play, 0));
  play.make(pass(1));
  CHECK_FALSE(believes(play, 0));  // it ends at the deadline
}

TEST_CASE("a section without until is believed to its end, and the innermost one counts") {
  SmallModel model(1);
  const auto deadline = model.local("deadline", Base::instant);
  Statement until = critical({work(1, 1)});
  until.variable = deadline;
  model.program() = {atomic({}), critical({until, work(1, 1)})};
  Play play(model);
  play.make(step(0));
  CHECK_FALSE(believes(play, 0));
  play.make(pass(1));
  play.make(step(0));
  CHECK(believes(play, 0));
}

TEST_CASE("an instant that was never written is before all others, and spans from it are the longest") {
  SmallModel model(1);
  const auto never = model.cell("never", Shape::scalar, Base::instant);
  const auto written = model.local("t", Base::instant);
  const auto span = [&](VariableIndex left, VariableIndex right) {
    return on(ExpressionOp::subtract, {model.read(left), model.read(right)}, nothing, Base::duration);
  };
  const auto is_true = [&](ExpressionOp op, Expression left, Expression right) {
    return named(StatementOp::assert_, "so", on(op, {std::move(left), std::move(right)}));
  };
  const auto moved = on(ExpressionOp::add, {model.read(never), seconds(9)}, nothing, Base::instant);
  const auto by_a_short_one =
      on(ExpressionOp::add, {model.read(written), span(never, written)}, nothing, Base::instant);
  model.program() = {read_clock(written),
                     is_true(ExpressionOp::less, model.read(never), model.read(written)),
                     is_true(ExpressionOp::equal, model.read(never), model.read(never)),
                     is_true(ExpressionOp::equal, moved, model.read(never)),
                     is_true(ExpressionOp::greater, span(written, never), seconds(1'000'000)),
                     is_true(ExpressionOp::greater, span(never, never), seconds(1'000'000)),
                     is_true(ExpressionOp::less, span(never, written), seconds(-1'000'000)),
                     is_true(ExpressionOp::equal, by_a_short_one, model.read(never))};
  Play play(model);
  CHECK(play.make(step(0)).failed.empty());
}

TEST_CASE("where clocks are distinct, readings of one moment differ, and one that is moved keeps its place") {
  SmallModel model(2);
  const auto time = model.local("t", Base::instant);
  const auto seen = model.cell("seen", Shape::scalar, Base::instant);
  const Expression later = on(ExpressionOp::greater, {model.read(time), model.read(seen)});
  model.program() = {read_clock(time),
                     atomic({named(StatementOp::witness, "later", later),
                             named(StatementOp::witness, "equal", equal(model.read(time), model.read(seen))),
                             to(StatementOp::write, seen, {model.read(time)})})};
  for (const bool distinct : {true, false}) {
    Scenario scenario;
    scenario.distinct_clocks = distinct;
    Play play(model, scenario);
    play.make(step(0));
    play.make(step(1));
    play.make(step(1));
    CHECK(play.make(step(0)).witnessed == (distinct ? std::vector<std::string>{} : std::vector<std::string>{"equal"}));
    play.make(step(1));
    CHECK(play.make(step(1)).witnessed.front() == (distinct ? "later" : "equal"));
  }
}

TEST_CASE("the same shown at different moments by clocks that are off is a choice, made once") {
  SmallModel model(2);
  const auto time = model.local("t", Base::instant);
  model.program() = {read_clock(time), wait(StatementOp::sleep, 5, 5)};
  Scenario scenario = under({fault(FaultKind::skew, second)});
  scenario.distinct_clocks = true;
  Play play(model, scenario);
  play.make(clock(FaultKind::skew, 1, -1));
  play.make(step(0));
  play.make(pass(1));
  Move before = step(1);
  before.choices = {0};
  Move after = step(1);
  after.choices = {1};
  CHECK(play.can(before));
  REQUIRE(play.can(after));
  const State at_the_choice = play.state;
  const auto reading = [&](ClientIndex client) { return play.state.cells.at({time, client}).whole(); };
  play.make(before);
  CHECK(reading(1) < reading(0));
  play.state = at_the_choice;
  play.make(after);
  CHECK(reading(0) < reading(1));
}

TEST_CASE("a client with two threads can be paused in mid-work, and go on without a step") {
  SmallModel model(1);
  Background heartbeat;
  heartbeat.section = 0;
  heartbeat.every = {2 * second, 2 * second};
  heartbeat.body = {atomic({})};
  model.kinds[0].backgrounds = {heartbeat};
  model.program() = {atomic({}), critical({work(3, 3)})};
  Play play(model, under({fault(FaultKind::pause)}));
  CHECK_FALSE(play.can(strike(FaultKind::pause, 0)));
  play.make(step(0));
  CHECK_FALSE(play.can(move(MoveKind::resume, 0)));
  play.make(strike(FaultKind::pause, 0));
  play.make(pass(1));
  CHECK(play.make(move(MoveKind::resume, 0)).kind == EventKind::resume);
  CHECK_FALSE(play.can(strike(FaultKind::pause, 0)));  // it would delay the end of the work a second time
  play.make(pass(1));
  CHECK(play.make(step(0, 1)).kind == EventKind::wait_over);  // the heartbeat's wait ran on
  play.make(step(0, 1));
  CHECK_FALSE(play.can(step(0)));
  play.make(pass(2));
  CHECK(play.can(step(0)));  // the work did not
  play.make(step(0, 1));
  play.make(step(0, 1));
  play.make(step(0));
}

TEST_CASE("with one thread a pause strikes where a step was due, and ends with it") {
  SmallModel model(1);
  model.program() = {atomic({}), work(3, 3)};
  Play play(model, under({fault(FaultKind::pause)}));
  play.make(step(0));
  play.make(pass(1));
  CHECK_FALSE(play.can(strike(FaultKind::pause, 0)));
  play.make(pass(2));
  play.make(strike(FaultKind::pause, 0));
  CHECK_FALSE(play.can(move(MoveKind::resume, 0)));
  CHECK_FALSE(play.can(strike(FaultKind::pause, 0)));
  play.make(pass(1));
  play.make(step(0));
}

TEST_CASE("an expiry that a told run leaves out is made when time passes it, unless somebody sees it") {
  const SmallModel model = lease_lock(1);
  const Scenario scenario = under({fault(FaultKind::crash)});
  const Evaluator lenient(model, scenario, second);
  State state = lenient.initial();
  REQUIRE(lenient.make(state, step(0)).error.empty());
  REQUIRE(lenient.make(state, strike(FaultKind::crash, 0)).error.empty());
  const State crashed = state;
  const Outcome passed = lenient.make(state, pass(11));
  CHECK(passed.error.empty());
  CHECK(passed.expired == std::vector<VariableIndex>{0});
  CHECK(state.cells.at({0, nothing}).value == evaluator::none);
  Play strict(model, scenario);
  strict.state = crashed;
  CHECK_FALSE(strict.can(pass(11)));
  CHECK(strict.can(pass(1)));
}

TEST_CASE("what happens between two ticks is not lost") {
  SmallModel model(1);
  Statement nap = wait(StatementOp::sleep, 0, 0);
  nap.span = {second / 3, second / 3};
  model.program() = {atomic({}), nap};
  Play play(model);
  play.make(step(0));
  CHECK_FALSE(play.can(pass(1)));
}

TEST_CASE("a background's block that is under way when the section is left goes on to its end, and no new one begins") {
  SmallModel model(1);
  const auto lock = model.cell("lock", Shape::scalar, Base::boolean);
  Background heartbeat;
  heartbeat.section = 0;
  heartbeat.every = {second, second};
  heartbeat.body = {atomic({to(StatementOp::write, lock, {truth(true)})})};
  model.kinds[0].backgrounds = {heartbeat};
  model.program() = {critical({work(1, 1)}), atomic({to(StatementOp::write, lock, {truth(false)})}), work(9, 9)};
  Play play(model);
  play.make(step(0));
  play.make(pass(1));
  play.make(step(0, 1));  // its wait is over
  play.make(step(0));     // critical is left
  play.make(step(0));     // released
  CHECK(play.state.clients[0].threads[1].active);
  CHECK_FALSE(play.can(pass(1)));
  play.make(step(0, 1));  // and renewed after that
  CHECK(play.state.cells.at({lock, nothing}).value == 1);
  CHECK_FALSE(play.state.clients[0].threads[1].active);
  CHECK(play.can(pass(1)));
}

TEST_CASE("a break in a background ends its thread, and the round goes on") {
  SmallModel model(1);
  Background heartbeat;
  heartbeat.section = 0;
  heartbeat.every = {second, second};
  heartbeat.body = {statement(StatementOp::if_, {truth(true)}, {{statement(StatementOp::break_)}, {}})};
  model.kinds[0].backgrounds = {heartbeat};
  model.program() = {critical({work(5, 5)})};
  Play play(model);
  play.make(step(0));
  play.make(pass(1));
  CHECK(play.make(step(0, 1)).ended.empty());
  CHECK_FALSE(play.state.clients[0].threads[1].active);
  CHECK(play.inside(0));
  play.make(pass(4));
  play.make(step(0));
}

TEST_CASE("a background gives up as well") {
  SmallModel model(1);
  const auto answer = model.scratch("(open)", Base::boolean);
  Statement poll = statement(StatementOp::retry, {model.read(answer)},
                             {{assign(answer, truth(false))}, {statement(StatementOp::return_)}});
  poll.span = {0, 0};
  Background heartbeat;
  heartbeat.section = 0;
  heartbeat.every = {second, second};
  heartbeat.body = {poll};
  model.kinds[0].backgrounds = {heartbeat};
  model.program() = {critical({work(5, 5)})};
  Play play(model);
  play.make(step(0));
  play.make(pass(1));
  play.make(step(0, 1));
  CHECK_FALSE(play.can(move(MoveKind::give_up, 0, 1)));
  play.make(step(0, 1));
  CHECK_FALSE(play.can(pass(1)));
  CHECK_FALSE(play.can(move(MoveKind::give_up, 0)));
  CHECK(play.make(move(MoveKind::give_up, 0, 1)).ended.size() == 1);
}
