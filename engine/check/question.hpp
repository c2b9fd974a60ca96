#pragma once
// What is asked of a protocol: specs under a scenario. One question is one exploration.

#include "engine/language/model.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::check {

/// A spec, and what the file expects of it, if anything.
struct Asked {
  std::uint32_t spec = 0;  ///< index into Model::specs
  std::optional<language::Expectation> expected;
};

struct Question {
  language::Scenario scenario;
  std::vector<Asked> asked;
};

/// The expectations of a file about `specs` (empty: all), those under equal scenarios together.
std::vector<Question> expected_questions(const language::Model& model, const std::vector<std::string>& specs);

/// Every spec of `specs` (empty: all) under each scenario.
std::vector<Question> open_questions(const language::Model& model, const std::vector<std::string>& specs,
                                     const std::vector<language::Scenario>& scenarios);

/// The fault of this kind, or null where it is off.
const language::Fault* fault_in(const language::Scenario& scenario, language::FaultKind kind);

/// The specs to search for, each once: those that apply.
std::vector<std::uint32_t> searched_specs(const language::Model& model, const Question& question);

}  // namespace interlock::check
