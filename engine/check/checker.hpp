#pragma once
// The front of the engine: a model under a scenario, checked against specs. Verdicts are exact; every counterexample
// is executed again by the second evaluator before it is given.

#include "engine/check/question.hpp"
#include "engine/check/verdict.hpp"
#include "engine/explore/limits.hpp"
#include "engine/language/model.hpp"
#include "engine/machine/reductions.hpp"

#include <cstdint>
#include <vector>

namespace interlock::check {

using machine::Reductions;

struct Settings {
  Reductions reductions;
  explore::Settings search;   ///< limits, threads, `keep_going`
  bool nearest_pass = false;  ///< say under each story how short its pauses must be to do no harm
};

/// `specs`: indices of specs that apply. Its verdicts are in this order; then that on `in_range`, if a variable left
/// its range or may have. Throws std::bad_alloc, and what `settings.search.journal` throws.
Answer check(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
             const Settings& settings);

}  // namespace interlock::check
