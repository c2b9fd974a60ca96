// What a step, time and the faults do. Models are built by hand.

#include "engine/evaluator/evaluator.hpp"
#include "engine/evaluator/describe.hpp"
#include "tests/catch.hpp"
#include "tests/evaluator/play.hpp"

#include <algorithm>

using namespace interlock;
using namespace interlock::test;
using interlock::evaluator::Evaluator;
using interlock::evaluator::Outcome;
using interlock::evaluator::State;

namespace {

const VariableIndex lock{0};

}  // namespace

TEST_CASE("a round begins with its first call, and a poll that is refused stays") {
  const SmallModel model = lease_lock(2);
  Play play(model);
  REQUIRE(play.evaluator.moves(play.state) == std::vector<Move>{pass(1), step(0), step(1)});
  const Outcome first = play.make(step(0));
  CHECK(first.kind == EventKind::poll);
  CHECK(first.begins_round);
  CHECK_FALSE(first.refused);
  REQUIRE(first.sections.size() == 1);
  CHECK(first.sections[0].enters);
  REQUIRE(first.calls.size() == 1);
  CHECK(first.calls[0].text == "SET(lock, a, NX, PX 10s)");
  CHECK(first.calls[0].answer == "true");
  CHECK(play.inside(0));
  const Outcome second_client = play.make(step(1));
  CHECK(second_client.refused);
  CHECK(second_client.calls[0].refused);
  CHECK(play.holds(of_client(ExpressionOp::waiting, 1)));
  CHECK(play.can(step(1)));
}

TEST_CASE("work ends within its window, and its end holds time back") {
  const SmallModel model = lease_lock(1);
  Play play(model);
  play.make(step(0));
  CHECK_FALSE(play.can(step(0)));
  play.make(pass(1));
  CHECK(play.can(step(0)));
  play.make(pass(4));
  CHECK_FALSE(play.can(pass(1)));
  const Outcome left = play.make(step(0));
  CHECK(left.kind == EventKind::wait_over);
  REQUIRE(left.sections.size() == 1);
  CHECK_FALSE(left.sections[0].enters);
  CHECK_FALSE(play.can(pass(1)));
  const Outcome released = play.make(step(0));
  CHECK(released.atomic);
  CHECK(released.failed.empty());
  CHECK(released.ended == std::vector<ClientIndex>{0});
  CHECK(play.holds(of_client(ExpressionOp::idle, 0)));
  CHECK(play.state.cells.at({1, 0}).value == 0);
}

TEST_CASE("a pause lets the lease run out: two are inside") {
  const SmallModel model = lease_lock(2);
  Play play(model, under({fault(FaultKind::pause)}));
  play.make(step(0));
  CHECK_FALSE(play.can(strike(FaultKind::pause, 0)));
  play.make(pass(5));
  play.make(strike(FaultKind::pause, 0));
  CHECK(play.holds(of_client(ExpressionOp::paused, 0)));
  CHECK_FALSE(play.can(strike(FaultKind::pause, 0)));
  play.make(pass(5));
  CHECK_FALSE(play.can(pass(1)));
  CHECK(play.make(step(1)).refused);  // at its deadline the key is still there
  const Outcome expired = play.make(expiry(lock));
  CHECK(expired.kind == EventKind::expiry);
  CHECK_FALSE(play.make(step(1)).refused);
  CHECK(play.inside(0));
  CHECK(play.inside(1));
  play.make(step(0));
  CHECK_FALSE(play.holds(of_client(ExpressionOp::paused, 0)));
}

TEST_CASE("a bounded pause ends in time, and the same step is not delayed again") {
  const SmallModel model = lease_lock(1);
  Play play(model, under({fault(FaultKind::pause, 2 * second)}));
  play.make(step(0));
  play.make(pass(5));
  play.make(strike(FaultKind::pause, 0));
  play.make(pass(2));
  CHECK_FALSE(play.can(pass(1)));
  CHECK_FALSE(play.can(strike(FaultKind::pause, 0)));
  play.make(step(0));
  CHECK(play.can(strike(FaultKind::pause, 0)));
}

TEST_CASE("a fault strikes as often as it may") {
  const SmallModel model = lease_lock(1);
  Play play(model, under({fault(FaultKind::pause, unbounded, 1)}));
  play.make(step(0));
  play.make(pass(5));
  play.make(strike(FaultKind::pause, 0));
  play.make(step(0));
  CHECK_FALSE(play.can(strike(FaultKind::pause, 0)));
}

TEST_CASE("a crash forgets the round; what the client wrote is nobody's") {
  const SmallModel model = lease_lock(2);
  Fault for_ever = fault(FaultKind::crash);
  for_ever.for_ever = true;
  for (const bool comes_back : {true, false}) {
    Play play(model, under({comes_back ? fault(FaultKind::crash) : for_ever}));
    CHECK(play.can(strike(FaultKind::crash, 0)) != comes_back);  // idle, it has only its next rounds to lose
    play.make(step(0));
    const Outcome crashed = play.make(strike(FaultKind::crash, 0));
    CHECK(crashed.sections.empty());
    CHECK(crashed.ended.empty());
    CHECK(play.holds(of_client(ExpressionOp::idle, 0)));
    CHECK(play.state.cells.at({lock, nothing}).value == 1);
    CHECK(play.state.cells.at({lock, nothing}).writer == nothing);
    CHECK(play.can(step(0)) == comes_back);
    CHECK(play.holds(of_client(ExpressionOp::alive, 0)) == comes_back);
  }
}

TEST_CASE("reading the clock is a step of its own; skew comes first, drift at any time") {
  SmallModel model(3);
  const auto time = model.local("t", Base::instant);
  const auto seen = model.cell("seen", Shape::scalar, Base::instant);
  model.program() = {read_clock(time), atomic({to(StatementOp::write, seen, {model.read(time)})})};
  Play play(model, under({fault(FaultKind::skew, second)}));
  play.make(clock(FaultKind::skew, 1, -1));
  CHECK_FALSE(play.can(clock(FaultKind::skew, 1, 1)));
  CHECK(play.can(clock(FaultKind::skew, 0, 1)));
  CHECK_FALSE(play.can(clock(FaultKind::skew, 2, 2)));
  CHECK(play.can(clock(FaultKind::skew, 2, 1)));
  const Outcome began = play.make(step(1));
  CHECK(began.kind == EventKind::clock);
  CHECK(began.begins_round);
  CHECK(began.calls.empty());
  CHECK_FALSE(play.can(pass(1)));
  CHECK_FALSE(play.can(clock(FaultKind::skew, 2, 1)));
  play.make(step(1));
  CHECK(play.state.cells.at({seen, nothing}).value == -second);

  Play drifting(model, under({fault(FaultKind::drift, second)}));
  drifting.make(step(0));
  drifting.make(clock(FaultKind::drift, 0, 1));
  CHECK_FALSE(drifting.can(clock(FaultKind::drift, 0, 1)));
  CHECK(drifting.can(clock(FaultKind::drift, 0, 0)));
}

TEST_CASE("a retry with a limit gives up at the limit, not before, and holds time back there") {
  SmallModel model(1);
  const auto open = model.cell("open", Shape::scalar, Base::boolean);
  const auto answer = model.scratch("(open)", Base::boolean);
  Statement poll =
      statement(StatementOp::retry, {model.read(answer)}, {{assign(answer, model.read(open))}, {work(1, 1)}});
  poll.span = {3 * second, 3 * second};
  model.program() = {poll};
  Play play(model);
  play.make(pass(2));
  CHECK(play.make(step(0)).refused);
  play.make(pass(2));
  CHECK_FALSE(play.can(move(MoveKind::give_up, 0)));
  play.make(pass(1));
  CHECK(play.can(step(0)));
  CHECK_FALSE(play.can(pass(1)));
  CHECK(play.make(move(MoveKind::give_up, 0)).kind == EventKind::gives_up);
  CHECK_FALSE(play.can(step(0)));
  play.make(pass(1));
  CHECK(play.make(step(0)).ended.size() == 1);
}

TEST_CASE("when waits for its guard and then holds time back") {
  SmallModel model(2);
  const auto open = model.cell("open", Shape::scalar, Base::boolean);
  const auto time = model.local("t", Base::instant);
  model.program() = {statement(StatementOp::either, {}, {{read_clock(time)}, {}}),
                     statement(StatementOp::if_, {equal(on(ExpressionOp::caller), number(0))},
                               {{statement(StatementOp::when, {model.read(open)}, {{}})},
                                {atomic({to(StatementOp::write, open, {truth(true)})})}})};
  Play play(model);
  Move reading = step(0);
  reading.choices = {0};
  Move directly = step(0);
  directly.choices = {1};
  CHECK(play.can(directly));
  CHECK(play.can(reading));
  play.make(reading);
  CHECK_FALSE(play.can(step(0)));
  CHECK(play.can(pass(1)));
  Move opening = step(1);
  opening.choices = {1};
  play.make(opening);
  CHECK_FALSE(play.can(pass(1)));
  CHECK(play.make(step(0)).ended == std::vector<ClientIndex>{0});
}

TEST_CASE("a heartbeat runs while its section does") {
  SmallModel model(1);
  const auto beats = model.cell("beats", Shape::scalar, Base::token);
  Background heartbeat;
  heartbeat.section = 0;
  heartbeat.every = {3 * second, 3 * second};
  heartbeat.body = {atomic({to(StatementOp::write, beats, {on(ExpressionOp::next, {model.read(beats)})})})};
  model.kinds[0].backgrounds = {heartbeat};
  model.program() = {critical({work(5, 5)})};
  Play play(model);
  play.make(step(0));
  CHECK_FALSE(play.can(step(0, 1)));
  play.make(pass(3));
  CHECK_FALSE(play.can(pass(1)));
  CHECK(play.make(step(0, 1)).kind == EventKind::wait_over);
  CHECK_FALSE(play.can(pass(1)));
  play.make(step(0, 1));
  CHECK(play.state.cells.at({beats, nothing}).value == 1);
  play.make(pass(2));
  play.make(step(0));
  CHECK_FALSE(play.state.clients[0].threads[1].active);
}

TEST_CASE("a pause lengthens another thread's work, and not its sleep") {
  for (const bool works : {true, false}) {
    SmallModel model(1);
    Background heartbeat;
    heartbeat.section = 0;
    heartbeat.every = {2 * second, 2 * second};
    heartbeat.body = {atomic({})};
    model.kinds[0].backgrounds = {heartbeat};
    model.program() = {critical({wait(works ? StatementOp::work : StatementOp::sleep, 5, 5)})};
    Play play(model, under({fault(FaultKind::pause)}));
    play.make(step(0));
    play.make(pass(2));
    play.make(strike(FaultKind::pause, 0));
    play.make(pass(3));
    CHECK(play.can(step(0)) == !works);
    play.make(step(0, 1));
    play.make(step(0, 1));
    if (!works) continue;
    play.make(pass(2));
    play.make(step(0, 1));
    play.make(step(0, 1));
    CHECK_FALSE(play.can(step(0)));
    play.make(pass(1));
    CHECK(play.can(step(0)));
  }
}

TEST_CASE("return in a heartbeat ends the whole round and leaves the sections") {
  SmallModel model(1);
  Background heartbeat;
  heartbeat.section = 0;
  heartbeat.every = {second, second};
  heartbeat.body = {statement(StatementOp::return_)};
  model.kinds[0].backgrounds = {heartbeat};
  model.program() = {critical({work(5, 5)})};
  Play play(model);
  play.make(step(0));
  play.make(pass(1));
  const Outcome ended = play.make(step(0, 1));
  CHECK(ended.ended.size() == 1);
  REQUIRE(ended.sections.size() == 1);
  CHECK_FALSE(ended.sections[0].enters);
  CHECK(play.holds(of_client(ExpressionOp::idle, 0)));
}

TEST_CASE("views tell a state in words") {
  const SmallModel model = lease_lock(2);
  Play play(model);
  const auto before = describe(model, play.state);
  play.make(pass(1));
  play.make(step(1));
  const auto after = describe(model, play.state);
  CHECK(after.clients[1].inside_critical);
  CHECK(after.clients[1].working);
  CHECK(after.clients[1].id == "a");
  CHECK_FALSE(after.clients[0].in_round);
  REQUIRE(after.cells.size() == 1);
  CHECK(after.cells[0].deadline == 11 * second);
  const auto changed = evaluator::changes(model, before, after);
  REQUIRE(changed.size() == 1);
  CHECK(changed[0].name == "redis.lock");
  CHECK(changed[0].before == "absent");
  CHECK(changed[0].after == "a (worker 2) until 11 s");
}
