#pragma once
// Help in one shape for all commands: sentence, usage, options, examples; and options that take a value.

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class FormatterBase;
class Option;
}  // namespace CLI

namespace interlock::cli {

std::shared_ptr<CLI::FormatterBase> make_help();

struct CommandHelp {
  const char* description;
  const char* examples;  ///< and what the exit codes say
};
extern const CommandHelp check_help;
extern const CommandHelp mutate_help;
extern const CommandHelp replay_help;

CLI::Option* add(CLI::App* app, const std::string& name, std::string& value, const char* type, const std::string& text);

/// An option that may be repeated and takes one value each time.
void add(CLI::App* app, const std::string& name, std::vector<std::string>& values, const char* type, const char* text);

}  // namespace interlock::cli
