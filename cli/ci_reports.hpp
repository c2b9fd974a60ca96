#pragma once
// Where the reports for CI go: files, the standard output, GitHub's summary of a job.

#include <map>
#include <string>

#include "reports/ci/cases.hpp"

namespace interlock::cli {

struct CiOutputs {
  std::map<std::string, std::string> files;  ///< by name of the format: a path, or "-" for the standard output
  bool github = false;
};

/// Writes all files or none, and gives what is to stand on the standard output. Throws UserError.
std::string write_for_ci(const reports::Report& report, const language::Diagnostics& diagnostics,
                         const CiOutputs& outputs);

/// Where GitHub's runner names a file for the job's summary. Throws UserError.
void add_to_summary(const std::string& text);

}  // namespace interlock::cli
