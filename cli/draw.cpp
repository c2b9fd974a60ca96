#include <filesystem>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/graphviz.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/protocols.hpp"
#include "reports/machine_dot.hpp"

namespace interlock::cli {
namespace {

ExitCode write_drawing(const std::filesystem::path& path, std::string_view content) {
  write_file(path, content);
  write_output(fmt::format("wrote {}\n", shown(path)));
  return ExitCode::as_expected;
}

}  // namespace

ExitCode run(const DrawOptions& options) {
  const language::Model model = read_protocol(options.input, options.model).model;
  const std::filesystem::path directory = options.out;
  const std::string dot = reports::machine_dot(model);
  if (options.format == "dot") return write_drawing(directory / (model.name + ".dot"), dot);
  Patience patience;
  patience.may_go_on = [] { return !was_interrupted(); };
  const Rendered drawing = render(dot, Layout::layered, options.format, patience);
  if (drawing.bytes) return write_drawing(directory / (model.name + "." + options.format), *drawing.bytes);
  write_message(fmt::format("interlock: no {} could be drawn: {}\n", options.format, drawing.why_not));
  try {
    write_drawing(directory / (model.name + ".dot"), dot);
  } catch (const ReaderGone&) {
    return ExitCode::bad_input;
  }
  return ExitCode::bad_input;
}

}  // namespace interlock::cli
