#pragma once
// What GitHub's runner reads from the output of a step: commands that put an annotation on a line of a file. Unmet
// expectations and errors of models are errors, warnings of models are warnings. Documented under "Workflow commands
// for GitHub Actions".

#include "reports/ci/cases.hpp"

#include <string>

namespace interlock::reports {

/// Each line is a command. Nothing where all is as expected and no model has a warning.
std::string github_annotations(const CiReport& report);

/// For the job's summary, in GitHub's Markdown: the table of all expectations, and of those unmet the run,
/// as a diagram and as text.
std::string github_summary(const CiReport& report);

}  // namespace interlock::reports
