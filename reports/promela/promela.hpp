#pragma once
// A protocol under a scenario as Promela, for the checker SPIN: the same cells, variables and steps under the same
// names, time in ticks, the faults as steps, and the guarantees that are about single states as assertions.

#include "engine/language/model.hpp"
#include "engine/language/syntax/diagnostic.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::reports {

struct Promela {
  std::string text;
  std::vector<std::string> asked;   ///< the specs that it asserts
  std::vector<std::string> passed;  ///< those that it does not, and why: "recovers: it asks what is possible"
  language::Diagnostics problems;   ///< what cannot be said in Promela; then there is no text
};

/// `specs`: indices. Those that no assertion can say, or that do not apply, are passed over.
Promela to_promela(const language::Model& model, const language::Scenario& scenario,
                   const std::vector<std::uint32_t>& specs);

}  // namespace interlock::reports
