// The exported Promela beside Interlock: SPIN finds the same guarantees broken, and with the reductions off on both
// sides the same number of states.

#include "reports/promela/promela.hpp"
#include "engine/check/checker.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/shipped_models.hpp"
#include "tests/promela/spin.hpp"
#include "tests/random/generator.hpp"
#include "tests/random/reading.hpp"

#include <algorithm>
#include <memory>

using namespace interlock;
using namespace interlock::tests;

namespace {

using language::Model;
using language::Scenario;
using Specs = std::vector<std::uint32_t>;

constexpr machine::Reductions no_reductions{
    .symmetry = false, .dead = false, .ids = false, .time = false, .members = false, .memory = false, .bits = false};
constexpr std::uint64_t most_states = 150'000;  // a search by SPIN of a second or so

struct Tally {
  std::size_t models = 0;
  std::size_t refused = 0;
  std::size_t too_large = 0;
  std::size_t verdicts = 0;
  std::size_t counts = 0;
};

Scenario scenario_of(const std::string& faults) {
  language::Diagnostics problems;
  const auto source = std::make_shared<const language::Source>(language::Source{"faults", faults});
  const auto scenario = language::resolve_scenario(language::parse_faults(source, problems), problems);
  REQUIRE(problems.empty());
  return *scenario;
}

Specs specs_named(const Model& model, const std::set<std::string>& names) {
  Specs found;
  for (std::uint32_t index = 0; index < model.specs.size(); ++index)
    if (names.contains(model.specs[index].name)) found.push_back(index);
  return found;
}

std::set<std::string> all_names(const Model& model) {
  std::set<std::string> names;
  for (const language::Spec& spec : model.specs) names.insert(spec.name);
  return names;
}

bool is_broken(check::Verdict verdict) {
  return verdict == check::Verdict::fails || verdict == check::Verdict::reachable;
}

check::Answer search(const Model& model, const Scenario& scenario, const Specs& specs,
                     const machine::Reductions& reductions) {
  check::Settings settings;
  settings.reductions = reductions;
  settings.search.limits.states = most_states;
  return check::check(model, scenario, specs, settings);
}

language::Expression of_first_client(language::ExpressionOp op) {
  language::Expression expression;
  expression.op = op;
  expression.client = 0;
  return expression;
}

/// With a guarantee that always holds and asks who waits: where nobody asks, Interlock leaves out that a client comes
/// to a door (`when` in "What a run is"), and the Promela does not.
Model asking_who_waits(Model model) {
  language::Spec spec;
  spec.name = "nobody_waits_idle";
  spec.form = language::PropertyForm::never;
  spec.condition = {of_first_client(language::ExpressionOp::waiting)};
  spec.condition[0].op = language::ExpressionOp::and_;
  spec.condition[0].operands = {of_first_client(language::ExpressionOp::waiting),
                                of_first_client(language::ExpressionOp::idle)};
  model.specs.push_back(spec);
  return model;
}

/// A model under these faults, and what the two say of it.
struct Comparison {
  Model model;
  std::uint32_t who_waits = 0;  ///< the guarantee that always holds
  Scenario scenario;
  std::set<std::string> asked = {};
  std::set<std::string> broken = {};  ///< says Interlock
};

/// Of the guarantees that hold, the states that are.
void compare_states(const Comparison& one, Tally& tally) {
  std::set<std::string> whole = one.asked;
  for (const std::string& name : one.broken) whole.erase(name);
  Specs specs = specs_named(one.model, whole);
  specs.push_back(one.who_waits);
  const check::Answer expected = search(one.model, one.scenario, specs, no_reductions);
  if (!expected.exhausted()) {
    ++tally.too_large;
    return;
  }
  const SpinAnswer answer = spin(reports::to_promela(one.model, one.scenario, specs).text);
  CHECK(answer.trouble == "");
  CHECK(answer.states == expected.states);
  ++tally.counts;
}

bool is_too_large(const Comparison& one) {
  const auto ends = [&](const Specs& specs, const machine::Reductions& reductions) {
    return search(one.model, one.scenario, specs, reductions).complete();
  };
  return !ends({one.who_waits}, no_reductions) || !ends(specs_named(one.model, one.asked), {});
}

void compare(const Model& given, const std::string& faults, Tally& tally) {
  INFO(given.name << " under " << faults);
  Comparison one{.model = asking_who_waits(given), .scenario = scenario_of(faults)};
  one.who_waits = static_cast<std::uint32_t>(one.model.specs.size() - 1);
  const reports::Promela exported = reports::to_promela(one.model, one.scenario, specs_named(given, all_names(given)));
  one.asked.insert(exported.asked.begin(), exported.asked.end());
  ++tally.models;
  if (!exported.problems.empty()) {
    ++tally.refused;
  } else if (is_too_large(one)) {
    ++tally.too_large;
  } else {
    const check::Answer expected = search(one.model, one.scenario, specs_named(one.model, one.asked), {});
    REQUIRE(expected.not_reproduced == "");
    SpinAnswer answer = spin(exported.text);
    CHECK(answer.trouble == "");
    for (const check::SpecResult& found : expected.verdicts) {
      if (!is_broken(found.verdict)) continue;
      // The translation asks after every step: what is so before the first one is not compared.
      if (found.steps + found.faults == 0)
        answer.broken.erase(found.spec);
      else
        one.broken.insert(found.spec);
    }
    CHECK(answer.broken == one.broken);
    tally.verdicts += one.asked.size();
    compare_states(one, tally);
  }
}

void compare_all(const std::string& folder, const std::vector<std::string>& faults) {
  Tally tally;
  for (const oracle::ShippedModel& shipped : oracle::shipped_models()) {
    if (!shipped.path.starts_with(folder)) continue;
    REQUIRE(shipped.problems == "");
    if (shipped.model.clients.size() != 2) continue;
    for (const std::string& allowed : faults) compare(shipped.model, allowed, tally);
  }
  WARN(folder << ": " << tally.models << " models and faults, " << tally.refused << " refused, " << tally.too_large
              << " with too many states; " << tally.verdicts << " verdicts and " << tally.counts
              << " numbers of states");
  CHECK(tally.verdicts > tally.models);
  CHECK(tally.counts > tally.models / 3);
}

}  // namespace

TEST_CASE("SPIN agrees on a lock that expires") {
  Tally tally;
  for (const oracle::ShippedModel& shipped : oracle::shipped_models())
    if (shipped.model.name == "set_nx_px")
      for (const char* faults : {"none", "pause", "crash"}) compare(shipped.model, faults, tally);
  CHECK(tally.refused + tally.too_large == 0);
  CHECK(tally.verdicts > 10);
  CHECK(tally.counts == 3);
}

TEST_CASE("SPIN agrees on all locks", "[all]") {
  compare_all("models/locks", {"none", "pause", "crash", "pause <= 3s 1 time, crash for ever"});
}

TEST_CASE("SPIN agrees on all fences", "[all]") {
  compare_all("models/fencing", {"none", "pause", "crash", "pause <= 3s 1 time, crash for ever"});
}

TEST_CASE("SPIN agrees on all reported bugs and their repairs", "[all]") {
  compare_all("models/field", {"pause 1 time, crash 1 time"});
}

/// Random models use all that there is, so few of them have a translation.
TEST_CASE("SPIN agrees on random models", "[all]") {
  Tally tally;
  for (std::uint32_t seed = 1; tally.models - tally.refused < 40; ++seed) {
    const RandomText text = random_text(seed, seed % 3);
    std::string problems;
    const auto model = read(text, problems);
    if (!model) continue;
    INFO("seed " << seed << "\n" << text.protocol << text.store);
    compare(*model, "pause 1 time, crash 1 time", tally);
  }
  WARN(tally.models << " random models, " << tally.refused << " refused, " << tally.too_large << " too large; "
                    << tally.verdicts << " verdicts and " << tally.counts << " numbers of states");
}
