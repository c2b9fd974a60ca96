#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"
#include "engine/check/limits.hpp"
#include "engine/language/error_examples.hpp"
#include "engine/language/error_list.hpp"
#include "reports/words.hpp"

namespace interlock::cli {

namespace {

std::string indented(std::string_view lines) {
  std::string text = "    ";
  for (const char letter : lines) {
    text += letter;
    if (letter == '\n') text += "    ";
  }
  return text + "\n";
}

/// Why it is an error, and how it goes right; of a limit, how much there is room for. Empty: nothing more is known.
std::string more_about(const std::string& number) {
  const auto example = std::find_if(language::error_examples.begin(), language::error_examples.end(),
                                    [&](const language::ErrorExample& one) { return one.number == number; });
  if (example != language::error_examples.end())
    return fmt::format("{}\n\n  wrong:\n{}\n  right:\n{}\n", example->why, indented(example->wrong),
                       indented(example->right));
  const auto limit = std::find_if(check::limit_rules.begin(), check::limit_rules.end(),
                                  [&](const check::LimitRule& one) { return one.number == number; });
  if (limit == check::limit_rules.end()) return "";
  if (limit->most == 0) return fmt::format("What helps: {}.\n", limit->help);
  return fmt::format("There is room for {}. What helps: {}.\n", reports::number_text(limit->most), limit->help);
}

}  // namespace

ExitCode run(const ExplainOptions& options) {
  std::string number = options.number;
  if (!number.empty() && number.front() >= '0' && number.front() <= '9')
    number.insert(0, "E" + std::string(number.size() < 4 ? 4 - number.size() : 0, '0'));
  if (!number.empty()) number.front() = number.front() == 'e' ? 'E' : number.front() == 'w' ? 'W' : number.front();
  const auto rule = std::find_if(language::error_list.begin(), language::error_list.end(),
                                 [&](const language::ErrorRule& one) { return one.number == number; });
  if (rule == language::error_list.end())
    throw UserError(fmt::format("no error or warning has the number {}\n  help: interlock explain E0211", number));
  const bool is_error = number.front() == 'E';
  write_output(
      fmt::format("{}, {}: {}.\n{}{}\n", number, is_error ? "an error" : "a warning", rule->meaning, more_about(number),
                  is_error ? "Where it stands, the sentence behind the number says what is wrong there, and help "
                             "what to write."
                           : "The model is checked all the same."));
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
