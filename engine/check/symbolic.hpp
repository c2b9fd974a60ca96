#pragma once
// Specs decided in dense time, as far as that goes: what may never happen, and what has to be possible once. All else
// is left, and why is said.

#include "engine/check/checker.hpp"
#include "engine/check/verdict.hpp"
#include "engine/language/model.hpp"

#include <cstdint>
#include <vector>

namespace interlock::check {

struct SymbolicAnswer {
  Answer answer;                    ///< of what was decided
  std::vector<std::uint32_t> left;  ///< specs that were not
};

SymbolicAnswer check_symbolically(const language::Model& model, const language::Scenario& scenario,
                                  const std::vector<std::uint32_t>& specs, const Settings& settings);

}  // namespace interlock::check
