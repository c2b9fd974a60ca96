// Sorted sets of ids that are ranked by clocks, under crashes and pauses: ranks that are asked in the step of the put,
// later, after another put, or by a property; dead members that are timed out, and such that are not. What the engine
// drops and draws together there, brute force does not.

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::oracle;

namespace {

const std::string ends = "critical { work 1s }\n redis.ZREM(z, me)";
const std::string refused = "if rank >= 1 { redis.ZREM(z, me); return }\n";
const std::string missing = "if rank == none { return }\n";

/// What a client does, once it has a name and has read its clock into t.
const std::vector<std::string> programs{
    "atomic { redis.ZREMRANGEBYSCORE(z, -inf, t - 1s); redis.ZADD(z, me, t); rank = redis.ZRANK(z, me) }\n" + refused +
        ends,
    "atomic { redis.ZREMRANGEBYSCORE(z, -inf, t - 1s); redis.ZADD(z, me, t) }\n rank = redis.ZRANK(z, me)\n" + missing +
        refused + ends,
    "redis.ZADD(z, me, t)\n t = now\n atomic { redis.ZADD(z, me, t); rank = redis.ZRANK(z, me) }\n" + refused + ends,
    "atomic { redis.ZREMRANGEBYSCORE(z, -inf, t - 1s); redis.ZADD(z, me, t) }\n"
    "critical { keep mine: rank of me in redis.z == 0\n work 1s }\n redis.ZREM(z, me)",
    "atomic { redis.ZADD(z, me, t); redis.ZADD(y, me, 1) }\n atomic { redis.ZREMRANGEBYSCORE(z, -inf, t - 1s)\n"
    "redis.ZINTERSTORE(y, y, z, WEIGHTS 1 0)\n rank = redis.ZRANK(y, me) }\n" +
        missing + refused + "critical { work 1s }\n atomic { redis.ZREM(z, me); redis.ZREM(y, me) }",
    "redis.ZADD(z, me, t)\n background while in critical { every 1s { again = now\n redis.ZADD(z, me, again) } }\n"
    "critical { keep mine: rank of me in redis.z == 0\n work 1s..2s }\n redis.ZREM(z, me)",
};

/// By tokens, and asked a step later: who crashed inside is before all others for ever.
const std::string by_tokens = "atomic { p = redis.INCR(counter); redis.ZADD(z, me, p) }\n rank = redis.ZRANK(z, me)\n" +
                              missing + refused +
                              "old = redis.SET(lock, 1, GET)\n assert mine: old == none\n critical { work 1s }\n"
                              "atomic { redis.DEL(lock); redis.ZREM(z, me) }";

std::string model_text(const std::string& program) {
  return "protocol ranks\nserver redis : redis { z : sorted_set   y : sorted_set   lock : string   counter : string "
         "}\nclient worker[2] {\n me = fresh "
         "id\n"
         " t = now\n" +
         program + "\n}\nspec mine \"Who is inside is the first.\" asserted\nexpect { mutual_exclusion holds }\n";
}

/// Verdicts of the engine, with the fewest faults and steps.
std::string verdicts(const ShippedModel& read, const std::string& faults, const machine::Reductions& reductions) {
  check::Settings settings;
  settings.reductions = reductions;
  const std::vector<std::uint32_t> specs = specs_of(read.model);
  const check::Answer answer = check::check(read.model, scenario_of(faults), specs, settings);
  std::string text = answer.not_reproduced;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const check::SpecResult& result = answer.verdicts[i];
    text += read.model.specs[specs[i]].name + " " + std::to_string(static_cast<int>(result.verdict)) + " " +
            std::to_string(result.faults) + " " + std::to_string(result.steps) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("what is dropped and drawn together changes no verdict and no distance where ranks are by clocks") {
  const machine::Reductions plain{.time = false, .members = false};
  for (const std::string& program : programs)
    for (const char* faults : {"crash 1 time", "pause 1 time, crash 1 time"}) {
      const ShippedModel read = read_model("ranks", model_text(program));
      REQUIRE(read.problems.empty());
      const std::string expected = verdicts(read, faults, plain);
      INFO(program << "\nunder " << faults);
      CHECK(verdicts(read, faults, {}) == expected);
      CHECK(verdicts(read, faults, {.time = false}) == expected);
    }
}

TEST_CASE("a member that asks later where it stands is told of a dead one before it, whoever died behind it") {
  const ShippedModel read = read_model("ranks", model_text(by_tokens));
  REQUIRE(read.problems.empty());
  const std::string found = verdicts(read, "crash 2 times", {});
  CHECK(found == verdicts(read, "crash 2 times", {.members = false}));
  CHECK(found.find("mine " + std::to_string(static_cast<int>(check::Verdict::holds)) + " ") != std::string::npos);
}

TEST_CASE("ranks by clocks under pauses and crashes are those of brute force") {
  std::size_t compared = 0;
  for (const std::string& program : programs)
    for (const char* faults : {"", "crash 2 times", "pause 1 time, crash 1 time"}) {
      const ShippedModel read = read_model("ranks", model_text(program));
      REQUIRE(read.problems.empty());
      Options options;
      options.most_states = 12'000;
      const Agreement agreement = compare(read.model, scenario_of(faults), specs_of(read.model), options);
      INFO(program << "\nunder " << faults);
      CHECK(agreement.differences == "");
      compared += agreement.compared;
    }
  CHECK(compared > 500);
}
