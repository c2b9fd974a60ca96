// Specs asked in one search and in searches of their own: the same verdicts.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/check/checker.hpp"
#include "engine/machine/spec_groups.hpp"
#include "tests/catch.hpp"
#include "tests/random/must_read.hpp"

namespace interlock::check {
namespace {

/// What is asked of the lock looks at who wrote it, at who waits, and at nothing but where the clients are.
constexpr const char* lock =
    "protocol small_lock\n"
    "server redis : redis { lock : string }\n"
    "client worker[2] {\n"
    "  me = fresh id\n"
    "  retry until redis.SET(lock, me, NX, PX 2s)\n"
    "  critical { work 1s }\n"
    "  redis.DEL(lock)\n"
    "}\n";

std::vector<std::uint32_t> all_specs(const language::Model& model) {
  std::vector<std::uint32_t> specs;
  for (std::uint32_t spec = 0; spec < model.specs.size(); ++spec)
    if (model.specs[spec].applies) specs.push_back(spec);
  return specs;
}

language::Scenario under(std::vector<language::FaultKind> kinds) {
  language::Scenario scenario;
  for (const language::FaultKind kind : kinds)
    scenario.faults.push_back({.kind = kind, .times = 1, .text = std::string(language::rule_of(kind).name)});
  return scenario;
}

Answer ask(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
           std::uint64_t together, bool apart = true) {
  Settings settings;
  settings.reductions.apart = apart;
  settings.states_together = together;
  settings.search.limits.states = 20'000;
  return check(model, scenario, specs, settings);
}

std::string text_of(const Answer& answer) {
  std::string text = answer.not_reproduced;
  for (const SpecResult& one : answer.verdicts)
    text += fmt::format("{}: {} {} {}\n", one.spec, static_cast<int>(one.verdict), one.faults, one.steps);
  return text;
}

bool has_loop(const SpecResult& one) {
  return one.verdict == Verdict::fails &&
         (one.form == language::PropertyForm::leads_to || one.form == language::PropertyForm::again_and_again);
}

/// Of both the same verdicts, faults and steps. A loop comes back to where it was in all that was asked: who asks less
/// may be there sooner.
void are_alike(const Answer& apart, const Answer& together) {
  REQUIRE(apart.verdicts.size() == together.verdicts.size());
  Answer as_near = apart;
  for (std::size_t spec = 0; spec < apart.verdicts.size(); ++spec) {
    const SpecResult& other = together.verdicts[spec];
    if (!has_loop(other) || !has_loop(apart.verdicts[spec])) continue;
    CHECK(apart.verdicts[spec].steps <= other.steps);
    as_near.verdicts[spec].steps = other.steps;
  }
  CHECK(text_of(as_near) == text_of(together));
}

}  // namespace

TEST_CASE("specs that remember the same are asked together, all others apart") {
  const language::Model model = tests::must_read(lock);
  const auto spec = [&](const char* name) { return tests::spec_named(model, name); };
  const auto groups = [&](const std::vector<std::uint32_t>& specs) {
    return machine::groups_that_ask_alike(model, specs, {});
  };
  using Groups = std::vector<std::vector<std::uint32_t>>;
  CHECK(groups({}).empty());
  CHECK(groups({spec("mutual_exclusion"), spec("owner_releases"), spec("recovers")}) ==
        Groups{{spec("mutual_exclusion"), spec("recovers")}, {spec("owner_releases")}});
  // One looks at whoever waits, both at one client by itself; what must come in the end looks at time alone as well.
  CHECK(groups({spec("no_deadlock"), spec("mutual_exclusion")}).size() == 2);
  CHECK(groups({spec("no_starvation"), spec("no_deadlock")}).size() == 2);
  CHECK(groups({spec("exclusive_lease"), spec("mutual_exclusion"), spec("exclusive_lease")}) ==
        Groups{{spec("exclusive_lease"), spec("exclusive_lease")}, {spec("mutual_exclusion")}});
}

TEST_CASE("where nothing is forgotten, it is no matter which cells a spec reads") {
  const language::Model model = tests::must_read(
      "protocol two_cells\n"
      "server m : memory { a : bool   b : bool }\n"
      "client w[1] { atomic { m.a = m.b } }\n"
      "spec one \"One.\" never m.a\n"
      "spec two \"Two.\" never m.b\n");
  const std::vector<std::uint32_t> specs{tests::spec_named(model, "one"), tests::spec_named(model, "two")};
  machine::Reductions nothing_forgotten;
  nothing_forgotten.dead = false;
  CHECK(machine::groups_that_ask_alike(model, specs, {}).size() == 2);
  CHECK(machine::groups_that_ask_alike(model, specs, nothing_forgotten).size() == 1);
}

TEST_CASE("asked apart, specs get the verdicts that they get together") {
  const language::Model model = tests::must_read(lock);
  const std::vector<std::uint32_t> specs = all_specs(model);
  using language::FaultKind;
  for (const auto& scenario :
       {under({}), under({FaultKind::pause}), under({FaultKind::crash}), under({FaultKind::pause, FaultKind::crash})}) {
    const Answer together = ask(model, scenario, specs, 1, false);
    REQUIRE(together.complete());
    for (const std::uint64_t states : {1U, 7U, 40U}) {
      const Answer apart = ask(model, scenario, specs, states);
      CHECK(text_of(apart) == text_of(together));
      CHECK(apart.complete());
      if (states < together.states) CHECK(apart.states > together.states);
      CHECK(apart.saw_all_runs() == together.saw_all_runs());
    }
    CHECK(ask(model, scenario, specs, together.states + 1).states == together.states);
  }
}

TEST_CASE("a budget that ends a search apart leaves its specs undecided, and no others") {
  const language::Model model = tests::must_read(lock);
  const language::Scenario scenario = under({language::FaultKind::pause, language::FaultKind::crash});
  const std::vector<std::uint32_t> few{tests::spec_named(model, "recovers")};
  const std::vector<std::uint32_t> many{tests::spec_named(model, "no_deadlock")};
  Settings settings;
  settings.states_together = 1;
  settings.search.limits.states = ask(model, scenario, few, 1).states + 1;
  REQUIRE(ask(model, scenario, many, 1).states > settings.search.limits.states);
  const Answer answer = check(model, scenario, {many[0], few[0]}, settings);
  CHECK(answer.verdicts[0].verdict == Verdict::unknown);
  CHECK(answer.verdicts[1].verdict == Verdict::holds);
  CHECK(answer.ending == Ending::states);
}

TEST_CASE("random models: asked apart, specs get the verdicts that they get together") {
  std::uint32_t compared = 0;
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    std::string problems;
    const auto model = tests::read(tests::random_text(seed, 1), problems);
    if (!model) continue;
    const std::vector<std::uint32_t> specs = all_specs(*model);
    if (specs.size() < 2) continue;
    for (const auto& scenario : {under({}), under({language::FaultKind::crash})}) {
      const Answer together = ask(*model, scenario, specs, 1, false);
      const Answer apart = ask(*model, scenario, specs, 3);
      if (!together.complete() || !apart.complete() || together.cut) continue;
      INFO(tests::random_text(seed, 1).protocol);
      are_alike(apart, together);
      ++compared;
    }
  }
  CHECK(compared > 50);
}

}  // namespace interlock::check
