#pragma once
// All commands and their options as plain rows, for what is made of them: shell completion and the manual page.

#include <string>
#include <vector>

namespace interlock::cli {

struct OptionRow {
  std::string name;        ///< "--under"
  std::string short_name;  ///< "-h", or empty
  std::string type;        ///< "FAULTS", "text|json"; empty: it takes no value
  std::string text;        ///< what it does
};

struct CommandRow {
  std::string name;
  std::string description;
  std::string examples;            ///< and what the exit codes say
  std::vector<std::string> words;  ///< what stands behind the options: "FILE", "[FILE|DIR|NAME...]"
  std::vector<OptionRow> options;
};

struct CommandTable {
  CommandRow program;
  std::vector<CommandRow> commands;
};

CommandTable command_table();

/// Where a type is a choice, its words: of "text|json" two. Else none.
std::vector<std::string> choices_of(const std::string& type);

/// The names of what ships: protocols, stores, specs.
struct ShippedNames {
  std::vector<std::string> protocols;
  std::vector<std::string> specs;
  std::vector<std::string> all;
};

/// A script for bash, zsh or fish.
std::string completion_text(const std::string& shell, const CommandTable& table, const ShippedNames& names);

/// The manual page, in the language of man(7).
std::string manual_text(const CommandTable& table, const std::string& version);

}  // namespace interlock::cli
