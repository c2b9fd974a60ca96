#include "reports/ci/cases.hpp"

#include "reports/timeline_text.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace interlock::reports {
namespace {

using check::SpecResult;
using check::Verdict;

Outcome outcome_of(const SpecResult& result) {
  if (result.verdict == Verdict::not_applicable && !result.met) return Outcome::skipped;
  if (result.verdict == Verdict::unknown) return Outcome::undecided;
  if (result.met) return *result.met ? Outcome::passed : Outcome::failed;
  return result.verdict == Verdict::fails || result.vacuous ? Outcome::failed : Outcome::passed;
}

std::string message_of(const check::Answer& answer, const SpecResult& result) {
  std::string text = answer_text(answer, result);
  if (result.expected && result.met && !*result.met) text += ", " + expectation_text(*result.expected);
  const Notes notes = notes_of(answer, result);
  if (!notes.why.empty()) text += "; " + notes.why;
  for (const std::string& remark : notes.remarks) text += "; " + remark;
  return one_line(text);
}

std::string name_of(const check::Answer& answer, const SpecResult& result) {
  if (result.expected) return one_line(result.expected->text);
  return fmt::format("{} under {}", result.spec, faults_text(answer.scenario));
}

Suite& suite_of(std::vector<Suite>& suites, const check::Answer& answer) {
  const auto found = std::find_if(suites.begin(), suites.end(), [&](const Suite& suite) {
    return suite.protocol == answer.protocol && suite.file == answer.file;
  });
  if (found != suites.end()) return *found;
  return suites.emplace_back(
      Suite{.name = answer.protocol, .protocol = answer.protocol, .file = answer.file, .cases = {}});
}

/// The same line twice, or the same question for two sizes: told apart by a number.
void make_names_unique(Suite& suite) {
  std::map<std::string, int> seen;
  for (Case& one : suite.cases) {
    const int count = ++seen[one.name];
    if (count > 1) one.name += fmt::format(" ({})", count);
  }
}

void name_suites(std::vector<Suite>& suites) {
  std::map<std::string, int> files;
  for (const Suite& suite : suites) ++files[suite.protocol];
  for (Suite& suite : suites) {
    if (files[suite.protocol] > 1) suite.name = fmt::format("{} ({})", suite.protocol, suite.file);
  }
}

}  // namespace

std::size_t Suite::count(Outcome outcome) const {
  return static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(), [&](const Case& one) { return one.outcome == outcome; }));
}

language::Place place_of(const Case& one) {
  return one.result->expected ? one.result->expected->place : language::Place{};
}

std::vector<Suite> suites_of(const Report& report) {
  std::vector<Suite> suites;
  for (const check::Answer& answer : report.results) {
    Suite& suite = suite_of(suites, answer);
    for (const SpecResult& result : answer.verdicts) {
      suite.cases.push_back(Case{.answer = &answer,
                                 .result = &result,
                                 .outcome = outcome_of(result),
                                 .name = name_of(answer, result),
                                 .message = message_of(answer, result),
                                 .story = result.story ? timeline_text(*result.story) : std::string()});
    }
  }
  for (Suite& suite : suites) {
    std::stable_sort(suite.cases.begin(), suite.cases.end(),
                     [](const Case& a, const Case& b) { return place_of(a).line < place_of(b).line; });
    make_names_unique(suite);
  }
  name_suites(suites);
  return suites;
}

}  // namespace interlock::reports
