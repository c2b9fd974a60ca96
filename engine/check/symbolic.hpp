#pragma once
// Specs decided in dense time, as far as that goes: what may never happen, what has to be possible once, and what has
// to stay possible. All else is left, and why is said.

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

/// One answer a search.
std::vector<SymbolicAnswer> check_symbolically(const language::Model& model, const language::Scenario& scenario,
                                               const std::vector<std::uint32_t>& specs, const Settings& settings);

}  // namespace interlock::check
