#include "engine/check/question.hpp"

#include <algorithm>
#include <set>

namespace interlock::check {
namespace {

bool is_asked(const std::string& name, const std::vector<std::string>& specs) {
  return specs.empty() || std::find(specs.begin(), specs.end(), name) != specs.end();
}

}  // namespace

std::vector<Question> expected_questions(const language::Model& model, const std::vector<std::string>& specs) {
  std::vector<Question> questions;
  for (const language::Expectation& expectation : model.expectations) {
    if (!is_asked(model.specs[expectation.spec].name, specs)) continue;
    auto question = std::find_if(questions.begin(), questions.end(),
                                 [&](const Question& candidate) { return candidate.scenario == expectation.scenario; });
    if (question == questions.end()) question = questions.insert(question, Question{expectation.scenario, {}});
    question->asked.push_back({expectation.spec, expectation});
  }
  return questions;
}

std::vector<Question> open_questions(const language::Model& model, const std::vector<std::string>& specs,
                                     const std::vector<language::Scenario>& scenarios) {
  std::vector<Asked> asked;
  for (std::uint32_t i = 0; i < model.specs.size(); ++i) {
    if (is_asked(model.specs[i].name, specs)) asked.push_back({i, std::nullopt});
  }
  std::vector<Question> questions;
  for (const language::Scenario& scenario : scenarios) questions.push_back({scenario, asked});
  return questions;
}

const language::Fault* fault_in(const language::Scenario& scenario, language::FaultKind kind) {
  const auto found = std::find_if(scenario.faults.begin(), scenario.faults.end(),
                                  [kind](const language::Fault& fault) { return fault.kind == kind; });
  return found == scenario.faults.end() ? nullptr : &*found;
}

std::vector<std::uint32_t> searched_specs(const language::Model& model, const Question& question) {
  std::set<std::uint32_t> specs;
  for (const Asked& asked : question.asked)
    if (model.specs[asked.spec].applies) specs.insert(asked.spec);
  return {specs.begin(), specs.end()};
}

}  // namespace interlock::check
