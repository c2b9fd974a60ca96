#pragma once
// One run, and one model's text, in the page.

#include "engine/trace/counterexample.hpp"

#include <string>

namespace interlock::reports {

/// `name` is what links to it say: "set_nx_px/mutual_exclusion--pause". Step 3 of it is NAME/3.
std::string run_html(const trace::Counterexample& story, const std::string& name, bool is_open);

/// The text with its line numbers.
std::string source_html(const language::Source& source);

}  // namespace interlock::reports
