#pragma once
// One shape for texts of the language: how far lines stand in, blanks at their ends, empty lines. What stands in a line
// stays as its author wrote it, with its comments and whatever was put under each other.

#include "engine/language/syntax/diagnostic.hpp"

#include <memory>
#include <optional>
#include <string>

namespace interlock::language {

/// The text again, in shape: lines of a block stand two columns further in than the line that opens it, and those that
/// go on from a line before stay as much further in as they did. Nothing where the text cannot be parsed. The same
/// words on the same lines of code, and formatting twice is formatting once.
std::optional<std::string> format(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics);

}  // namespace interlock::language
