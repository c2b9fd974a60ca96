// Which constant makes time fine-grained.

#include "engine/machine/time/small_tick.hpp"

#include "engine/machine/time/ticks.hpp"
#include "tests/catch.hpp"
#include "tests/evaluator/small_model.hpp"

namespace interlock::machine {
namespace {

using namespace interlock::test;

constexpr std::int64_t millisecond = 1000;

/// A client that works for these times, one after the other.
Model working(const std::vector<std::int64_t>& times) {
  Model model;
  model.kinds.emplace_back();
  for (const std::int64_t time : times) {
    Statement work = statement(StatementOp::work);
    work.span = {time, time};
    model.kinds[0].program.push_back(work);
  }
  model.clients.emplace_back();
  return model;
}

Scenario with_skew(std::int64_t amount) {
  Scenario scenario;
  scenario.faults.push_back({FaultKind::skew, amount, 1, false, "skew"});
  return scenario;
}

}  // namespace

TEST_CASE("a small skew beside a long timeout is named") {
  const auto found = find_small_tick(working({10 * second, 5 * second}), with_skew(10 * millisecond));
  REQUIRE(found);
  CHECK(found->cause.fault == "skew");
  CHECK(found->cause.written == 10 * millisecond);
  CHECK(found->longest.written == 10 * second);
  CHECK(found->tick == 10 * millisecond);
  CHECK(found->tick_without == 5 * second);
  CHECK(found->coarser == 5 * second);
}

TEST_CASE("a constant with an odd end is named, and not the round one") {
  const auto found = find_small_tick(working({10'001 * millisecond, 10 * second}), {});
  REQUIRE(found);
  CHECK(found->cause.written == 10'001 * millisecond);
  CHECK(found->coarser == 10 * second);
}

TEST_CASE("no constant is named where none alone is to blame, or where it costs nothing") {
  CHECK_FALSE(find_small_tick(working({}), {}));
  CHECK_FALSE(find_small_tick(working({10 * millisecond}), {}));
  CHECK_FALSE(find_small_tick(working({10 * second, 10 * millisecond, 20 * millisecond}), {}));
  CHECK_FALSE(find_small_tick(working({10 * second, 1 * second}), {}));
  CHECK_FALSE(find_small_tick(working({2 * second, 10 * millisecond}), {}));  // 200 ticks
}

TEST_CASE("the same constant in two places is one constant") {
  CHECK(find_small_tick(working({10 * second, 10 * millisecond, 10 * millisecond}), {}));
}

TEST_CASE("a tick divides every duration") {
  CHECK(measure_ticks(working({}), {}).microseconds == second);
  const Ticks ticks = measure_ticks(working({6 * second, 4 * second}), with_skew(second));
  CHECK(ticks.microseconds == second);
  CHECK(ticks.longest == 6);
  CHECK(ticks.horizon == 0);  // no instants are compared
}

}  // namespace interlock::machine
