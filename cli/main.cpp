#include <exception>
#include <new>
#include <string>
#include <variant>

#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"

namespace {

using namespace interlock::cli;

ExitCode run_command_line(int argument_count, char** arguments) {
  const CommandLine line = read_command_line(argument_count, arguments);
  write_output(line.output);
  write_message(line.message);
  if (!line.command) return line.exit_code;
  return std::visit([](const auto& options) { return run(options); }, *line.command);
}

}  // namespace

int main(int argument_count, char** arguments) {
  ignore_signals_of_writes();
  listen_for_interrupts();
  try {
    return static_cast<int>(run_command_line(argument_count, arguments));
  } catch (const ReaderGone&) {
    return static_cast<int>(ExitCode::as_expected);
  } catch (const Interrupted&) {
    write_message("interlock: interrupted before there was an answer\n");
    return static_cast<int>(ExitCode::undecided);
  } catch (const std::bad_alloc&) {
    write_message("interlock: there was not enough memory\n");
    return static_cast<int>(ExitCode::undecided);
  } catch (const UserError& error) {
    write_message("interlock: " + std::string(error.what()) + "\n");
    return static_cast<int>(ExitCode::bad_input);
  } catch (const std::exception& error) {
    write_message("interlock: internal error: " + std::string(error.what()) + "\n");
    return static_cast<int>(ExitCode::not_reproduced);
  }
}
