// What can go on for ever: known traps, each with a known answer, and the engine with and without its reductions
// against the brute-force checker.

#include "engine/check/checker.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <algorithm>
#include <string>

using namespace interlock;
using namespace interlock::oracle;

namespace {

std::uint32_t spec_of(const language::Model& model, const std::string& name) {
  for (std::uint32_t spec = 0; spec < model.specs.size(); ++spec)
    if (model.specs[spec].name == name && model.specs[spec].applies) return spec;
  FAIL("no spec " << name);
  return 0;
}

check::SpecResult result_of(const ShippedModel& read, const std::string& spec, const std::string& faults) {
  INFO(read.problems);
  const std::uint32_t index = spec_of(read.model, spec);
  const check::Answer found = check::check(read.model, scenario_of(faults), {index}, {});
  CHECK(found.not_reproduced == "");
  return found.verdicts.front();
}

/// Also that all reductions, some and none of them, and brute force, say the same.
check::Verdict verdict_of(const ShippedModel& read, const std::string& spec, const std::string& faults = "") {
  const language::Scenario scenario = scenario_of(faults);
  const Agreement agreement = compare(read.model, scenario, {spec_of(read.model, spec)}, {});
  CHECK(agreement.differences == "");
  CHECK(agreement.compared == on_and_off.size());
  return result_of(read, spec, faults).verdict;
}

/// "not ttl" is true in the last half second of a lease, also of a dead owner's; and a poll may come at any moment.
const std::string extends_for_the_dead = R"(
protocol extends_for_the_dead
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  loop {
    got = redis.SET(lock, me, NX, PX 2s)
    if got { break }
    if redis.TTL(lock) == 0s { redis.EXPIRE(lock, 2s) }
    sleep 1s
  }
  critical { work 1s }
  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }
}
expect { mutual_exclusion holds }
)";

/// One client can go round by itself without asking for the lock; the one that waits only has to poll. Where clients
/// are sorted, the two change places at each step of the round: to slots it looks as if both acted.
const std::string swaps_slots = R"(
protocol swaps_slots
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  either {
    section asking { retry until redis.SET(lock, me, NX, PX 5s) }
  } or {
    redis.EXISTS(lock)
    work 1s
    redis.EXISTS(lock)
    return
  }
  critical { work 1s }
  redis.DEL(lock)
}
spec somebody "When somebody asks, somebody gets in."
count(c in clients where c in asking) >= 1 leads to some(c in clients where c enters critical)
expect { mutual_exclusion holds }
)";

/// Nobody gets the desk twice in a row: one other client cannot starve a third, two that alternate can.
const std::string takes_turns = R"(
protocol takes_turns
server desk : desk
client worker[2] {
  me = fresh id
  loop {
    retry until desk.take(me)
    critical { work 1s }
    desk.leave_it()
  }
}
expect { mutual_exclusion holds }
)";
const std::string desk = R"(
store desk
state { holder : optional id   last : optional id }
op take(me: id) -> bool {
  if present holder or last == me { return false }
  holder = me
  last = me
  return true
}
op leave_it() { clear holder }
)";

ShippedModel with_clients(const std::string& name, const std::string& text, int clients,
                          const std::string& store = "") {
  std::string more = text;
  more.replace(more.find("worker[2]"), 9, "worker[" + std::to_string(clients) + "]");
  return read_model(name, more, store);
}

}  // namespace

TEST_CASE("a waiter that polls keeps a dead owner's lease alive for ever") {
  const ShippedModel read = read_model("extends_for_the_dead", extends_for_the_dead);
  CHECK(read.problems == "");
  CHECK(verdict_of(read, "eventually_available") == check::Verdict::holds);
  CHECK(verdict_of(read, "recovers", "crash 1 time") == check::Verdict::holds);
  CHECK(verdict_of(read, "eventually_available", "crash 1 time") == check::Verdict::fails);

  const check::SpecResult fails = result_of(read, "eventually_available", "crash 1 time");
  REQUIRE(fails.story);
  CHECK(fails.faults == 1);
  CHECK(fails.story->kind == trace::StoryKind::lasso);
  CHECK(fails.story->loop_time == 2'000'000);
  const auto extends = [](const trace::Event& event) { return event.does.find("EXPIRE") != std::string::npos; };
  const auto loop = fails.story->events.begin() + static_cast<std::ptrdiff_t>(fails.story->loop_start);
  CHECK(std::count_if(loop, fails.story->events.end(), extends) == 1);
}

TEST_CASE("two clients that change slots in a loop are not one that acts") {
  for (const int clients : {2, 3}) {
    const ShippedModel read = with_clients("swaps_slots", swaps_slots, clients);
    CHECK(read.problems == "");
    CHECK(verdict_of(read, "somebody") == check::Verdict::holds);
    // Who comes again and again without asking for the lock is in a round as well.
    CHECK(verdict_of(read, "eventually_available") == check::Verdict::fails);
  }
}

TEST_CASE("two clients that alternate starve a third") {
  const ShippedModel two = with_clients("takes_turns", takes_turns, 2, desk);
  CHECK(two.problems == "");
  CHECK(verdict_of(two, "no_starvation") == check::Verdict::holds);

  const ShippedModel three = with_clients("takes_turns", takes_turns, 3, desk);
  CHECK(verdict_of(three, "no_starvation") == check::Verdict::fails);
  CHECK(verdict_of(three, "eventually_available") == check::Verdict::holds);
  const check::SpecResult fails = result_of(three, "no_starvation", "");
  REQUIRE(fails.story);
  // Both others enter and leave in each turn, so each of them is where it was.
  const auto loop = fails.story->events.begin() + static_cast<std::ptrdiff_t>(fails.story->loop_start);
  CHECK(std::count_if(loop, fails.story->events.end(), [](const auto& event) { return event.enters_critical; }) == 2);
  CHECK_FALSE(fails.story->could_go.empty());
}

TEST_CASE("a stuck lock is a trap, not a loop") {
  const ShippedModel read = read_model("setnx_expire", R"(
protocol stuck
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SETNX(lock, me)
  critical { work 1s }
  redis.DEL(lock)
}
expect { mutual_exclusion holds }
)");
  CHECK(read.problems == "");
  CHECK(verdict_of(read, "eventually_available", "crash 1 time") == check::Verdict::fails);
  const check::SpecResult fails = result_of(read, "eventually_available", "crash 1 time");
  REQUIRE(fails.story);
  CHECK(fails.story->kind == trace::StoryKind::trap);
  CHECK(fails.story->still_possible.size() >= 2);
}

TEST_CASE("what holds because time stands still, or is never asked, proves nothing") {
  const ShippedModel spins = read_model("spins", R"(
protocol spins
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  loop { if redis.SETNX(lock, me) { break } }
  critical { work 1s }
  redis.DEL(lock)
}
expect { mutual_exclusion holds }
)");
  const check::SpecResult in_no_time = result_of(spins, "no_starvation", "crash for ever");
  CHECK(in_no_time.verdict == check::Verdict::holds);
  CHECK(in_no_time.vacuous);

  const ShippedModel stands_at_the_door = read_model("stands_at_the_door", R"(
protocol stands_at_the_door
server m : memory { lock : optional id }
client worker[2] {
  me = fresh id
  when absent m.lock { m.lock = me }
  critical { work 1s }
  m.lock = none
}
expect { mutual_exclusion holds }
)");
  CHECK(stands_at_the_door.problems == "");
  // Who finds the lock taken comes to the door and waits: another may always be the one who takes it.
  CHECK(verdict_of(stands_at_the_door, "no_starvation") == check::Verdict::fails);
  const check::SpecResult asked = result_of(stands_at_the_door, "no_deadlock", "");
  CHECK(asked.verdict == check::Verdict::holds);
  CHECK_FALSE(asked.vacuous);

  const ShippedModel enters_at_once = read_model("enters_at_once", R"(
protocol enters_at_once
client worker[2] {
  critical { work 1s }
}
expect { mutual_exclusion fails }
)");
  CHECK(enters_at_once.problems == "");
  for (const char* spec : {"no_starvation", "no_deadlock"}) {
    const check::SpecResult never_asked = result_of(enters_at_once, spec, "");
    CHECK(never_asked.verdict == check::Verdict::holds);
    CHECK(never_asked.vacuous);
  }
}

/// Its whole round is one step: whether it gets in, or finds the lock taken.
std::string tries_once(const std::string& attempt, int clients, const std::string& otherwise = "") {
  return "protocol tries_once\nserver redis : redis { lock : string }\nclient worker[" + std::to_string(clients) +
         "] {\n  me = fresh id\n  if " + attempt + " {\n    critical { work 1s }\n    redis.DEL(lock)\n  }" +
         (otherwise.empty() ? "" : " else {\n    " + otherwise + "\n  }") + "\n}\nexpect { mutual_exclusion holds }\n";
}

TEST_CASE("who tries, leaves and comes again in one step each is trying") {
  for (const int clients : {1, 2}) {
    INFO(clients << " clients");
    const ShippedModel for_ever = read_model("tries_once", tries_once("redis.SETNX(lock, me)", clients));
    CHECK(for_ever.problems == "");
    CHECK(verdict_of(for_ever, "eventually_available") == check::Verdict::holds);
    CHECK_FALSE(result_of(for_ever, "eventually_available", "").vacuous);
    // A dead owner's lock stays: they try once, are refused and leave, again and again.
    CHECK(verdict_of(for_ever, "eventually_available", "crash 1 time") == check::Verdict::fails);
    const check::SpecResult fails = result_of(for_ever, "eventually_available", "crash 1 time");
    REQUIRE(fails.story);
    CHECK(fails.faults == 1);
    CHECK(fails.steps == 2);
    CHECK(fails.loop_steps == 1);
    CHECK(fails.story->kind == trace::StoryKind::lasso);
    CHECK(fails.story->events.back().ends_round);

    const ShippedModel expires = read_model("tries_once", tries_once("redis.SET(lock, me, NX, PX 2s)", clients));
    CHECK(verdict_of(expires, "eventually_available", "crash") == check::Verdict::holds);
    CHECK_FALSE(result_of(expires, "eventually_available", "crash").vacuous);

    // A wait before it leaves: it is seen waiting.
    const ShippedModel sleeps = read_model("tries_once", tries_once("redis.SETNX(lock, me)", clients, "sleep 1s"));
    CHECK(verdict_of(sleeps, "eventually_available") == check::Verdict::holds);
    CHECK(verdict_of(sleeps, "eventually_available", "crash 1 time") == check::Verdict::fails);
  }
}

TEST_CASE("who has crashed for ever comes no more, and who stays inside does not come again") {
  const ShippedModel one = read_model("tries_once", tries_once("redis.SETNX(lock, me)", 1));
  CHECK(verdict_of(one, "eventually_available", "crash for ever") == check::Verdict::holds);
  const ShippedModel two = read_model("tries_once", tries_once("redis.SETNX(lock, me)", 2));
  CHECK(verdict_of(two, "eventually_available", "crash for ever") == check::Verdict::fails);

  const ShippedModel stays = read_model("stays_inside", R"(
protocol stays_inside
client worker[2] {
  critical { loop { work 1s } }
}
expect { mutual_exclusion fails }
)");
  CHECK(stays.problems == "");
  const check::SpecResult never_asked = result_of(stays, "eventually_available", "");
  CHECK(never_asked.verdict == check::Verdict::holds);
  CHECK(never_asked.vacuous);
}

TEST_CASE("who has no critical section and comes again and again is nobody who tries") {
  const ShippedModel read = read_model("looks", R"(
protocol looks
server redis : redis { lock : string }
client worker[1] {
  me = fresh id
  retry until redis.SETNX(lock, me)
  critical { work 1s }
  redis.DEL(lock)
}
client reader[1] {
  redis.GET(lock)
}
expect { mutual_exclusion holds }
)");
  CHECK(read.problems == "");
  CHECK(verdict_of(read, "eventually_available") == check::Verdict::holds);
  CHECK(verdict_of(read, "eventually_available", "crash for ever") == check::Verdict::holds);
}

TEST_CASE("who passes through a section in one step was there, for what is wished and for what comes again and again") {
  const ShippedModel read = read_model("passes", R"(
protocol passes
server m : memory { x : bool  y : bool }
client worker[2] {
  work 1s
  m.x = true
  critical { seen = true }
}
spec possible "Somebody can be inside." always possible some(c in worker where c in critical)
spec comes "Who waits brings somebody inside."
some(c in worker where c waiting) leads to some(d in worker where d in critical)
spec answered "Where somebody is inside again and again, y comes."
some(c in worker where c in critical) again and again leads to m.y
expect { mutual_exclusion holds }
)");
  CHECK(read.problems == "");
  CHECK(verdict_of(read, "possible") == check::Verdict::holds);
  CHECK(verdict_of(read, "comes") == check::Verdict::holds);
  CHECK(verdict_of(read, "answered") == check::Verdict::fails);
}

TEST_CASE("each client by itself may be asked in its steps") {
  const ShippedModel read = read_model("tries_once", tries_once("redis.SETNX(lock, me)", 2) +
                                                         "spec gets_in \"Who tries again and again gets in.\"\n"
                                                         "for each c in clients: c ends round again and again leads to "
                                                         "c enters critical\n");
  CHECK(read.problems == "");
  // The other may always have it when this one comes.
  CHECK(verdict_of(read, "gets_in") == check::Verdict::fails);
  const check::SpecResult fails = result_of(read, "gets_in", "");
  REQUIRE(fails.story);
  CHECK(fails.faults == 0);
}

TEST_CASE("tickets of crashed owners run away from the counter, and the verdict says how far it was followed") {
  const ShippedModel read = read_model("tickets", R"(
protocol tickets
server redis : redis { next_ticket : string  serving : string }
client worker[2] {
  mine = redis.INCR(next_ticket)
  redis.SETNX(serving, next 0)
  loop {
    if redis.GET(serving) == mine { break }
    sleep 1s
  }
  critical { work 1s }
  redis.INCR(serving)
}
expect { mutual_exclusion holds }
)");
  CHECK(read.problems == "");
  const std::uint32_t exclusion = spec_of(read.model, "mutual_exclusion");
  const check::Answer crashes = check::check(read.model, scenario_of("crash"), {exclusion}, {});
  CHECK(crashes.cut);
  CHECK(crashes.verdicts.front().verdict == check::Verdict::holds);
  CHECK(verdict_of(read, "no_starvation") == check::Verdict::holds);
  CHECK(verdict_of(read, "eventually_available", "crash 1 time") == check::Verdict::fails);
}
