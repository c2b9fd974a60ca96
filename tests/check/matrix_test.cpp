// What the answers under one set of faults say about another, and what meets an expectation.

#include "engine/check/matrix.hpp"

#include "engine/check/expectations.hpp"
#include "tests/catch.hpp"

#include <algorithm>

namespace interlock::check {
namespace {

using language::Fault;
using language::FaultKind;
using language::PropertyForm;

language::Scenario under(std::vector<Fault> faults) { return {std::move(faults), false}; }

const Fault pause{.kind = FaultKind::pause, .text = "pause"};
const Fault crash{.kind = FaultKind::crash, .text = "crash"};
const Fault skew{.kind = FaultKind::skew, .amount = 10'000, .text = "skew 10ms"};

SpecResult result(Verdict verdict, std::uint32_t faults = 0, std::uint32_t steps = 0) {
  SpecResult made;
  made.spec = "safe";
  made.verdict = verdict;
  made.faults = faults;
  made.steps = steps;
  return made;
}

Answer column(language::Scenario scenario, SpecResult found) {
  Answer answer;
  answer.scenario = std::move(scenario);
  answer.ending = found.verdict == Verdict::unknown ? Ending::memory : Ending::exhausted;
  answer.verdicts = {std::move(found)};
  return answer;
}

}  // namespace

TEST_CASE("a run with fewer faults answers what a search with more left open") {
  std::vector<Answer> columns{
      column(under({}), result(Verdict::holds)), column(under({pause}), result(Verdict::fails, 1, 4)),
      column(under({crash}), result(Verdict::unknown)), column(under({pause, crash}), result(Verdict::unknown))};
  answer_open_ones(columns);
  CHECK(columns[2].verdicts[0].verdict == Verdict::unknown);
  CHECK(columns[3].verdicts[0].verdict == Verdict::fails);
  CHECK(columns[3].verdicts[0].steps == 4);
}

TEST_CASE("that something stays possible is not carried over to clocks that are off") {
  SpecResult trapped = result(Verdict::fails, 1, 4);
  trapped.form = PropertyForm::always_possible;
  std::vector<Answer> columns{column(under({crash}), trapped), column(under({crash, skew}), result(Verdict::unknown)),
                              column(under({pause, crash}), result(Verdict::unknown))};
  answer_open_ones(columns);
  CHECK(columns[1].verdicts[0].verdict == Verdict::unknown);
  CHECK(columns[2].verdicts[0].verdict == Verdict::fails);
}

TEST_CASE("the smallest sets that break, the largest that do not") {
  const Matrix matrix = make_matrix(
      {column(under({}), result(Verdict::holds)), column(under({pause}), result(Verdict::fails, 1, 4)),
       column(under({crash}), result(Verdict::holds)), column(under({pause, crash}), result(Verdict::fails, 1, 4))});
  REQUIRE(matrix.guarantees.size() == 1);
  CHECK(smallest_breaking(matrix, matrix.guarantees[0]) == std::vector<FaultSet>{{"pause"}});
  CHECK(largest_standing(matrix, matrix.guarantees[0]) == std::vector<FaultSet>{{"crash"}});
}

TEST_CASE("what proves nothing, and what failed by other faults, meets no expectation") {
  language::Expectation expected;
  SpecResult found = result(Verdict::holds);
  CHECK(is_met(expected, found));
  CHECK(stands(found));
  found.vacuous = true;
  CHECK_FALSE(is_met(expected, found));
  CHECK_FALSE(stands(found));  // nor is it among what a matrix says to hold
  CHECK_FALSE(is_met(expected, result(Verdict::unknown)));
  expected.verdict = language::ExpectedVerdict::fails;
  expected.says_used = true;
  expected.used = {{FaultKind::pause, 1}, {FaultKind::crash, 2}};
  found = result(Verdict::fails);
  found.used = {{FaultKind::crash, 2}, {FaultKind::pause, 1}};
  CHECK(is_met(expected, found));
  found.used[0].count = 1;
  CHECK_FALSE(is_met(expected, found));
}

}  // namespace interlock::check
