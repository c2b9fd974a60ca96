// Params that are ranges, read as values: any of the range, anew at each reading.

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/reading.hpp"

#include <string>

namespace interlock::check {
namespace {

language::Model model_of(const std::string& body) {
  std::string problems;
  const auto model = tests::read({"protocol p\nparam few = 1..2\nserver m : memory { x : int 0..3 }\nclient w[1] {\n"
                                  "  n : int 0..1 = 0\n  sleep 1s\n" +
                                      body + "}\nspec own \"Own.\" never m.x == 2\n",
                                  ""},
                                 problems);
  INFO(problems);
  REQUIRE(model);
  return *model;
}

SpecResult own(const language::Model& model) {
  for (std::uint32_t index = 0; index < model.specs.size(); ++index) {
    if (model.specs[index].name != "own") continue;
    const Answer answer = check(model, {}, {index}, {});
    CHECK(answer.not_reproduced == "");
    CHECK(oracle::compare(model, {}, {index}, {}).differences == "");
    return answer.verdicts.at(0);
  }
  FAIL("there is no such spec");
  return {};
}

}  // namespace

TEST_CASE("the choices behind what decides a condition belong to the step") {
  for (const char* condition : {"n == 0 or n != few", "not (n > 0 and n != few)", "n == 0 or n > 0 and few == n"}) {
    INFO(condition);
    const SpecResult result = own(model_of("  if " + std::string(condition) + " { m.x = 2 }\n"));
    CHECK(result.verdict == Verdict::fails);
    CHECK(result.steps == 3);
  }
  CHECK(own(model_of("  if n > 0 and n != few { m.x = 2 }\n")).verdict == Verdict::holds);
}

TEST_CASE("a range is any of its values") {
  CHECK(own(model_of("  m.x = few\n")).verdict == Verdict::fails);
  CHECK(own(model_of("  m.x = few + 1\n")).verdict == Verdict::fails);
  CHECK(own(model_of("  m.x = few + 2\n")).verdict == Verdict::holds);
}

}  // namespace interlock::check
