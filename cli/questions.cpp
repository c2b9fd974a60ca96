#include "cli/questions.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/option_values.hpp"
#include "cli/user_error.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"

namespace interlock::cli {
namespace {

using language::Scenario;

Scenario read_scenario(const std::string& text, const std::vector<std::string>& own) {
  if (text.find_first_not_of(" \t\n") == std::string::npos) {
    throw UserError("--under takes faults such as 'pause, crash 1 time', or none; here it names nothing");
  }
  language::Diagnostics diagnostics;
  const auto source = std::make_shared<const language::Source>(language::Source{"--under", text});
  const auto faults = language::parse_faults(source, diagnostics);
  std::optional<Scenario> scenario;
  if (!language::has_errors(diagnostics)) scenario = language::resolve_scenario(faults, diagnostics, own);
  if (scenario && !language::has_errors(diagnostics)) return *scenario;
  std::string message = "the faults of --under cannot be read\n";
  for (const language::Diagnostic& diagnostic : diagnostics) message += language::to_text(diagnostic);
  if (!message.empty() && message.back() == '\n') message.pop_back();
  throw UserError(message);
}

}  // namespace

std::vector<Scenario> read_scenarios(const language::Model& model, const std::vector<std::string>& under,
                                     const std::vector<std::string>& assuming) {
  const std::vector<std::string> own = language::names_of_own_faults(model);
  std::vector<Scenario> scenarios;
  for (const std::string& text : under) {
    Scenario scenario = read_scenario(text, own);
    scenario.distinct_clocks = !assuming.empty();
    if (std::find(scenarios.begin(), scenarios.end(), scenario) == scenarios.end()) scenarios.push_back(scenario);
  }
  return scenarios;
}

void check_spec_names(const std::vector<const language::Model*>& models, const std::vector<std::string>& specs) {
  std::vector<std::string> known;
  for (const std::string& name : specs) {
    bool found = false;
    for (const language::Model* model : models) {
      for (const language::Spec& spec : model->specs) {
        known.push_back(spec.name);
        found = found || spec.name == name;
      }
    }
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    if (!found && !models.empty()) {
      throw UserError(fmt::format("there is no spec {}\n  help: {}", name, nearest_help(name, known)));
    }
  }
}

}  // namespace interlock::cli
