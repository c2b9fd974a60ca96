#pragma once
// A checked model as text, one statement a line, to compare it in tests.

#include <string>

#include "engine/language/model.hpp"

namespace interlock::language::tests {

/// "id", "int 0..3", "token|none".
std::string kind_text(const Kind& kind);

/// "(read lock + 10 s)": operators as words, durations and extra values as they are said.
std::string expression_text(const Model& model, const Expression& expression);

/// A program, indented by depth; steps with their numbers.
std::string block_text(const Model& model, const Block& block, int depth = 0);

}  // namespace interlock::language::tests
