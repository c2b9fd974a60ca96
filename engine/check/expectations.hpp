#pragma once
// What a file expects, held against what was found.

#include "engine/check/question.hpp"
#include "engine/check/verdict.hpp"

namespace interlock::check {

/// A verdict that proves nothing does not meet an expectation.
bool is_met(const language::Expectation& expected, const SpecResult& found);

/// The verdicts in the order in which they were asked, with what was expected of each and whether it is met. What does
/// not apply has a verdict too. A variable that left its range comes last: nobody asked, and it is never right.
void arrange(const language::Model& model, const Question& question, Answer& answer);

}  // namespace interlock::check
