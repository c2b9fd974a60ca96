#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/shipped.hpp"
#include "cli/user_error.hpp"
#include "engine/language/syntax/diagnostic.hpp"

namespace interlock::cli {

ExitCode run(const ShowOptions& options) {
  const auto text = find_shipped(options.name);
  if (!text) {
    const auto nearest = language::nearest_name(options.name, shipped_names());
    const std::string help = nearest ? fmt::format("did you mean {}?", *nearest) : "interlock list names what ships";
    throw UserError(fmt::format("nothing called {} ships with Interlock\n  help: {}", options.name, help));
  }
  write_output(text->text);
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
