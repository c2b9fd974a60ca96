#include "tests/random/asking.hpp"

#include "engine/check/checker.hpp"
#include "reports/json.hpp"
#include "reports/report.hpp"
#include "reports/timeline_dot.hpp"
#include "reports/timeline_text.hpp"

#include <algorithm>

namespace interlock::tests {

Told ask_engine(const language::Model& model, const language::Scenario& scenario, const AskSettings& settings) {
  std::vector<std::uint32_t> asked;
  for (std::uint32_t spec = 0; spec < model.specs.size(); ++spec)
    if (model.specs[spec].applies) asked.push_back(spec);
  check::Settings check_settings;
  check_settings.reductions = settings.reductions;
  check_settings.search.limits.states = settings.states;
  check_settings.search.threads = settings.threads;
  const check::Answer result = check::check(model, scenario, asked, check_settings);
  Told told;
  told.states = result.states;
  told.is_complete = result.complete();
  told.trouble = result.not_reproduced;
  if (settings.draws) told.bytes = reports::to_json(reports::Report{.results = {result}});
  for (const auto& one : result.verdicts) {
    const language::Spec& spec = model.specs[one.index];
    const Said said{
        spec.name, reports::to_text(one.verdict), one.faults, one.steps,
        spec.form == language::PropertyForm::leads_to || spec.form == language::PropertyForm::again_and_again};
    if (settings.draws && one.story)
      told.bytes += reports::timeline_text(*one.story) + reports::timeline_dot(*one.story);
    told.specs.push_back(said);
  }
  std::sort(told.specs.begin(), told.specs.end(), [](const Said& a, const Said& b) { return a.spec < b.spec; });
  return told;
}

}  // namespace interlock::tests
