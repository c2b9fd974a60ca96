// From the words of the command line to a command. Only this file, cli/options/ and option_help.cpp see CLI11.

#include "cli/options.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/option_help.hpp"
#include "cli/option_values.hpp"
#include "cli/options/table.hpp"
#include "cli/options/written.hpp"
#include "cli/user_error.hpp"

namespace interlock::cli {
namespace {

// What CLI11 cannot say well.

std::vector<std::string> option_names(const CLI::App* app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app->get_options({})) {
    if (!option->get_positional()) names.push_back("--" + option->get_lnames().front());
  }
  return names;
}

/// "interlock check", or "interlock" before it is known.
std::string command_name(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? "interlock" : "interlock " + chosen.front()->get_name();
}

std::string unexpected(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining(true);
  const std::string word = rest.empty() ? "" : rest.front();
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App* command = chosen.empty() ? &app : chosen.front();
  const std::string name = command_name(app);
  if (word.starts_with('-') && word.size() > 1) {
    const std::string option = word.substr(0, word.find('='));
    const std::vector<std::string> known = option_names(command);
    return fmt::format("there is no option {}\n  help: {}", option, nearest_help(option, known));
  }
  return fmt::format("{} takes nothing more, so {} is one too many\n  help: {} --help", name, word, name);
}

/// A first word that is no command, found before CLI11 sees it.
void check_command_name(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return;
  const bool is_file = word.find_first_of("./") != std::string::npos;
  const std::string help = is_file ? fmt::format("interlock check {}", word) : nearest_help(word, names);
  throw UserError(fmt::format("there is no command {}\n  help: {}", word, help));
}

/// In the order in which CLI11 wants them: the last one first.
std::vector<std::string> reversed_words(int argument_count, const char* const* arguments) {
  std::vector<std::string> words(arguments + std::min(argument_count, 1), arguments + argument_count);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  std::reverse(words.begin(), words.end());
  return words;
}

CommandLine parse(CLI::App& app, Written& written, std::vector<std::string> words) {
  CommandLine line;
  if (words.empty()) {
    line.message = app.help();
    line.exit_code = ExitCode::bad_input;
    return line;
  }
  try {
    check_command_name(app, words.back());
    app.parse(words);
    if (app.get_subcommands().empty()) throw UserError("there is no command\n  help: interlock --help");
    line.command = written.make(written);
    return line;
  } catch (const CLI::CallForHelp&) {
    line.output = app.help();
    return line;
  } catch (const CLI::CallForVersion& version) {
    line.output = std::string(version.what()) + "\n";
    return line;
  } catch (const CLI::ExtrasError&) {
    line.message = unexpected(app);
  } catch (const CLI::ParseError& error) {
    line.message = fmt::format("{}\n  help: {} --help", error.what(), command_name(app));
  } catch (const UserError& error) {
    line.message = error.what();
  }
  line.message = fmt::format("interlock: {}\n", line.message);
  line.exit_code = ExitCode::bad_input;
  return line;
}

constexpr const char* program_description =
    "Interlock checks lock protocols: which guarantees hold, under which faults, and the simplest run that breaks one.";

void add_all(CLI::App& app, Written& written) {
  app.formatter(make_help());
  app.set_help_flag("-h,--help", "print help; after a command, that of the command");
  app.set_version_flag("--version", std::string("interlock " INTERLOCK_VERSION), "print the version");
  app.footer(
      "Examples:\n"
      "  interlock check models/locks/set_nx_px.interlock\n"
      "  interlock show set_nx_px > my_lock.interlock\n"
      "\n"
      "A NAME stands for what ships with Interlock; interlock list names all of it.\n");
  add_check(app, written);
  add_watch(app, written);
  add_matrix(app, written);
  add_margin(app, written);
  add_mutate(app, written);
  add_small_commands(app, written);
  add_export(app, written);
  add_replay(app, written);
  add_words(app, written);
  add_shells(app, written);
}

CommandRow row_of(const CLI::App& app) {
  CommandRow row{.name = app.get_name(),
                 .description = app.get_description(),
                 .examples = app.get_footer(),
                 .words = {},
                 .options = {}};
  for (const CLI::Option* option : app.get_options({})) {
    if (option->get_positional()) {
      row.words.push_back(option->get_type_name());
      continue;
    }
    row.options.push_back({.name = "--" + option->get_lnames().front(),
                           .short_name = option->get_snames().empty() ? "" : "-" + option->get_snames().front(),
                           .type = option->get_type_name(),
                           .text = option->get_description()});
  }
  return row;
}

}  // namespace

CommandLine read_command_line(int argument_count, const char* const* arguments) {
  CLI::App app(program_description, "interlock");
  Written written;
  add_all(app, written);
  return parse(app, written, reversed_words(argument_count, arguments));
}

CommandTable command_table() {
  CLI::App app(program_description, "interlock");
  Written written;
  add_all(app, written);
  CommandTable table{.program = row_of(app), .commands = {}};
  for (const CLI::App* command : app.get_subcommands({})) table.commands.push_back(row_of(*command));
  return table;
}

}  // namespace interlock::cli
