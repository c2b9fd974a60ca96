// Changes of a model that change no verdict: the same with all its durations longer or shorter alike, in finer ticks,
// or beside a duration that has nothing to do with it. No judge's idea of a tick is trusted here.

#include "engine/check/checker.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/rescaled.hpp"
#include "tests/oracle/shipped_models.hpp"
#include "tests/oracle/ticks.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::oracle;

namespace {

std::int64_t doubled(std::int64_t span) { return 2 * span; }
std::int64_t times_seven(std::int64_t span) { return 7 * span; }
std::int64_t halved(std::int64_t span) { return span / 2; }

/// Verdicts and distances, one a line.
std::string told(const language::Model& model, const language::Scenario& scenario, std::size_t most_states) {
  check::Settings settings;
  settings.search.limits.states = most_states;
  const check::Answer answer = check::check(model, scenario, specs_of(model), settings);
  std::string text = answer.not_reproduced;
  if (!answer.exhausted()) return text;
  for (const auto& result : answer.verdicts)
    text += fmt::format("{}: {} {} {}\n", result.spec, static_cast<int>(result.verdict), result.faults, result.steps);
  return text;
}

/// The finer the ticks, the more is looked at; never less.
std::string told_in_ticks(const language::Model& model, const language::Scenario& scenario, std::int64_t tick) {
  Options options;
  options.most_states = 6000;
  const Answers answers = ask(model, scenario, tick, specs_of(model), options);
  if (!answers.is_complete) return "";
  std::string text;
  for (const Answer& answer : answers.specs)
    text += fmt::format("{} {} {}\n", static_cast<int>(answer.verdict), answer.nearest.faults, answer.nearest.steps);
  return text;
}

}  // namespace

TEST_CASE("longer and shorter alike, all durations of a model give the same verdicts and distances") {
  std::size_t compared = 0;
  for (const auto& shipped : shipped_models())
    for (const auto& scenario : scenarios_of(shipped.model)) {
      const std::string plain = told(shipped.model, scenario, 30'000);
      if (plain.empty()) continue;
      for (const Rescale by : {doubled, halved, times_seven}) {
        INFO(shipped.path << " under " << language::to_text(scenario));
        CHECK(told(rescaled(shipped.model, by), rescaled(scenario, by), 60'000) == plain);
        ++compared;
      }
    }
  CHECK(compared > 100);
}

TEST_CASE("in half the tick brute force says the same, where the ticks are fine") {
  std::size_t compared = 0;
  for (const auto& shipped : shipped_models()) {
    for (const auto& scenario : scenarios_of(shipped.model)) {
      const Ticks ticks = ticks_of(shipped.model, scenario, specs_of(shipped.model));
      if (!ticks.are_fine || ticks.microseconds % 2 != 0) continue;
      const std::string plain = told_in_ticks(shipped.model, scenario, ticks.microseconds);
      const std::string finer = plain.empty() ? "" : told_in_ticks(shipped.model, scenario, ticks.microseconds / 2);
      if (finer.empty()) continue;
      INFO(shipped.path << " under " << language::to_text(scenario));
      CHECK(finer == plain);
      ++compared;
    }
  }
  CHECK(compared > 10);
}

TEST_CASE("an odd duration beside the others changes nothing that it has nothing to do with") {
  const auto model_with = [](const std::string& more) {
    return read_model("mixed" + more,
                      "protocol mixed\nserver redis : redis { lock : string }\nclient worker[2] {\n"
                      "  me = fresh id\n  retry until redis.SET(lock, me, NX, PX 3s)\n"
                      "  critical { work 1s..2s }\n"
                      "  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n" +
                          more + "}\n");
  };
  const ShippedModel plain = model_with("");
  const ShippedModel unused = model_with("  return\n  sleep 1300ms\n");
  const ShippedModel mixed = model_with("  sleep 1300ms\n");
  for (const auto* read : {&plain, &unused, &mixed}) REQUIRE(read->problems.find("error[") == std::string::npos);
  for (const char* faults : {"none", "pause", "crash 1 time", "pause <= 1s"}) {
    INFO(faults);
    const language::Scenario scenario = scenario_of(faults);
    CHECK(told(unused.model, scenario, 300'000) == told(plain.model, scenario, 300'000));
    const auto specs = specs_of(plain.model);
    check::Settings settings;
    const check::Answer one = check::check(plain.model, scenario, specs, settings);
    const check::Answer other = check::check(mixed.model, scenario, specs, settings);
    for (std::size_t i = 0; i < specs.size(); ++i) CHECK(one.verdicts[i].verdict == other.verdicts[i].verdict);
  }
}
