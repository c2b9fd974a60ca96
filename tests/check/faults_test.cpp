// Whatever is forgotten of a fault that the table names is named here: a small model that the fault, and nothing else,
// makes fail (tests/cases/faults), with machine, evaluator and brute force of one mind; its words; the reference.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/check/checker.hpp"
#include "engine/check/matrix.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/reading.hpp"

namespace interlock::check {
namespace {

using namespace language;

std::string text_of(const std::string& path) {
  std::ifstream file(std::filesystem::path(INTERLOCK_SOURCE_DIR) / path);
  INFO(path);
  REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Model model_of(const FaultRule& rule) {
  std::string name(rule.name);
  std::replace(name.begin(), name.end(), ' ', '_');
  const std::string path = "tests/cases/faults/" + name;
  // A store of its own, where what ships has none for it.
  const std::string store = path + "_store.interlock";
  const bool has_store = std::filesystem::exists(std::filesystem::path(INTERLOCK_SOURCE_DIR) / store);
  std::string problems;
  const auto model = tests::read({text_of(path + ".interlock"), has_store ? text_of(store) : ""}, problems);
  INFO(problems);
  REQUIRE(model);
  return *model;
}

bool is_of(const Expectation& expectation, FaultKind kind) {
  return expectation.scenario.faults.size() == 1 && expectation.scenario.faults[0].kind == kind;
}

/// The expectation that the fault breaks something, and needs to strike once for it.
const Expectation& broken_by(const Model& model, FaultKind kind) {
  const auto found =
      std::find_if(model.expectations.begin(), model.expectations.end(), [&](const Expectation& expectation) {
        return is_of(expectation, kind) && expectation.verdict == ExpectedVerdict::fails &&
               expectation.used.size() == 1 && expectation.used[0].kind == kind && expectation.used[0].count == 1;
      });
  REQUIRE(found != model.expectations.end());
  return *found;
}

SpecResult verdict_of(const Model& model, const Scenario& scenario, std::uint32_t spec) {
  return check(model, scenario, {spec}, {}).verdicts.at(0);
}

TEST_CASE("each fault of the table strikes, is told, and is confirmed by the evaluator and by brute force") {
  for (const FaultRule& rule : fault_rules) {
    DYNAMIC_SECTION(rule.name) {
      const Model model = model_of(rule);
      const Expectation& broken = broken_by(model, rule.kind);
      CHECK(verdict_of(model, {}, broken.spec).verdict == Verdict::holds);
      const SpecResult result = verdict_of(model, broken.scenario, broken.spec);
      REQUIRE(result.verdict == Verdict::fails);
      REQUIRE(result.story);  // the evaluator has executed it again
      REQUIRE(result.story->used.size() == 1);
      CHECK(result.story->used[0].kind == rule.kind);
      const auto struck = std::find_if(result.story->events.begin(), result.story->events.end(),
                                       [&](const trace::Event& event) { return event.struck == rule.kind; });
      REQUIRE(struck != result.story->events.end());
      CHECK(struck->fault == 1);
      CHECK_FALSE(struck->does.empty());
      for (const Scenario& scenario : {Scenario{}, broken.scenario}) {
        const oracle::Agreement agreement = oracle::compare(model, scenario, oracle::specs_of(model), {});
        CHECK(agreement.differences == "");
        CHECK(agreement.compared > 0);
      }
    }
  }
}

TEST_CASE("the reference has each fault, and the matrix its columns") {
  const std::string reference = text_of("models/README.md");
  const std::size_t begin = reference.find("\nFaults: ");
  REQUIRE(begin != std::string::npos);
  const std::string faults = reference.substr(begin, reference.find("\n\n", begin) - begin);
  for (const FaultRule& rule : fault_rules) {
    INFO(rule.name);
    CHECK(faults.find("`" + std::string(rule.name)) != std::string::npos);
    CHECK(rule.help.find(rule.name) != std::string_view::npos);
    const std::vector<Scenario> columns = matrix_scenarios(model_of(rule));
    const bool has_column = std::any_of(columns.begin(), columns.end(), [&](const Scenario& scenario) {
      return scenario.faults.size() == 1 && scenario.faults[0].kind == rule.kind;
    });
    CHECK(has_column);  // its model names it
    if (rule.columns == FaultColumns::naming) {
      const std::vector<Scenario> others = matrix_scenarios(model_of(fault_rules.front()));
      CHECK(std::none_of(others.begin(), others.end(), [&](const Scenario& scenario) {
        return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                           [&](const Fault& fault) { return fault.kind == rule.kind; });
      }));
    }
  }
}

}  // namespace
}  // namespace interlock::check
