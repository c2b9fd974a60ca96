#pragma once
// Text to syntax tree, by recursive descent.

#include "engine/language/syntax/diagnostic.hpp"
#include "engine/language/syntax/syntax.hpp"

#include <memory>
#include <string_view>

namespace interlock::language {

/// Parses one file. Never throws and never hangs, whatever the bytes: every fault is a diagnostic, and
/// parsing goes on behind it, so that one run reports all of them. Bounds: 1 MiB of text, 64 levels of nesting.
syntax::File parse(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics);

/// Parses a list of faults as it stands behind `under`: "pause <= 3s, crash 1 time", or "none".
std::vector<syntax::Fault> parse_faults(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics);

/// Parses a parameter's value as it stands behind `=`: "10s", "1s..5s", "3".
std::optional<syntax::Range> parse_value(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics);

}  // namespace interlock::language
