#pragma once
// What the command line asks of a protocol: faults and names of specs, from text.

#include <string>
#include <vector>

#include "engine/language/model.hpp"

namespace interlock::cli {

/// `--under` and `--assuming` to scenarios of a model, which may declare faults. Throws UserError.
std::vector<language::Scenario> read_scenarios(const language::Model& model, const std::vector<std::string>& under,
                                               const std::vector<std::string>& assuming);

/// Throws UserError where a name of `--spec` is that of no spec of any of these models.
void check_spec_names(const std::vector<const language::Model*>& models, const std::vector<std::string>& specs);

}  // namespace interlock::cli
