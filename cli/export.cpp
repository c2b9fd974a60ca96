#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/protocols.hpp"
#include "cli/questions.hpp"
#include "engine/language/syntax/diagnostic.hpp"
#include "reports/promela/promela.hpp"

#include <algorithm>

namespace interlock::cli {
namespace {

std::vector<std::uint32_t> chosen_specs(const language::Model& model, const std::vector<std::string>& names) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t index = 0; index < model.specs.size(); ++index)
    if (names.empty() || std::find(names.begin(), names.end(), model.specs[index].name) != names.end())
      chosen.push_back(index);
  return chosen;
}

}  // namespace

ExitCode run(const ExportOptions& options) {
  const language::Model model = read_protocol(options.input, options.model).model;
  check_spec_names({&model}, options.specs);
  const std::vector<language::Scenario> scenarios = read_scenarios(model, {options.under}, {});
  const reports::Promela made = reports::to_promela(model, scenarios.front(), chosen_specs(model, options.specs));
  for (const language::Diagnostic& problem : made.problems) write_message(language::to_text(problem));
  if (!made.problems.empty()) return ExitCode::bad_input;
  write_output(made.text);
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
