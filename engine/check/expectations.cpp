#include "engine/check/expectations.hpp"

#include "engine/check/expected_faults.hpp"
#include "engine/check/spec_forms.hpp"

#include <algorithm>
#include <utility>

namespace interlock::check {

using language::ExpectedVerdict;
using language::Model;
using language::Spec;

namespace {

SpecResult result_of(const Model& model, const Asked& asked, const std::vector<SpecResult>& found) {
  const Spec& spec = model.specs[asked.spec];
  const auto result = std::find_if(found.begin(), found.end(),
                                   [&](const SpecResult& candidate) { return candidate.index == asked.spec; });
  SpecResult verdict = spec.applies && result != found.end() ? *result : result_for(model, asked.spec);
  if (!spec.applies) {
    verdict.verdict = Verdict::not_applicable;
    verdict.why_not = spec.why_not;
  }
  verdict.expected = asked.expected;
  if (asked.expected) verdict.met = is_met(*asked.expected, verdict);
  return verdict;
}

}  // namespace

bool is_met(const language::Expectation& expected, const SpecResult& found) {
  switch (expected.verdict) {
    case ExpectedVerdict::holds: return found.verdict == Verdict::holds && !found.vacuous;
    case ExpectedVerdict::fails:
      return found.verdict == Verdict::fails && (!expected.says_used || uses_the_same(expected.used, found.used));
    case ExpectedVerdict::reachable: return found.verdict == Verdict::reachable;
    case ExpectedVerdict::unreachable: return found.verdict == Verdict::unreachable;
  }
  return false;
}

void arrange(const Model& model, const Question& question, Answer& answer) {
  const std::vector<SpecResult> found = std::exchange(answer.verdicts, {});
  for (const Asked& asked : question.asked) answer.verdicts.push_back(result_of(model, asked, found));
  for (const SpecResult& extra : found) {
    const bool is_asked = std::any_of(question.asked.begin(), question.asked.end(),
                                      [&](const Asked& asked) { return asked.spec == extra.index; });
    if (is_asked || extra.verdict != Verdict::fails) continue;
    answer.verdicts.push_back(extra);
    answer.verdicts.back().met = false;
  }
}

}  // namespace interlock::check
