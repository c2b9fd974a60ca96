// What each reduction saves is found by searching again without it.

#include "engine/check/savings.hpp"

#include "tests/catch.hpp"
#include "tests/random/reading.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace interlock::check {
namespace {

const char* const two_that_write = R"(protocol two_that_write
server m : memory { x : int 0..2 }
client w[2] {
  m.x = 1
  work 1s
  m.x = 2
}
spec small "It is small." never m.x == 0 and m.x == 1
)";

language::Model read_model() {
  std::string problems;
  const auto model = tests::read({two_that_write, ""}, problems);
  INFO(problems);
  REQUIRE(model);
  return *model;
}

std::vector<std::uint32_t> spec_of(const language::Model& model) {
  for (std::uint32_t spec = 0; spec < model.specs.size(); ++spec)
    if (model.specs[spec].name == "small") return {spec};
  return {};
}

std::vector<Saving> savings_of(const language::Model& model, const Settings& settings, std::uint64_t states) {
  return find_savings(model, {}, spec_of(model), settings, states, [](std::string_view) { return true; });
}

std::vector<std::string> names_of(const std::vector<Saving>& savings) {
  std::vector<std::string> names;
  for (const Saving& saving : savings) names.emplace_back(saving.reduction);
  return names;
}

}  // namespace

TEST_CASE("one saving for each reduction that was on") {
  const language::Model model = read_model();
  const Answer answer = check(model, {}, spec_of(model), {});
  const std::vector<Saving> savings = savings_of(model, {}, answer.states);
  CHECK(names_of(savings) == std::vector<std::string>{"symmetry", "dead", "ids", "time", "members"});
  for (const Saving& saving : savings) {
    CHECK(saving.complete);
    CHECK(saving.states >= answer.states);
  }
  CHECK(savings.front().states > answer.states);  // two alike

  Settings without;
  without.reductions = reductions_without({"symmetry", "time"});
  CHECK(names_of(savings_of(model, without, answer.states)) == std::vector<std::string>{"dead", "ids", "members"});
  const auto no_more =
      find_savings(model, {}, spec_of(model), {}, answer.states, [](std::string_view) { return false; });
  CHECK(no_more.empty());
}

TEST_CASE("a search without a reduction goes no further than twenty times the states") {
  const language::Model model = read_model();
  Settings small;
  small.search.limits.states = 5;
  const std::vector<Saving> savings = savings_of(model, small, 4);
  REQUIRE_FALSE(savings.empty());
  CHECK_FALSE(savings.front().complete);
  CHECK(savings.front().states == 5);
}

}  // namespace interlock::check
