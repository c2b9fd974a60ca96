// Dense time beside the ticks, on all that ships, on the cases of tests/cases/verdicts and on random models; and dense
// time beside itself, with all durations a thousand times as long.

#include "tests/oracle/agreement.hpp"
#include "engine/check/checker.hpp"
#include "engine/check/symbolic.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "reports/report.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/rescaled.hpp"
#include "tests/oracle/shipped_models.hpp"
#include "tests/random/generator.hpp"
#include "tests/random/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace interlock::check {
namespace {

std::string said(const SpecResult& result) {
  const std::string verdict = reports::to_text(result.verdict);
  if (!has_run(result)) return verdict;
  return fmt::format("{}, {} faults, {} steps, then {}", verdict, result.faults, result.steps,
                     result.loop_steps.value_or(0));
}

Settings settings_for_comparing() {
  Settings settings;
  settings.search.threads = 1;
  settings.search.limits.states = 200'000;
  settings.nearest_pass = false;
  return settings;
}

/// Only what dense time decides by itself.
std::vector<SymbolicAnswer> in_dense_time(const language::Model& model, const language::Scenario& scenario) {
  return check_symbolically(model, scenario, oracle::specs_of(model), settings_for_comparing());
}

struct Comparison {
  std::string differences;
  std::size_t decided = 0;  ///< specs that dense time decided
};

/// Where the ticks are exact and saw all runs, dense time says the same. Together with other specs a state may remember
/// more, and a loop be longer: so the same are asked together.
void compare(const language::Model& model, const language::Scenario& scenario, const Answer& dense,
             Comparison& comparison) {
  comparison.differences += dense.not_reproduced;
  std::vector<std::uint32_t> specs;
  for (const SpecResult& result : dense.verdicts) specs.push_back(result.index);
  if (specs.empty()) return;
  const Answer ticks = check(model, scenario, specs, settings_for_comparing());
  if (ticks.coarse_step != 0) return;
  for (const SpecResult& result : dense.verdicts) {
    const auto same = std::find_if(ticks.verdicts.begin(), ticks.verdicts.end(),
                                   [&](const SpecResult& other) { return other.index == result.index; });
    if (same == ticks.verdicts.end() || same->verdict == Verdict::unknown) continue;
    ++comparison.decided;
    if (said(*same) != said(result))
      comparison.differences +=
          fmt::format("{}: {} in ticks, {} in dense time\n", result.spec, said(*same), said(result));
  }
}

Comparison compare(const language::Model& model, const language::Scenario& scenario) {
  Comparison comparison;
  for (const SymbolicAnswer& part : in_dense_time(model, scenario)) compare(model, scenario, part.answer, comparison);
  return comparison;
}

/// How many specs dense time decided.
std::size_t compare_all(const std::vector<oracle::ShippedModel>& models) {
  std::size_t decided = 0;
  for (const oracle::ShippedModel& shipped : models)
    for (const language::Scenario& scenario : oracle::scenarios_of(shipped.model)) {
      const Comparison comparison = compare(shipped.model, scenario);
      INFO(shipped.path << " under " << language::to_text(scenario));
      CHECK(comparison.differences == "");
      decided += comparison.decided;
    }
  return decided;
}

/// Verdicts, distances and numbers of symbolic states.
std::string all_of(const std::vector<SymbolicAnswer>& answers) {
  std::string text;
  for (const SymbolicAnswer& one : answers) {
    text += fmt::format("{} symbolic states; {}\n", one.answer.symbolic_states, one.answer.in_ticks_because);
    for (const SpecResult& result : one.answer.verdicts) text += fmt::format("{}: {}\n", result.spec, said(result));
  }
  return text;
}

/// How many searches of dense time were compared with those of the same models, a thousand times slower.
std::size_t compare_with_slower(const std::vector<oracle::ShippedModel>& models) {
  const oracle::Rescale a_thousand_times = [](std::int64_t span) { return 1000 * span; };
  std::size_t compared = 0;
  for (const oracle::ShippedModel& shipped : models)
    for (const language::Scenario& scenario : oracle::scenarios_of(shipped.model)) {
      const auto plain = in_dense_time(shipped.model, scenario);
      INFO(shipped.path << " under " << language::to_text(scenario));
      const auto slower = in_dense_time(oracle::rescaled(shipped.model, a_thousand_times),
                                        oracle::rescaled(scenario, a_thousand_times));
      CHECK(all_of(slower) == all_of(plain));
      ++compared;
    }
  return compared;
}

}  // namespace

TEST_CASE("dense time and ticks agree on the protocols that ship") {
  CHECK(compare_all(oracle::shipped_models()) > 600);
}

TEST_CASE("dense time and ticks agree on the cases that were thought out by hand") {
  CHECK(compare_all(oracle::models_of_verdict_cases()) > 40);
}

TEST_CASE("a thousand times as slow, the protocols that ship have as many symbolic states") {
  CHECK(compare_with_slower(oracle::shipped_models()) > 100);
}

TEST_CASE("a thousand times as slow, the cases thought out by hand have as many symbolic states") {
  CHECK(compare_with_slower(oracle::models_of_verdict_cases()) > 40);
}

namespace {

/// By search, what it says and how many states it has; nothing where there are too many.
std::vector<std::pair<std::string, std::uint64_t>> decided_with(const language::Model& model, const char* faults,
                                                                bool drops_members) {
  Settings settings = settings_for_comparing();
  settings.search.limits.states = 4'000;
  settings.reductions.members = drops_members;
  std::vector<std::pair<std::string, std::uint64_t>> said_by;
  for (const SymbolicAnswer& one :
       check_symbolically(model, oracle::scenario_of(faults), oracle::specs_of(model), settings)) {
    std::string text;
    if (one.answer.ending == Ending::exhausted || one.answer.ending == Ending::decided)
      for (const SpecResult& result : one.answer.verdicts) text += result.spec + ": " + said(result) + "\n";
    said_by.emplace_back(std::move(text), one.answer.symbolic_states);
  }
  return said_by;
}

}  // namespace

TEST_CASE("members that nobody can tell apart are dropped in dense time, and no verdict changes") {
  std::size_t compared = 0;
  std::size_t fewer = 0;
  for (const oracle::ShippedModel& shipped : oracle::shipped_models()) {
    const auto has = [&](const char* name) { return shipped.path.find(name) != std::string::npos; };
    if (!has("clock_semaphore") && !has("fair_semaphore")) continue;
    for (const char* faults : {"crash 2 times", "pause 1 time, crash 1 time", "skew 1s, crash 2 times"}) {
      INFO(shipped.path << " under " << faults);
      const auto dropping = decided_with(shipped.model, faults, true);
      const auto keeping = decided_with(shipped.model, faults, false);
      REQUIRE(dropping.size() == keeping.size());
      for (std::size_t search = 0; search < keeping.size(); ++search) {
        if (keeping[search].first.empty() || dropping[search].first.empty()) continue;
        CHECK(dropping[search].first == keeping[search].first);
        ++compared;
        fewer += dropping[search].second < keeping[search].second ? 1 : 0;
      }
    }
  }
  CHECK(compared > 10);
  CHECK(fewer > 4);
}

TEST_CASE("dense time and ticks agree on random models") {
  const char* wanted = std::getenv("INTERLOCK_DENSE_MODELS");
  const std::uint32_t count = wanted == nullptr ? 15 : static_cast<std::uint32_t>(std::atoi(wanted));
  std::size_t decided = 0;
  for (const unsigned size : {0U, 1U})
    for (std::uint32_t seed = 1; seed <= count; ++seed) {
      const tests::RandomText text = tests::random_text(seed, size);
      std::string problems;
      const auto model = tests::read(text, problems);
      if (!model) continue;
      for (const std::string faults :
           {"", "pause", "pause <= 2s 1 time, crash 1 time", "pause, crash", "skew 1s", "drift 1s 2 times"}) {
        const Comparison comparison = compare(*model, oracle::scenario_of(faults));
        decided += comparison.decided;
        INFO("size " << size << ", seed " << seed << ", " << faults << "\n" << text.protocol << text.store);
        CHECK(comparison.differences == "");
      }
    }
  CHECK(decided > 20);
}

}  // namespace interlock::check
