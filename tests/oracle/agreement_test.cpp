// The engine and the brute-force checker agree: on every model that ships, and on small protocols with what those
// do not use.

#include "tests/oracle/agreement.hpp"
#include "engine/check/checker.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::oracle;

namespace {

struct Small {
  std::string name;
  std::string text;
  std::string store = "";
};

const Small a_heartbeat_keeps_the_lease{"a heartbeat keeps the lease", R"(
protocol heartbeat
server lock : lease
server doc : document
client worker[2] {
  me = fresh id
  retry until token = lock.grant(me, 3s) within 2s else { return }
  fence token
  background while in critical {
    every 1s..2s {
      kept = lock.renew(me, 3s)
      if not kept { return }
    }
  }
  critical { work 2s..5s; doc.write(token) }
  lock.release(me)
}
expect { mutual_exclusion holds }
)"};

const Small two_queue_up_and_are_called{"two queue up and are called", R"(
protocol called
server hall : hall
client worker[2] {
  me = fresh id
  atomic { hall.arrive(me); queued }
  when absent hall.holder and first of hall.line == me { hall.begin(me) }
  critical {
    keep still_mine: hall.holder == me
    work 1s
  }
  hall.finish()
}
spec still_mine "The holder stays." asserted
expect { mutual_exclusion holds }
)",
                                        R"(
store hall
state { line : queue of id up to 3   holder : optional id }
op arrive(me: id) { push me to line }
op begin(me: id) { holder = me; drop first of line }
op finish() { clear holder }
)"};

const Small trusts_its_own_clock{"trusts its own clock", R"(
protocol trusts
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  start = now
  either { redis.SET(lock, me, NX, PX 1s) } or { redis.EXISTS(lock) }
  if redis.GET(lock) != me { return }
  critical until start + 1s { work 1s..2s }
  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }
}
expect { mutual_exclusion holds }
)"};

const Small ranked_by_clocks{"ranked by clocks", R"(
protocol ranked_by_clocks
server redis : redis { sem : sorted_set }
client worker[2] {
  me = fresh id
  t = now
  atomic { redis.ZADD(sem, me, t); rank = redis.ZRANK(sem, me) }
  if rank >= 1 { redis.ZREM(sem, me); return }
  critical until t + 1s { work 1s }
  redis.ZREM(sem, me)
}
expect { mutual_exclusion holds }
)"};

const Small counts_in_a_map_and_watches{"counts in a map, and watches", R"(
protocol counts
server desk : desk
client worker[2] {
  me = fresh id
  desk.enter(me)
  work 0s..1s
  if desk.again(me) > 1 { return }
  desk.look()
  critical { sleep 1s }
  if desk.unchanged() { desk.leave_it(me) }
}
spec in_range "Numbers stay in their range." asserted
spec alone "Nobody else came." witnessed
expect { mutual_exclusion holds }
)",
                                        R"(
store desk
state {
  seats : map from id to int 0..2 up to 3
  members : set of id up to 3
  number : int 0..3 = 0
}
connection { visits : int 0..1 = 0 }
on disconnect { visits = 0; unwatch }
op enter(me: id) { seats[me] = 1; add me to members; number = number + 1; visits = 1 }
op again(me: id) -> int {
  if count of members > 1 and visits == 1 { remove me from members }
  seats[me] = number
  return count of members
}
op look() { watch members }
op unchanged() -> bool {
  witness alone: count of seats == 1
  changed = touched
  unwatch
  return not changed
}
op leave_it(me: id) { remove me from seats; remove me from members; number = number - 1 }
)"};

std::vector<Small> small_protocols() {
  return {a_heartbeat_keeps_the_lease, two_queue_up_and_are_called, trusts_its_own_clock, ranked_by_clocks,
          counts_in_a_map_and_watches};
}

/// Says on how many specs the two could be compared.
std::size_t check_agreement(const ShippedModel& read, const std::vector<language::Scenario>& scenarios,
                            std::size_t most_states) {
  std::size_t compared = 0;
  Options options;
  options.most_states = most_states;
  for (const auto& scenario : scenarios) {
    INFO(read.path << " under " << language::to_text(scenario));
    const Agreement agreement = compare(read.model, scenario, specs_of(read.model), options);
    CHECK(agreement.differences == "");
    compared += agreement.compared;
  }
  return compared;
}

/// The engine, with all that makes a search small, needs so many states that brute force never ends.
bool is_large(const ShippedModel& read, const std::vector<language::Scenario>& scenarios) {
  check::Settings settings;
  settings.search.limits.states = 20'000;
  return std::all_of(scenarios.begin(), scenarios.end(), [&](const language::Scenario& scenario) {
    return !check::check(read.model, scenario, specs_of(read.model), settings).complete();
  });
}

}  // namespace

TEST_CASE("the engine agrees with brute force on the models that ship") {
  for (const auto& shipped : shipped_models()) {
    INFO(shipped.path << "\n" << shipped.problems);
    REQUIRE(shipped.problems.empty());
    // Nothing compared is no agreement: a model that is too large for the first bound gets a second one, and is then
    // asked without faults.
    const auto scenarios = scenarios_of(shipped.model);
    const std::size_t compared = check_agreement(shipped, scenarios, 6'000);
    CHECK((compared > 0 || is_large(shipped, scenarios) || check_agreement(shipped, scenarios, 30'000) > 0 ||
           check_agreement(shipped, {scenario_of("none")}, 30'000) > 0));
  }
}

TEST_CASE("the engine agrees with brute force on small protocols") {
  for (const auto& small : small_protocols()) {
    const ShippedModel read = read_model(small.name, small.text, small.store);
    INFO(read.problems);
    REQUIRE(read.problems.empty());
    for (const std::string faults : {"none", "pause <= 1s 1 time", "pause 1 time, crash 1 time", "crash for ever",
                                     "skew 1s", "skew 1s 1 time, drift 1s 1 time", "crash, drift 1s 2 times"}) {
      const std::size_t compared = check_agreement(read, {scenario_of(faults)}, 20'000);
      CAPTURE(small.name, faults, compared);
      CHECK(compared > 0);
    }
  }
}

/// Brute force tells ages apart that no comparison can (its cap is coarser), so its states are more where there are
/// any.
static bool stores_instants(const language::Model& model) {
  return std::any_of(model.variables.begin(), model.variables.end(), [](const language::Variable& variable) {
    return variable.kind.base == language::Base::instant || variable.key.base == language::Base::instant;
  });
}

TEST_CASE("with the reductions off the engine has exactly the states of brute force") {
  std::size_t compared = 0;
  for (const auto& shipped : shipped_models()) {
    const auto& specs = shipped.model.specs;
    const auto found = std::find_if(specs.begin(), specs.end(),
                                    [](const auto& spec) { return spec.name == "mutual_exclusion" && spec.applies; });
    if (found == specs.end() || stores_instants(shipped.model)) continue;
    // Who stands at a door is told apart only where somebody asks who waits.
    std::vector<std::uint32_t> asked{static_cast<std::uint32_t>(found - specs.begin())};
    for (std::uint32_t spec = 0; spec < specs.size(); ++spec)
      if (specs[spec].name == "no_deadlock" && specs[spec].applies) asked.push_back(spec);
    for (const auto& scenario : scenarios_of(shipped.model)) {
      Options options;
      options.most_states = 2000;
      const Answers slow = ask(shipped.model, scenario, asked, options);
      check::Settings settings;
      settings.reductions = no_reductions;
      settings.search.limits.states = 20'000;
      const check::Answer fast = check::check(shipped.model, scenario, asked, settings);
      if (!slow.is_complete || !slow.ticks_are_fine || !fast.exhausted())
        continue;  // a search ends early where its spec fails
      INFO(shipped.path << " under " << language::to_text(scenario));
      CHECK(slow.states == fast.states);
      ++compared;
    }
  }
  CHECK(compared >= 15);
}
