// Scripts that complete commands, options and their values. What is completed where is decided once, by the type of a
// word, and is said in three languages.

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "cli/options/table.hpp"

namespace interlock::cli {
namespace {

/// What may stand in the place of a word.
enum class Wanted { nothing_known, words, file, directory, file_or_protocol };

struct Value {
  Wanted wanted = Wanted::nothing_known;
  std::vector<std::string> words;
};

Value value_of(const CommandRow& command, const std::string& option, const std::string& type,
               const ShippedNames& names) {
  if (option == "--spec") return {Wanted::words, names.specs};
  if (const std::vector<std::string> choices = choices_of(type); !choices.empty()) return {Wanted::words, choices};
  if (type == "DIR") return {Wanted::directory, {}};
  if (!option.empty()) return {type == "FILE" ? Wanted::file : Wanted::nothing_known, {}};
  if (command.name == "show") return {Wanted::words, names.all};
  if (type.find("FILE") != std::string::npos) return {Wanted::file_or_protocol, names.protocols};
  return {type == "OLD" || type == "NEW" ? Wanted::file : Wanted::nothing_known, {}};
}

Value words_of(const CommandRow& command, const ShippedNames& names) {
  return command.words.empty() ? Value{} : value_of(command, "", command.words.front(), names);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<std::string> option_names(const CommandRow& command) {
  std::vector<std::string> names;
  for (const OptionRow& option : command.options) {
    names.push_back(option.name);
    if (!option.short_name.empty()) names.push_back(option.short_name);
  }
  return names;
}

std::string first_sentence(const std::string& text) {
  const std::size_t end = text.find(". ");
  std::string sentence = text.substr(0, end);
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

// bash

std::string bash_value(const Value& value) {
  const std::string words = joined(value.words);
  switch (value.wanted) {
    case Wanted::nothing_known: return ":";
    case Wanted::words: return fmt::format("_interlock_words \"$current\" '{}'", words);
    case Wanted::file: return "_interlock_files -f \"$current\"";
    case Wanted::directory: return "_interlock_files -d \"$current\"";
    case Wanted::file_or_protocol:
      return "_interlock_files -f \"$current\"; _interlock_words \"$current\" \"$_interlock_protocols\"";
  }
  return ":";
}

constexpr const char* bash_head = R"(# bash completion for interlock; interlock completion bash prints it

_interlock_words() {
  local word
  while read -r word; do [ -z "$word" ] || COMPREPLY+=("$word"); done < <(compgen -W "$2" -- "$1")
}

_interlock_files() {
  local file
  compopt -o filenames 2> /dev/null
  while read -r file; do [ -z "$file" ] || COMPREPLY+=("$file"); done < <(compgen "$1" -- "$2")
}

_interlock() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  # --format=json is three words to bash.
  if [ "$current" = "=" ]; then
    current=""
  elif [ "$previous" = "=" ] && [ "$COMP_CWORD" -ge 2 ]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
)";

std::string bash_text(const CommandTable& table, const ShippedNames& names) {
  std::vector<std::string> commands;
  for (const CommandRow& command : table.commands) commands.push_back(command.name);
  std::string text = fmt::format("{}\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n", bash_head);
  text += fmt::format("    _interlock_words \"$current\" '{} help {}'\n    return\n  fi\n", joined(commands),
                      joined(option_names(table.program)));
  text += "  case \"$command $previous\" in\n";
  for (const CommandRow& command : table.commands)
    for (const OptionRow& option : command.options)
      if (!option.type.empty())
        text += fmt::format("    '{} {}') {}; return ;;\n", command.name, option.name,
                            bash_value(value_of(command, option.name, option.type, names)));
  text += fmt::format("    'help help') _interlock_words \"$current\" '{}'; return ;;\n  esac\n", joined(commands));
  text += "  case $command in\n";
  for (const CommandRow& command : table.commands)
    text += fmt::format(
        "    {})\n      if [[ $current == -* ]]; then _interlock_words \"$current\" '{}'; else {}; fi\n      ;;\n",
        command.name, joined(option_names(command)), bash_value(words_of(command, names)));
  return text + fmt::format("  esac\n}}\n\n_interlock_protocols='{}'\n\ncomplete -F _interlock interlock\n",
                            joined(names.protocols));
}

// zsh

/// Within '...' and between [ and ], or behind a colon.
std::string zsh_quoted(const std::string& text) {
  std::string quoted;
  for (const char letter : text) {
    if (letter == '\'') {
      quoted += "'\\''";
    } else {
      if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') quoted += '\\';
      quoted += letter;
    }
  }
  return quoted;
}

std::string zsh_value(const Value& value) {
  switch (value.wanted) {
    case Wanted::nothing_known: return " ";
    case Wanted::words: return "(" + joined(value.words) + ")";
    case Wanted::file: return "_files";
    case Wanted::directory: return "_files -/";
    case Wanted::file_or_protocol: return "_interlock_inputs";
  }
  return " ";
}

std::string zsh_command(const CommandRow& command, const ShippedNames& names) {
  std::string text = fmt::format("    {})\n      _arguments -S", command.name);
  for (const OptionRow& option : command.options) {
    const std::string help = zsh_quoted(option.text);
    if (option.type.empty()) {
      if (!option.short_name.empty()) text += fmt::format(" \\\n        '{}[{}]'", option.short_name, help);
      text += fmt::format(" \\\n        '{}[{}]'", option.name, help);
    } else {
      text += fmt::format(" \\\n        '*{}=[{}]:{}:{}'", option.name, help, zsh_quoted(option.type),
                          zsh_value(value_of(command, option.name, option.type, names)));
    }
  }
  for (const std::string& type : command.words)
    text += fmt::format(" \\\n        '{}:{}:{}'", type.find("...") != std::string::npos ? "*" : "", zsh_quoted(type),
                        zsh_value(value_of(command, "", type, names)));
  return text + "\n      ;;\n";
}

std::string zsh_text(const CommandTable& table, const ShippedNames& names) {
  std::string text =
      "#compdef interlock\n# zsh completion for interlock; interlock completion zsh prints it\n\n"
      "_interlock_inputs() {\n  _alternative 'files:file:_files' \"protocols:protocol:($_interlock_protocols)\"\n}\n\n"
      "_interlock() {\n  local -a commands=(\n";
  for (const CommandRow& command : table.commands)
    text += fmt::format("    '{}:{}'\n", command.name, zsh_quoted(first_sentence(command.description)));
  text +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe -t commands command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT -= 1 ))\n  case $command in\n";
  for (const CommandRow& command : table.commands) text += zsh_command(command, names);
  text += "    help) _describe -t commands command commands ;;\n  esac\n}\n\n";
  text += fmt::format("_interlock_protocols='{}'\n\n", joined(names.protocols));
  return text +
         "if [ \"$funcstack[1]\" = _interlock ]; then _interlock \"$@\"; else compdef _interlock interlock; fi\n";
}

// fish

std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + "'";
}

std::string fish_value(const Value& value) {
  switch (value.wanted) {
    case Wanted::nothing_known: return " -x";
    case Wanted::words: return " -x -a " + fish_quoted(joined(value.words));
    case Wanted::file: return " -r -F";
    case Wanted::directory: return " -x -a '(__fish_complete_directories)'";
    case Wanted::file_or_protocol: return " -F -a \"$interlock_protocols\"";
  }
  return "";
}

std::string fish_text(const CommandTable& table, const ShippedNames& names) {
  std::string text =
      "# fish completion for interlock; interlock completion fish prints it\n\nset -l interlock_protocols " +
      joined(names.protocols) + "\n\ncomplete -c interlock -f\n";
  for (const OptionRow& option : table.program.options)
    text += fmt::format("complete -c interlock -n __fish_use_subcommand -l {} -d {}\n", option.name.substr(2),
                        fish_quoted(option.text));
  for (const CommandRow& command : table.commands) {
    text += fmt::format("complete -c interlock -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        fish_quoted(first_sentence(command.description)));
    const std::string seen = fmt::format("complete -c interlock -n '__fish_seen_subcommand_from {}'", command.name);
    for (const OptionRow& option : command.options)
      text += fmt::format("{}{} -l {}{} -d {}\n", seen,
                          option.short_name.empty() ? "" : " -s " + option.short_name.substr(1), option.name.substr(2),
                          option.type.empty() ? "" : fish_value(value_of(command, option.name, option.type, names)),
                          fish_quoted(option.text));
    const Value value = words_of(command, names);
    if (value.wanted != Wanted::nothing_known) text += seen + fish_value(value) + "\n";
  }
  return text;
}

}  // namespace

std::vector<std::string> choices_of(const std::string& type) {
  const auto may_be_in_one = [](char letter) {
    return std::islower(static_cast<unsigned char>(letter)) != 0 || letter == '|';
  };
  if (type.empty() || !std::all_of(type.begin(), type.end(), may_be_in_one)) return {};
  std::vector<std::string> choices{""};
  for (const char letter : type) {
    if (letter == '|')
      choices.emplace_back();
    else
      choices.back() += letter;
  }
  return choices;
}

std::string completion_text(const std::string& shell, const CommandTable& table, const ShippedNames& names) {
  if (shell == "bash") return bash_text(table, names);
  return shell == "zsh" ? zsh_text(table, names) : fish_text(table, names);
}

}  // namespace interlock::cli
