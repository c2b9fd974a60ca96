// Params that are ranges, read as values: any of the range, anew at each reading.

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/must_read.hpp"

#include <string>

namespace interlock::check {
namespace {

language::Model model_of(const std::string& body) {
  return tests::must_read(
      "protocol p\nparam few = 1..2\nserver m : memory { x : int 0..3 }\nclient w[1] {\n"
      "  n : int 0..1 = 0\n  sleep 1s\n" +
      body + "}\nspec own \"Own.\" never m.x == 2\n");
}

SpecResult own(const language::Model& model) {
  const std::uint32_t index = tests::spec_named(model, "own");
  const Answer answer = check(model, {}, {index}, {});
  CHECK(answer.not_reproduced == "");
  CHECK(oracle::compare(model, {}, {index}, {}).differences == "");
  return answer.verdicts.at(0);
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
