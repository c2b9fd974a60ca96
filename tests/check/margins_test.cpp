// Edges of durations, as they are known from thinking: each against the two searches beside it.

#include "engine/check/margins.hpp"
#include "engine/check/nearest_pass.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <algorithm>
#include <string>

namespace interlock::check {
namespace {

constexpr std::int64_t second = 1'000'000;

/// `params` stand at the head of the protocol.
std::string lock(const std::string& ttl, const std::string& busy) {
  return "protocol p\nserver redis : redis { lock : string }\nparam ttl = " + ttl + "\nparam busy = " + busy +
         "\nclient worker[2] {\n  me = fresh id\n  retry until redis.SET(lock, me, NX, PX ttl)\n"
         "  critical { work busy }\n  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n}\n";
}

Margins margins_of(const std::string& ttl, const std::string& busy, const std::string& faults) {
  const oracle::ShippedModel shipped = oracle::read_model("small", lock(ttl, busy));
  INFO(shipped.problems);
  REQUIRE(shipped.problems.empty());
  Settings settings;
  settings.search.threads = 1;
  settings.with_param = [&](const std::string& name, const std::string& value) -> std::optional<language::Model> {
    oracle::ShippedModel changed = oracle::read_model("small", name == "ttl" ? lock(value, busy) : lock(ttl, value));
    if (!changed.problems.empty()) return std::nullopt;
    return std::move(changed.model);
  };
  const auto questions = open_questions(shipped.model, {"mutual_exclusion"}, {oracle::scenario_of(faults)});
  const auto found = find_margins(shipped.model, questions.front(), settings);
  REQUIRE(found.size() == 1);
  return found.front();
}

const Margin& margin(const Margins& margins, const std::string& what) {
  const auto found =
      std::find_if(margins.all.begin(), margins.all.end(), [&](const Margin& one) { return one.what == what; });
  REQUIRE(found != margins.all.end());
  return *found;
}

}  // namespace

TEST_CASE("how long a pause may be, and how each param may move, is said to the microsecond") {
  const Margins margins = margins_of("10s", "1s..5s", "pause <= 3s 1 time");
  REQUIRE(margins.verdict == Verdict::holds);
  // The work has taken 5 s; a pause of 5 s more lasts until the key expires, and the owner is still inside.
  const Margin& pause = margin(margins, "pause");
  REQUIRE(pause.longer);
  CHECK(pause.longer->alike == 5 * second - 1);
  CHECK(pause.longer->other == 5 * second);
  CHECK(pause.longer->verdict == Verdict::fails);
  CHECK_FALSE(pause.shorter);
  // Work and pause together take 8 s.
  const Margin& ttl = margin(margins, "ttl");
  REQUIRE(ttl.shorter);
  CHECK(ttl.shorter->alike == 8 * second + 1'000);  // PX takes milliseconds
  CHECK(ttl.shorter->other == 8 * second);
  CHECK_FALSE(ttl.longer);
  const Margin& most = margin(margins, "busy at most");
  REQUIRE(most.longer);
  CHECK(most.longer->alike == 7 * second - 1);
  CHECK(most.longer->other == 7 * second);
  CHECK_FALSE(most.shorter);
  CHECK_FALSE(margin(margins, "busy at least").shorter);
  CHECK_FALSE(margin(margins, "busy at least").longer);
}

TEST_CASE("what fails has margins, too") {
  const Margins margins = margins_of("10s", "1s..5s", "pause");
  REQUIRE(margins.verdict == Verdict::fails);
  const Margin& pause = margin(margins, "pause");
  CHECK(pause.now == language::unbounded);
  // Work may be held up between its end and the release again: two pauses of 2.5 s do what one of 5 s does.
  REQUIRE(pause.shorter);
  CHECK(pause.shorter->verdict == Verdict::holds);
  CHECK(pause.shorter->alike == pause.shorter->other + 1);
  CHECK_FALSE(margin(margins, "ttl").longer);
}

}  // namespace interlock::check
