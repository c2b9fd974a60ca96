#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"
#include "engine/language/error_list.hpp"

namespace interlock::cli {

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
  write_output(fmt::format("{}, {}: {}.\n{}\n", number, is_error ? "an error" : "a warning", rule->meaning,
                           is_error
                               ? "Where it stands, the sentence behind the number says what is wrong there, and help "
                                 "what to write."
                               : "The model is checked all the same."));
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
