// A verdict whose run the second evaluator does not make is nobody's: it is unknown, and meets no expectation.

#include "engine/check/expectations.hpp"
#include "engine/check/found_run.hpp"
#include "reports/report.hpp"
#include "reports/verdict_lines.hpp"
#include "tests/catch.hpp"
#include "tests/real_stories.hpp"

#include <utility>

namespace interlock::check {
namespace {

const std::string one_step = R"(protocol one_step
server m : memory { flag : bool }
client worker { m.flag = true }
spec unset "It is never set."
  never m.flag
expect { unset fails }
)";

struct Told {
  Answer answer;
  SpecResult result;
};

/// The claim of a search that `steps` steps of the worker break the spec, by `moves` of them.
Told told(const language::Model& model, std::uint32_t spec, std::uint32_t steps, std::size_t moves) {
  Told told;
  told.result.index = spec;
  told.result.spec = model.specs[spec].name;
  told.result.form = model.specs[spec].form;
  told.result.verdict = Verdict::fails;
  told.result.steps = steps;
  told.answer.ending = Ending::decided;
  FoundRun run;
  run.tick = 1'000'000;
  run.moves.resize(moves);
  for (Move& move : run.moves) {
    move.kind = MoveKind::step;
    move.client = language::ClientIndex{0};
  }
  tell_run(told.answer, told.result, model, {}, {spec}, {}, std::move(run));
  return told;
}

std::uint32_t spec_named(const language::Model& model, const std::string& name) {
  for (std::uint32_t index = 0; index < model.specs.size(); ++index)
    if (model.specs[index].name == name) return index;
  FAIL("no spec " << name);
  return 0;
}

}  // namespace

TEST_CASE("a run that is made again keeps its verdict; one that is not, or is another one, takes it back") {
  const language::Model model = stories::read(one_step);
  const std::uint32_t spec = spec_named(model, "unset");
  const Told made = told(model, spec, 1, 1);
  CHECK(made.result.verdict == Verdict::fails);
  CHECK(made.answer.not_reproduced.empty());
  for (const auto& [steps, moves] : {std::pair(0U, std::size_t{0}), std::pair(2U, std::size_t{1})}) {
    INFO(steps << " steps, told by " << moves);
    Told other = told(model, spec, steps, moves);
    CHECK_FALSE(other.answer.not_reproduced.empty());
    CHECK(other.result.verdict == Verdict::unknown);
    CHECK_FALSE(other.result.story);
    CHECK(was_taken_back(other.result));

    other.answer.verdicts = {other.result};
    const auto questions = expected_questions(model, {});
    REQUIRE(questions.size() == 1);
    arrange(model, questions.front(), other.answer);
    CHECK(other.answer.verdicts.front().met == false);
    CHECK(reports::summary_line({other.answer}) == "0 of 1 expectation met, 1 unknown.\n");
    CHECK(reports::verdict_lines({other.answer}, reports::Style{}).starts_with("?"));
    CHECK(reports::why_unknown(other.answer, other.answer.verdicts.front())
              .find("Interlock itself: the counterexample") != std::string::npos);
  }
}

}  // namespace interlock::check
