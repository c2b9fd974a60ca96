#pragma once
// The file's own text with the numbers of its steps in the margin.

#include "engine/language/model.hpp"

#include <string>

namespace interlock::reports {

/// Each line of the protocol's file as "  3 | text"; lines without a step have an empty margin.
std::string text_with_steps(const language::Model& model);

}  // namespace interlock::reports
