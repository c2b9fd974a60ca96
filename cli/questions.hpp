#pragma once
// What is asked of a protocol: specs under a scenario. One question is one exploration.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/language/model.hpp"

namespace interlock::cli {

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

/// `--under` and `--assuming` to scenarios. Throws UserError.
std::vector<language::Scenario> read_scenarios(const std::vector<std::string>& under,
                                               const std::vector<std::string>& assuming);

/// The sets of faults that a matrix has as columns: those that can matter to this protocol, each with each.
std::vector<language::Scenario> matrix_scenarios(const language::Model& model);

/// Throws UserError where a name of `--spec` is that of no spec of any of these models.
void check_spec_names(const std::vector<const language::Model*>& models, const std::vector<std::string>& specs);

}  // namespace interlock::cli
