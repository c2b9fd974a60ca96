// With what a property that fails would hold: both sides of each edge were searched.

#include "engine/check/nearest_pass.hpp"

#include "tests/catch.hpp"
#include "tests/real_stories.hpp"

namespace interlock::check {
namespace {

using Sentences = std::vector<std::string>;

Sentences nearest(const std::string& protocol, const std::string& spec, const std::string& faults, Effort effort = {}) {
  const language::Model model = stories::read(protocol);
  Settings settings;
  settings.with_param = [&protocol](const std::string& param, const std::string& value) {
    language::Diagnostics diagnostics;
    language::Settings changed;
    changed.params[param] = *language::parse_value(stories::source_of("value", value), diagnostics);
    return stories::read(protocol, changed);
  };
  const SpecResult result = stories::result_of(model, spec, faults);
  REQUIRE(result.story);
  return nearest_passes(model, stories::faults_of(faults), *result.story, settings, effort);
}

/// A lease of 4 s for work of 1 s.
const std::string lease = R"(protocol lease
param ttl = 4s
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX ttl)
  critical { work 1s }
  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }
}
)";

/// Believes for 4 s by its own clock what the server keeps for 5 s.
const std::string by_the_clock = R"(protocol by_the_clock
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 5s)
  t = now
  critical until t + 4s { sleep 6s }
}
)";

const std::string stays_locked = R"(protocol stays_locked
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SETNX(lock, me)
  critical { work 1s }
  redis.DEL(lock)
}
)";

const std::string too_long = R"(protocol too_long
param ttl = 2s
param busy = 1s..4s
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX ttl)
  critical { work busy }
}
)";

}  // namespace

TEST_CASE("nearest pass: the longest pause that does no harm, and the shortest that does") {
  CHECK(nearest(lease, "mutual_exclusion", "pause 1 time") ==
        Sentences{"Holds with 1 pause of at most 2 s, fails with one of 3 s."});
}

TEST_CASE("nearest pass: with any number of pauses where that was searched, too") {
  CHECK(nearest(lease, "mutual_exclusion", "pause") ==
        Sentences{"Holds if no pause is longer than 2 s, fails with one of 3 s."});
}

TEST_CASE("nearest pass: a bounded pause, and the param that would outlast it") {
  CHECK(nearest(lease, "mutual_exclusion", "pause <= 5s 1 time") ==
        Sentences{"Holds with 1 pause of at most 2 s, fails with one of 3 s.",
                  "Holds with ttl 7 s, fails with ttl 6 s."});
}

TEST_CASE("nearest pass: without the crash") {
  CHECK(nearest(stays_locked, "recovers", "crash") == Sentences{"Holds without crashes, fails with 1."});
}

TEST_CASE("nearest pass: clocks that are off by less") {
  CHECK(nearest(by_the_clock, "exclusive_belief", "drift 3s 1 time") ==
        Sentences{"Holds with 1 drift of at most 1 s, fails with drift of 1.25 s (seen in steps of 250 ms)."});
}

TEST_CASE("nearest pass: params of a run without faults") {
  CHECK(nearest(too_long, "mutual_exclusion", "none") ==
        Sentences{"Holds with ttl 5 s, fails with ttl 4 s.", "Holds with busy up to 1 s, fails with busy up to 2 s."});
}

TEST_CASE("nearest pass: what would need too much is not told") {
  CHECK(nearest(lease, "mutual_exclusion", "pause", {.states = 20, .states_of_one = 10}).empty());
}

}  // namespace interlock::check
