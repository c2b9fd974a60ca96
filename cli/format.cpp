#include <unistd.h>

#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/inputs.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"
#include "engine/language/format/format.hpp"
#include "engine/language/text_limits.hpp"

namespace interlock::cli {
namespace {

/// The text in shape; what is wrong with it is said, and nothing given.
std::optional<std::string> formatted(const std::shared_ptr<const language::Source>& source) {
  language::Diagnostics diagnostics;
  std::optional<std::string> text = language::format(source, diagnostics);
  if (!text)
    for (const language::Diagnostic& diagnostic : diagnostics) write_message(language::to_text(diagnostic));
  return text;
}

ExitCode format_standard_input() {
  const std::size_t most = static_cast<std::size_t>(language::most(language::TextLimit::bytes)) + 1;
  const auto source =
      std::make_shared<const language::Source>(language::Source{"standard input", read_text("/dev/stdin", most)});
  const auto text = formatted(source);
  if (!text) return ExitCode::bad_input;
  write_output(*text);
  return ExitCode::as_expected;
}

}  // namespace

ExitCode run(const FormatOptions& options) {
  if (options.inputs == std::vector<std::string>{"-"}) return format_standard_input();
  const Inputs inputs = find_inputs(options.inputs);
  if (!inputs.problems.empty()) throw UserError(inputs.problems.front());
  ExitCode code = ExitCode::as_expected;
  FileSet files;
  for (const Input& input : inputs.files) {
    if (input.shipped) throw UserError(fmt::format("{} ships with Interlock, and is no file here", input.path));
    const auto text = formatted(input.source);
    if (!text) {
      code = graver(code, ExitCode::bad_input);
      continue;
    }
    if (*text == input.source->text) continue;
    if (options.check) code = graver(code, ExitCode::failed);
    write_output(fmt::format("{}{}\n", options.check ? "not in shape: " : "", shown(input.path)));
    if (!options.check) files.add(input.path, *text);
  }
  files.take_names();
  return code;
}

}  // namespace interlock::cli
