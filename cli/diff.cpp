#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"
#include "reports/json/lock.hpp"

namespace interlock::cli {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 30U;

std::vector<reports::LockEntry> entries_of(const std::string& path) {
  const auto text = read_regular(path, most_bytes);
  if (!text) throw UserError(fmt::format("cannot read {}: there is no such file", shown(path)));
  auto entries = reports::read_lock(*text);
  if (!entries)
    throw UserError(fmt::format("{} is neither a lock file nor a report in JSON of this version", shown(path)));
  return *std::move(entries);
}

/// A report has none.
std::vector<reports::BreakScore> scores_of(const std::string& path) {
  const auto text = read_regular(path, most_bytes);
  return text ? reports::read_scores(*text).value_or(std::vector<reports::BreakScore>{})
              : std::vector<reports::BreakScore>{};
}

}  // namespace

ExitCode run(const DiffOptions& options) {
  std::string differences = reports::lock_differences(entries_of(options.before), entries_of(options.after));
  const std::vector<reports::BreakScore> before = scores_of(options.before);
  if (!before.empty()) differences += reports::score_differences(before, scores_of(options.after));
  write_output(differences.empty() ? "No difference.\n" : differences);
  return differences.empty() ? ExitCode::as_expected : ExitCode::failed;
}

}  // namespace interlock::cli
