#pragma once
// Which way an `either` goes, in words.

#include "engine/evaluator/state.hpp"

#include <string>

namespace interlock::trace {

/// What its author says of the branch, beside its brace or its first statement; or "branch 1 of 2".
std::string branch_name(const evaluator::TakenBranch& branch);

}  // namespace interlock::trace
