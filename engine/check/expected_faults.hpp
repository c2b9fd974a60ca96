#pragma once
// `fails using FAULTS`: met if some run with the fewest faults uses exactly these. The search tells one run, and there
// may be others as short in faults.

#include "engine/check/checker.hpp"
#include "engine/check/question.hpp"
#include "engine/check/verdict.hpp"

namespace interlock::check {

/// The same faults, each as often.
bool uses_the_same(const std::vector<language::UsedFault>& left, const std::vector<language::UsedFault>& right);

/// Of an answer with its expectations: where the run that is told uses as many faults as the line says, but others, a
/// search with these alone looks for one that uses them, and tells it. May throw what `check` does.
void look_for_expected_faults(const language::Model& model, const Question& question, const Settings& settings,
                              Answer& answer);

}  // namespace interlock::check
