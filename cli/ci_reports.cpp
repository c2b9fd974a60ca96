#include "cli/ci_reports.hpp"

#include <cstdlib>

#include "cli/files.hpp"
#include "cli/output.hpp"
#include "reports/ci/formats.hpp"
#include "reports/ci/github.hpp"

namespace interlock::cli {
namespace {

/// Far more than GitHub shows of one step.
constexpr std::size_t most_summary_bytes = std::size_t{16} << 20U;

/// The runner names a file, to which each step adds.
void add_summary(FileSet& files, const std::string& text) {
  const char* path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || *path == '\0') return;
  const std::string before = read_regular(path, most_summary_bytes).value_or("");
  files.add(path, before + text);
}

}  // namespace

std::string write_for_ci(const reports::Report& found, const language::Diagnostics& diagnostics,
                         const CiOutputs& outputs) {
  if (outputs.files.empty() && !outputs.github) return "";
  const reports::CiReport report{.suites = reports::suites_of(found), .diagnostics = diagnostics};
  FileSet files;
  std::string output;
  for (const reports::CiFormat& format : reports::ci_formats) {
    const auto wanted = outputs.files.find(std::string(format.name));
    if (wanted == outputs.files.end()) continue;
    const std::string text = format.write(report, INTERLOCK_VERSION);
    if (wanted->second == "-")
      output += text;
    else
      files.add(wanted->second, text);
  }
  if (outputs.github) {
    output += reports::github_annotations(report);
    add_summary(files, reports::github_summary(report));
  }
  files.take_names();
  return output;
}

void add_to_summary(const std::string& text) {
  FileSet files;
  add_summary(files, text);
  files.take_names();
}

}  // namespace interlock::cli
