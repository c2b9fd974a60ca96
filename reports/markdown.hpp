#pragma once
// The report as GitHub's Markdown: a table of verdicts, and each run as a Mermaid diagram with its steps.

#include "engine/trace/counterexample.hpp"
#include "reports/report.hpp"

#include <string>

namespace interlock::reports {

/// `all_runs`: also those that were expected, folded.
std::string to_markdown(const Report& report, bool all_runs);

/// The verdicts of a protocol as a table.
std::string verdicts_markdown(const std::vector<check::Answer>& results);

/// One run: sentence, diagram, steps, notes.
std::string timeline_markdown(const trace::Counterexample& story);

}  // namespace interlock::reports
