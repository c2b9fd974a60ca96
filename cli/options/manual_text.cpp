// The manual page: what --help says of all commands, as man(1) shows it.

#include <fmt/format.h>

#include "cli/options/table.hpp"

namespace interlock::cli {
namespace {

/// Nothing in it is an instruction of roff.
std::string escaped(const std::string& text) {
  std::string result;
  bool is_first = true;
  for (const char letter : text) {
    if (is_first && (letter == '.' || letter == '\'')) result += "\\&";
    if (letter == '\\')
      result += "\\e";
    else if (letter == '-')
      result += "\\-";
    else if (letter == '\'')
      result += "\\(aq";
    else if (letter == '`')
      result += "\\(ga";
    else if (letter == '^')
      result += "\\(ha";
    else if (letter == '~')
      result += "\\(ti";
    else
      result += letter;
    is_first = letter == '\n';
  }
  return result;
}

std::string sentence_of(const std::string& text) { return escaped(text) + (text.ends_with('.') ? "\n" : ".\n"); }

std::string option_text(const OptionRow& option) {
  std::string names = option.short_name.empty() ? "" : fmt::format("\\fB{}\\fR, ", escaped(option.short_name));
  names += fmt::format("\\fB{}\\fR", escaped(option.name));
  if (!option.type.empty()) names += fmt::format(" \\fI{}\\fR", escaped(option.type));
  return fmt::format(".TP\n{}\n{}", names, sentence_of(option.text));
}

/// The lines behind "Examples:" as they are.
std::string examples_text(const std::string& examples) {
  return fmt::format(".PP\n.nf\n{}{}.fi\n", escaped(examples), examples.ends_with('\n') ? "" : "\n");
}

std::string command_text(const CommandRow& command) {
  std::string usage = fmt::format(".SS \"{}\"\n\\fBinterlock {}\\fR", command.name, command.name);
  if (command.options.size() > 1) usage += " [\\fIOPTION\\fR...]";
  for (const std::string& word : command.words) usage += fmt::format(" \\fI{}\\fR", escaped(word));
  std::string text = usage + "\n.PP\n" + sentence_of(command.description);
  for (const OptionRow& option : command.options)
    if (option.name != "--help") text += option_text(option);
  return text + examples_text(command.examples);
}

constexpr const char* exit_codes =
    ".SH EXIT STATUS\n"
    ".TP\n\\fB0\\fR\nAll as expected.\n"
    ".TP\n\\fB1\\fR\nA property failed, or an expectation was not met.\n"
    ".TP\n\\fB2\\fR\nWrong usage, a model with errors, or a file that cannot be read or written.\n"
    ".TP\n\\fB3\\fR\nA budget ran out without an answer.\n"
    ".TP\n\\fB70\\fR\nAn internal error.\n";

}  // namespace

std::string manual_text(const CommandTable& table, const std::string& version) {
  std::string text = fmt::format(
      ".TH INTERLOCK 1 \"\" \"interlock {}\" \"User Commands\"\n"
      ".SH NAME\ninterlock \\- model checker for lock protocols\n"
      ".SH SYNOPSIS\n\\fBinterlock\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] ...\n"
      ".SH DESCRIPTION\n{}",
      version, sentence_of(table.program.description));
  text += ".SH OPTIONS\n";
  for (const OptionRow& option : table.program.options) text += option_text(option);
  text += ".SH COMMANDS\n";
  for (const CommandRow& command : table.commands) text += command_text(command);
  return text + exit_codes + ".SH EXAMPLES\n" + examples_text(table.program.examples);
}

}  // namespace interlock::cli
