// The models that other checkers were measured on: with the reductions off, Interlock must count exactly the states and
// transitions that all of them count; with symmetry, the classes that they count.

#include "engine/check/checker.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace interlock;

namespace {

constexpr machine::Reductions no_reductions{
    .symmetry = false, .dead = false, .ids = false, .time = false, .members = false, .memory = false, .bits = false};

struct Counted {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint32_t steps = 0;  ///< of the counterexample of the spec, 0 where it holds
};

std::string read_text(const std::string& path) {
  std::ifstream file(std::string(INTERLOCK_SOURCE_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void replace(std::string& text, const std::string& what, const std::string& with) {
  const std::size_t place = text.find(what);
  if (place != std::string::npos) text.replace(place, what.size(), with);
}

/// The model with other numbers than its text says.
language::Model model_of(const std::string& name, int clients, int grants) {
  std::string text = read_text("tests/bench/models/" + name + ".interlock");
  replace(text, "client client[3]", "client client[" + std::to_string(clients) + "]");
  replace(text, "param k = 9 ", "param k = " + std::to_string(grants) + " ");
  oracle::ShippedModel model = oracle::read_model(name, text);
  REQUIRE(model.problems == "");
  return std::move(model.model);
}

Counted count(const std::string& name, int clients, const std::string& faults, const std::string& spec,
              const machine::Reductions& reductions, int grants = 9) {
  const language::Model model = model_of(name, clients, grants);
  language::Scenario scenario;
  if (!faults.empty()) {
    language::Diagnostics none;
    const auto source = std::make_shared<const language::Source>(language::Source{"faults", faults});
    scenario = *language::resolve_scenario(language::parse_faults(source, none), none);
  }
  std::uint32_t chosen = 0;
  for (std::uint32_t index = 0; index < model.specs.size(); ++index)
    if (model.specs[index].name == spec) chosen = index;
  check::Settings settings;
  settings.reductions = reductions;
  // `in_range` holds on all of these and keeps the search going to its end.
  const check::Answer result = check::check(model, scenario, {chosen}, settings);
  REQUIRE(result.not_reproduced == "");
  return {result.states, result.transitions, result.verdicts[0].steps};
}

}  // namespace

TEST_CASE("B1, the fenced lease with a tick countdown, has the states that all checkers count", "[comparison]") {
  const Counted raw = count("b1", 3, "crash", "within_counter", no_reductions);
  CHECK(raw.states == 89'713);
  CHECK(raw.transitions == 498'447);
  CHECK(count("b1", 3, "crash", "within_counter", {}).states == 16'033);
  CHECK(count("b1", 4, "crash", "within_counter", {}).states == 47'281);
  CHECK(count("b1", 5, "crash", "within_counter", {}).states == 100'369);
}

TEST_CASE("B1 with four clients, nothing reduced", "[comparison][slow]") {
  const Counted raw = count("b1", 4, "crash", "within_counter", no_reductions);
  CHECK(raw.states == 1'000'153);
  CHECK(raw.transitions == 7'386'534);
}

TEST_CASE("B2 fails as soon as it can: in ttl + 6 steps", "[comparison]") {
  CHECK(count("b2", 3, "crash", "never_lowered", {}).steps == 9);
  CHECK(count("b2", 3, "", "never_lowered", {}).steps == 9);
}

TEST_CASE("B3, the fair semaphore, has the states of its hand-written twin", "[comparison]") {
  const Counted raw = count("b3", 3, "", "in_range", no_reductions);
  CHECK(raw.states == 20'503);
  CHECK(raw.transitions == 59'400);
  CHECK(count("b3", 3, "", "few_holders", no_reductions).steps == 9);
}

TEST_CASE("B1 with eight clients and ten grants, interchangeable", "[comparison][slow]") {
  const Counted reduced = count("b1", 8, "crash", "within_counter", {}, 10);
  CHECK(reduced.states == 647'153);
  CHECK(reduced.transitions == 7'936'110);
}

TEST_CASE("B1 without a bound on its grants is finite by rank", "[comparison][slow]") {
  const std::vector<std::uint64_t> classes{81, 201, 449, 953, 1'969};
  for (int clients = 2; clients <= 6; ++clients) {
    INFO(clients << " clients");
    CHECK(count("b1_unbounded", clients, "crash", "within_counter", {}).states ==
          classes[static_cast<std::size_t>(clients) - 2]);
  }
  // Not by symmetry alone: clients told apart, it is finite as well.
  CHECK(count("b1_unbounded", 3, "crash", "within_counter", {false, true, true, true}).states == 1'021);
}
