// What only dense time can: bounds that are sharp, durations of any size. Beside the ticks: tests/dense.

#include "engine/check/checker.hpp"
#include "reports/report.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace interlock::check {
namespace {

Answer ask(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
           TimeSearch time) {
  Settings settings;
  settings.time = time;
  settings.search.threads = 1;
  settings.search.limits.states = 200'000;
  return check(model, scenario, specs, settings);
}

std::string said(const SpecResult& result) {
  const std::string verdict = reports::to_text(result.verdict);
  return has_run(result) ? fmt::format("{}, {} faults, {} steps", verdict, result.faults, result.steps) : verdict;
}

language::Model read(const std::string& text) {
  const oracle::ShippedModel shipped = oracle::read_model("small", text);
  INFO(shipped.problems);
  REQUIRE(shipped.problems.empty());
  return shipped.model;
}

/// Of the only spec that was asked.
SpecResult decided(const language::Model& model, const std::string& spec, const std::string& faults,
                   std::uint64_t* states = nullptr) {
  for (std::uint32_t index = 0; index < model.specs.size(); ++index) {
    if (model.specs[index].name != spec) continue;
    const Answer answer = ask(model, oracle::scenario_of(faults), {index}, TimeSearch::dense);
    INFO(answer.in_ticks_because << answer.not_reproduced);
    REQUIRE(answer.in_ticks_because.empty());
    REQUIRE(answer.not_reproduced.empty());
    if (states != nullptr) *states = answer.symbolic_states;
    return answer.verdicts.front();
  }
  FAIL("there is no such spec");
  return {};
}

std::string lock(const std::string& ttl, const std::string& busy) {
  return "protocol p\nserver redis : redis { lock : string }\nclient worker[2] {\n  me = fresh id\n"
         "  retry until redis.SET(lock, me, NX, PX " +
         ttl + ")\n  critical { work " + busy + " }\n  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n}\n";
}

}  // namespace

TEST_CASE("the number of symbolic states does not depend on how long a duration is") {
  std::uint64_t plain = 0;
  std::uint64_t longer = 0;
  std::uint64_t fine = 0;
  for (const char* spec : {"mutual_exclusion", "exclusive_lease", "owner_releases"}) {
    const std::string verdict = said(decided(read(lock("10s", "1s..5s")), spec, "pause, crash", &plain));
    CHECK(said(decided(read(lock("70s", "7s..35s")), spec, "pause, crash", &longer)) == verdict);
    CHECK(longer == plain);
    CHECK(said(decided(read(lock("10000s", "1000s..5000s")), spec, "pause, crash", &longer)) == verdict);
    CHECK(longer == plain);
    CHECK(said(decided(read(lock("10s", "1ms..5s")), spec, "pause, crash", &fine)) == verdict);
    CHECK(fine <= 2 * plain);
  }
}

TEST_CASE("the bound of a pause is sharp") {
  const language::Model model = read(lock("10s", "1s..5s"));
  CHECK(said(decided(model, "mutual_exclusion", "pause <= 4999ms 1 time")) == "holds");
  CHECK(said(decided(model, "mutual_exclusion", "pause <= 5s 1 time")) == "fails, 1 faults, 4 steps");
}

TEST_CASE("how far clocks may be off is sharp, and may be little beside long durations") {
  const language::Model model = read(
      "protocol p\nserver m : memory { until : instant }\nclient node[2] {\n  t = now\n"
      "  atomic {\n    if m.until > t { return }\n    m.until = t + 30s\n  }\n  critical { work 20ms..20s }\n}\n");
  CHECK(said(decided(model, "mutual_exclusion", "skew 4999ms")) == "holds");
  CHECK(said(decided(model, "mutual_exclusion", "skew 5s")) == "fails, 2 faults, 6 steps");
  CHECK(said(decided(model, "mutual_exclusion", "skew 10s")) == "fails, 1 faults, 5 steps");
  CHECK(said(decided(model, "mutual_exclusion", "drift 4999ms")) == "holds");
  CHECK(said(decided(model, "mutual_exclusion", "drift 5s")) == "fails, 2 faults, 6 steps");
  std::uint64_t states = 0;
  CHECK(said(decided(model, "mutual_exclusion", "drift 5ms", &states)) == "holds");
  CHECK(states < 500);
}

TEST_CASE("a lease of 30 s that is trusted by clocks 5 ms off is decided in few states") {
  const auto lease = [](const std::string& margin) {
    return read(
        "protocol p\nserver redis : redis { lock : string }\nclient worker[2] {\n  me = fresh id\n  t = now\n"
        "  if not redis.SET(lock, me, NX, PX 30s) { return }\n  deadline = t + 30s - " +
        margin +
        "\n  critical until deadline { work 20ms..60s }\n"
        "  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n}\n");
  };
  std::uint64_t states = 0;
  // It does not matter how far off a clock is, as long as it stays so.
  CHECK(said(decided(lease("0s"), "exclusive_belief", "skew 5ms, pause, crash", &states)) == "holds");
  CHECK(states < 2'000);
  CHECK(said(decided(lease("0s"), "exclusive_belief", "skew 60s", &states)) == "holds");
  CHECK(states < 200);
  CHECK(said(decided(lease("0s"), "exclusive_belief", "drift 5ms")) == "fails, 1 faults, 6 steps");
  CHECK(said(decided(lease("9ms"), "exclusive_belief", "drift 5ms")) == "fails, 2 faults, 7 steps");
  CHECK(said(decided(lease("10ms"), "exclusive_belief", "drift 5ms", &states)) == "holds");
  CHECK(states < 2'000);
}

TEST_CASE("members of crashed clients do not pile up, at whatever moments these were") {
  const language::Model model = read(
      "protocol p\nserver redis : redis { sem : sorted_set }\nclient worker[2] {\n  me = fresh id\n  t = now\n"
      "  atomic {\n    redis.ZREMRANGEBYSCORE(sem, -inf, t - 10s)\n    redis.ZADD(sem, me, t)\n"
      "    rank = redis.ZRANK(sem, me)\n  }\n  if rank >= 1 { redis.ZREM(sem, me); return }\n"
      "  critical { work 20ms..5s }\n  redis.ZREM(sem, me)\n}\n");
  std::uint64_t states = 0;
  CHECK(said(decided(model, "recovers", "crash", &states)) == "holds");
  CHECK(states < 300);
  CHECK(said(decided(model, "recovers", "pause, crash", &states)) == "holds");
  CHECK(states < 5'000);
}

TEST_CASE("two readings of one clock lie as far apart as the moments at which they were made") {
  const language::Model model = read(
      "protocol p\nclient reader[1] {\n  first = now\n  sleep 1s\n  second = now\n"
      "  assert forward: second >= first\n}\nspec forward \"A clock goes forward.\" asserted\n");
  CHECK(said(decided(model, "forward", "skew 2s")) == "holds");
  CHECK(said(decided(model, "forward", "drift 499ms")) == "holds");
  CHECK(said(decided(model, "forward", "drift 500ms")) == "holds");
  CHECK(said(decided(model, "forward", "drift 501ms 2 times")) == "fails, 2 faults, 5 steps");
}

TEST_CASE("a moment that comes to lie exactly at another is not behind it") {
  const language::Model model = read(
      "protocol p\nclient worker[1] {\n  deadline = now + 2s\n  work 1s\n  asked = now\n"
      "  if asked + 1s > deadline { return }\n  assert nobody_comes_here: false\n}\n"
      "spec nobody_comes_here \"Nobody does.\" asserted\n");
  CHECK(said(decided(model, "nobody_comes_here", "")) == "fails, 0 faults, 3 steps");
}

TEST_CASE("members of a sorted set may be instants, and lie anywhere between each other") {
  const language::Model model = read(
      "protocol p\nserver redis : redis { calls : sorted_set }\nclient user[1] {\n  t = now\n  atomic {\n"
      "    redis.ZREMRANGEBYSCORE(calls, -inf, t - 1s)\n    redis.ZADD(calls, t, t)\n"
      "    n = redis.ZCARD(calls)\n  }\n  assert two_a_second: n <= 2\n}\n"
      "spec two_a_second \"Never three calls in the window.\" asserted\n");
  CHECK(said(decided(model, "two_a_second", "")) == "fails, 0 faults, 6 steps");
}

TEST_CASE("what happens just after a moment is told at a round one") {
  const language::Model model = read(
      "protocol p\nserver m : memory { x : int 0..2 }\nclient worker[1] {\n  t = now\n  m.x = 1\n  u = now\n"
      "  assert at_once: not (u > t)\n}\nspec at_once \"No time passes in a call.\" asserted\n");
  CHECK(said(decided(model, "at_once", "")) == "holds");
  const SpecResult paused = decided(model, "at_once", "pause");
  REQUIRE(paused.story);
  CHECK(said(paused) == "fails, 1 faults, 4 steps");
  CHECK(paused.story->events.back().at == 1'000'000);
}

TEST_CASE("a state may be a trap at some of its moments only") {
  const oracle::ShippedModel shipped = oracle::read_model(
      "small",
      "protocol p\nserver redis : redis {\n  lock : string\n  never : string\n}\n"
      "client owner[1] {\n  me = fresh id\n  redis.SET(never, me)\n  redis.SET(lock, me, PX 5s)\n"
      "  retry until redis.SETNX(never, me)\n}\n"
      "client waiter[1] {\n  other = fresh id\n  retry until redis.SETNX(lock, other) within 3s else {\n"
      "    retry until redis.SETNX(never, other)\n  }\n  critical { work 1s }\n  redis.DEL(lock)\n}\n");
  INFO(shipped.problems);
  REQUIRE(shipped.problems.empty());
  const SpecResult dense = decided(shipped.model, "recovers", "");
  const SpecResult ticks = ask(shipped.model, {}, {dense.index}, TimeSearch::ticks).verdicts.front();
  CHECK(said(dense) == said(ticks));
  CHECK(dense.verdict == Verdict::fails);
  REQUIRE(dense.story);
  CHECK(dense.story->kind == trace::StoryKind::trap);
}

TEST_CASE("what stays possible is decided with durations as people have them") {
  const language::Model model = read(
      "protocol p\nserver redis : redis { lock : string }\nclient worker[2] {\n  me = fresh id\n"
      "  retry every 500ms until redis.SET(lock, me, NX, PX 30s)\n  critical { work 20ms..4700ms }\n"
      "  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n}\n");
  CHECK(said(decided(model, "recovers", "pause, crash")) == "holds");
  CHECK(said(decided(model, "no_deadlock", "pause, crash")) == "holds");
}

TEST_CASE("what has to happen in the end is decided with durations as people have them") {
  const language::Model model = read(
      "protocol p\nserver redis : redis { lock : string }\nclient worker[2] {\n  me = fresh id\n"
      "  retry every 100ms until redis.SET(lock, me, NX, PX 30s)\n  critical { work 20ms..4700ms }\n"
      "  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n}\n");
  CHECK(said(decided(model, "eventually_available", "pause, crash")) == "holds");
  const SpecResult starves = decided(model, "no_starvation", "");
  CHECK(starves.verdict == Verdict::fails);
  REQUIRE(starves.story);
  CHECK(starves.story->kind == trace::StoryKind::lasso);
  CHECK(starves.story->loop_time > 0);
}

TEST_CASE("a key that nobody ever deletes keeps all others out for ever") {
  const language::Model model = read(
      "protocol p\nserver redis : redis { lock : string }\nclient worker[2] {\n  me = fresh id\n"
      "  retry every 70ms until redis.SETNX(lock, me)\n  critical { work 20ms..4700ms }\n  redis.DEL(lock)\n}\n");
  CHECK(said(decided(model, "eventually_available", "pause")) == "holds");
  const SpecResult stuck = decided(model, "eventually_available", "crash");
  CHECK(said(stuck).substr(0, 14) == "fails, 1 fault");
  REQUIRE(stuck.story);
}

TEST_CASE("what a zone of clocks that are off holds and cannot be is left out where it shows") {
  const language::Model model = read(
      "protocol p\nserver redis : redis {\n  lock : string\n  sem : sorted_set\n}\nclient a[2] {\n  me = fresh id\n"
      "  t = now\n  atomic {\n    redis.ZREMRANGEBYSCORE(sem, -inf, t - 3s)\n    redis.ZADD(sem, me, t)\n"
      "    rank = redis.ZRANK(sem, me)\n  }\n  if rank >= 1 { redis.ZREM(sem, me); return }\n  work 2s\n"
      "  if not redis.SET(lock, me, NX, PX 3s) { return }\n  atomic {\n"
      "    redis.ZREMRANGEBYSCORE(sem, -inf, t - 1s)\n    redis.ZADD(sem, me, t)\n    rank = redis.ZRANK(sem, me)\n  "
      "}\n"
      "  if rank >= 1 { redis.ZREM(sem, me); return }\n  deadline = t + 3s\n  critical until deadline { work 3s }\n"
      "  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n}\n");
  std::vector<std::uint32_t> specs;
  for (std::uint32_t spec = 0; spec < model.specs.size(); ++spec)
    if (model.specs[spec].name == "mutual_exclusion" || model.specs[spec].name == "exclusive_belief")
      specs.push_back(spec);
  const Answer answer = ask(model, oracle::scenario_of("drift 1s 2 times"), specs, TimeSearch::dense);
  CHECK(answer.symbolic_states > 0);
  CHECK(answer.verdicts.size() == 2);
}

TEST_CASE("a search in dense time that is stopped leaves no spec without an answer") {
  const language::Model model = read(
      "protocol p\nserver redis : redis { lock : string }\nclient worker[2] {\n  me = fresh id\n  t = now\n"
      "  retry every 100ms until redis.SET(lock, me, NX, PX 30s)\n  deadline = t + 30s\n"
      "  critical until deadline { work 20ms..60s }\n  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n}\n");
  std::uint32_t spec = 0;
  while (model.specs[spec].name != "exclusive_belief") ++spec;
  Settings settings;
  settings.time = TimeSearch::dense;
  settings.search.threads = 1;
  settings.search.keep_going = [](const explore::Progress&) { return false; };
  const Answer answer = check(model, {}, {spec}, settings);
  REQUIRE(answer.verdicts.size() == 1);
  CHECK(answer.verdicts.front().verdict == Verdict::unknown);
  CHECK(answer.ending == Ending::stopped);
}

TEST_CASE("what dense time cannot do is left to the ticks, and why is said") {
  const oracle::ShippedModel shipped = oracle::read_model(
      "small",
      "protocol p\nserver redis : redis { lock : string }\nclient worker[1] {\n  me = fresh id\n"
      "  redis.SET(lock, me, PX 3s)\n  work 1s\n  left = redis.TTL(lock)\n  assert some_left: left > 1s\n}\n"
      "spec some_left \"There is time left.\" asserted\n");
  INFO(shipped.problems);
  REQUIRE(shipped.problems.empty());
  std::uint32_t spec = 0;
  while (shipped.model.specs[spec].name != "some_left") ++spec;
  const Answer answer = ask(shipped.model, {}, {spec}, TimeSearch::dense);
  CHECK(answer.symbolic_states == 0);
  CHECK(answer.in_ticks_because == "a span that is measured is rounded");
  CHECK(answer.verdicts.front().verdict == Verdict::holds);
}

TEST_CASE("time is searched in ticks where they lose nothing and are few, and else as it is") {
  const auto asked = [](const language::Model& model, const std::string& spec, std::uint64_t most = 30'000) {
    Settings settings;
    settings.time = TimeSearch::fitting;
    settings.fitting_states = most;
    settings.search.limits.states = 200'000;
    for (std::uint32_t index = 0; index < model.specs.size(); ++index)
      if (model.specs[index].name == spec) return check(model, {}, {index}, settings);
    FAIL("there is no such spec");
    return Answer{};
  };
  const language::Model few = read(lock("10s", "1s..5s"));
  CHECK(asked(few, "mutual_exclusion").symbolic_states == 0);
  const language::Model many = read(lock("30s", "20ms..25s"));
  const Answer dense = asked(many, "mutual_exclusion");
  CHECK(dense.symbolic_states == dense.states);
  CHECK(said(dense.verdicts.front()) == "holds");
  const Answer ticks = asked(many, "mutual_exclusion", 3);
  CHECK(ticks.symbolic_states > 0);
  CHECK(ticks.states > ticks.symbolic_states);
  CHECK(said(ticks.verdicts.front()) == "holds");
  CHECK_FALSE(ticks.verdicts.front().in_dense_time);

  const std::string stamps =
      "protocol p\nserver m : memory { x : bool }\nclient c[1] {\n  m.x = true\n  t = now\n  sleep 1s..30s\n  u = now\n"
      "  assert apart: u - t != 40s\n}\nspec apart \"No more than 30 s.\" asserted\n";
  const language::Model finer = read(stamps);
  CHECK(asked(finer, "apart").verdicts.front().coarse_step == 0);
  CHECK(asked(finer, "apart", 1).verdicts.front().coarse_step == 500'000);

  std::string crowd = lock("30s", "20ms..25s");
  crowd.replace(crowd.find("worker[2]"), 9, "worker[5]");
  CHECK(asked(read(crowd), "recovers").symbolic_states == 0);
  CHECK(asked(read(crowd), "mutual_exclusion").symbolic_states > 0);
}

}  // namespace interlock::check
