#include "cli/option_help.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/terminal.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

constexpr std::size_t narrowest = 60;
constexpr std::size_t widest = 120;
constexpr std::size_t name_width = 24;

/// An option that was given no value would take the next option for one. An empty one is most often a variable of the
/// shell that was not set.
CLI::Validator is_value() {
  return CLI::Validator(
      [](std::string& value) -> std::string {
        if (value.empty()) return "it needs a value, and this one is empty";
        return value.starts_with("--") ? "it needs a value, and " + value + " is an option" : "";
      },
      "");
}

class Help : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string text = paragraph(app->get_description(), 0) + "\nUsage: " + usage(app) + "\n";
    std::string commands;
    for (const CLI::App* command : app->get_subcommands({})) {
      commands += entry(command->get_name(), first_sentence(command->get_description()));
    }
    if (!commands.empty()) text += "\nCommands:\n" + commands;
    std::string options;
    for (const CLI::Option* option : app->get_options({})) {
      if (option->get_positional()) continue;
      options += entry(names(option), option->get_description());
    }
    return text + "\nOptions:\n" + options + "\n" + app->get_footer();
  }

 private:
  static std::string usage(const CLI::App* app) {
    if (app->get_parent() == nullptr) return "interlock COMMAND [OPTION...] ...";
    std::string text = "interlock " + app->get_name() + (app->get_options({}).size() > 1 ? " [OPTION...]" : "");
    for (const CLI::Option* option : app->get_options({})) {
      if (option->get_positional()) text += " " + option->get_type_name();
    }
    return text;
  }

  static std::string names(const CLI::Option* option) {
    std::string text = "--" + option->get_lnames().front();
    if (!option->get_snames().empty()) text = "-" + option->get_snames().front() + ", " + text;
    return option->get_type_name().empty() ? text : text + " " + option->get_type_name();
  }

  static std::string first_sentence(const std::string& text) {
    return text.substr(0, std::min(text.find(". "), text.size() - 1));
  }

  std::string paragraph(const std::string& text, std::size_t indent) const {
    std::string lines;
    for (const std::string& line : reports::wrapped(text, width_ - indent)) {
      lines += (lines.empty() ? "" : std::string(indent, ' ')) + line + "\n";
    }
    return lines;
  }

  std::string entry(const std::string& name, const std::string& text) const {
    const std::string body = paragraph(text, name_width + 4);
    if (name.size() > name_width) return fmt::format("  {}\n{:{}}{}", name, "", name_width + 4, body);
    return fmt::format("  {:{}}  {}", name, name_width, body);
  }

  std::size_t width_ = std::clamp(output_width(), narrowest, widest);
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> make_help() { return std::make_shared<Help>(); }

const CommandHelp check_help{
    "Checks protocols: explores every run and says which guarantees hold. Each `expect` line of a file is "
    "answered by one line; a file without any gets the matrix. Without arguments, checks all that ships.",
    "  interlock check my_lock.interlock\n"
    "  interlock check models\n"
    "  interlock check set_nx_px --under pause --under 'pause <= 3s, crash 1 time' --spec mutual_exclusion\n"
    "  interlock check set_nx_px --set ttl=4s --clients worker=3 --under none\n"
    "  interlock check my_locks --out pictures --format json > report.json\n"
    "\n"
    "Exit code: 0 all as expected, 1 something failed or was not as expected, 2 wrong usage, a model\n"
    "with errors or a file that cannot be read or written, 3 a budget ran out before there was an answer.\n"};

const CommandHelp mutate_help{
    "Breaks a protocol in one place after the other, as locks get broken, and says which breaks none of its `expect` "
    "lines notices: a comparison dropped, an atomic step split, two steps swapped, an expiry, a flag or a call left "
    "out, a renewal forgotten.",
    "  interlock mutate my_lock.interlock\n"
    "  interlock mutate set_nx_px --all\n"
    "  interlock mutate models --lock models/interlock.lock.json\n"
    "\n"
    "Exit code: 0 every break is noticed, or with --lock as many as before; 1 not, or\n"
    "not for certain; 2 wrong usage or a model with errors.\n"};

const CommandHelp replay_help{
    "Performs a run that was found on a real Redis, with one process a client: steps at their moments, pauses by "
    "SIGSTOP, crashes by SIGKILL, leases that really run out. Then it looks at what is there, and says whether it "
    "happened. All keys are new and gone afterwards.",
    "  interlock replay report.json --redis localhost:6379\n"
    "  interlock replay pictures/set_nx_px/mutual_exclusion--pause.json --redis localhost:6379 --tick 100ms\n"
    "\n"
    "The file is what check --format json prints, or a .json of check --out.\n"
    "Exit code: 0 it happened, 1 it went another way, 2 this run cannot be performed, or there is no Redis,\n"
    "3 interrupted.\n"};

CLI::Option* add(CLI::App* app, const std::string& name, std::string& value, const char* type,
                 const std::string& text) {
  return app->add_option(name, value, text)->type_name(type)->take_last()->check(is_value());
}

void add(CLI::App* app, const std::string& name, std::vector<std::string>& values, const char* type, const char* text) {
  app->add_option(name, values, text)->type_name(type)->allow_extra_args(false)->check(is_value());
}

}  // namespace interlock::cli
