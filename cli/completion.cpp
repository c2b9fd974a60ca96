#include <algorithm>

#include "cli/commands.hpp"
#include "cli/options/table.hpp"
#include "cli/output.hpp"
#include "cli/shipped.hpp"

namespace interlock::cli {
namespace {

ShippedNames names_of_what_ships() {
  ShippedNames names;
  for (const ShippedText& text : shipped_texts()) {
    if (shipped_word(text) == FileWord::protocol) names.protocols.push_back(shipped_name(text));
    if (shipped_word(text) == FileWord::spec) names.specs.push_back(shipped_name(text));
  }
  std::sort(names.protocols.begin(), names.protocols.end());
  std::sort(names.specs.begin(), names.specs.end());
  names.all = shipped_names();
  names.all.erase(std::unique(names.all.begin(), names.all.end()), names.all.end());
  return names;
}

}  // namespace

ExitCode run(const CompletionOptions& options) {
  write_output(completion_text(options.shell, command_table(), names_of_what_ships()));
  return ExitCode::as_expected;
}

ExitCode run(const ManualOptions&) {
  write_output(manual_text(command_table(), INTERLOCK_VERSION));
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
