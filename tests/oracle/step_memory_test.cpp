// What is looked up is what would be found: searches with the memory of steps, without it, and with every look-up
// worked out again (an assertion of the machine compares). And what is brought to normal form by its changes, as bits,
// is what all its words are brought to.

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/shipped_models.hpp"

namespace interlock::oracle {
namespace {

void expect_same(const language::Model& model, const language::Scenario& scenario, std::uint64_t most_states) {
  const auto result_with = [&](const machine::Reductions& reductions) {
    check::Settings settings;
    settings.reductions = reductions;
    settings.search.limits.states = most_states;
    return check::check(model, scenario, specs_of(model), settings);
  };
  const check::Answer with = result_with({});
  for (const check::Answer& other :
       {result_with({.memory = false}), result_with({.memory = true, .distrust_memory = true}),
        result_with({.bits = false}), result_with({.memory = false, .bits = false})}) {
    CHECK(other.states == with.states);
    CHECK(other.transitions == with.transitions);
    CHECK(other.cut == with.cut);
    REQUIRE(other.verdicts.size() == with.verdicts.size());
    for (std::size_t spec = 0; spec < with.verdicts.size(); ++spec) {
      CHECK(other.verdicts[spec].verdict == with.verdicts[spec].verdict);
      CHECK(other.verdicts[spec].faults == with.verdicts[spec].faults);
      CHECK(other.verdicts[spec].steps == with.verdicts[spec].steps);
    }
  }
}

TEST_CASE("neither the memory of steps nor changes as bits change a search of a model that ships") {
  for (const ShippedModel& shipped : shipped_models()) {
    CAPTURE(shipped.path);
    for (const char* faults : {"pause, crash", "skew 1s", "drift 1s, pause 1 time"})
      expect_same(shipped.model, scenario_of(faults), 1500);
  }
}

TEST_CASE("a property that is one bare cell is looked up by that cell") {
  const ShippedModel read = read_model("p", R"(protocol p
server m : memory { b : bool }
client w[1] { m.b = true }
spec g "." never m.b
)");
  REQUIRE(read.problems.empty());
  expect_same(read.model, {}, 1000);
}

}  // namespace
}  // namespace interlock::oracle
