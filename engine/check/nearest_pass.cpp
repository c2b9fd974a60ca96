#include "engine/check/nearest_pass.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "engine/machine/time/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::check {

using namespace language;

namespace {

/// The scenario with its pauses bounded.
Scenario with_pauses(Scenario scenario, std::int64_t longest, std::int64_t times) {
  for (auto& fault : scenario.faults) {
    if (fault.kind != FaultKind::pause) continue;
    fault.amount = longest;
    fault.times = times;
    std::string amount = duration_text(longest);
    std::erase(amount, ' ');
    fault.text = fmt::format("pause <= {} {} time{}", amount, times, times == 1 ? "" : "s");
  }
  return scenario;
}

const Fault* pause_of(const Scenario& scenario) {
  const auto found = std::find_if(scenario.faults.begin(), scenario.faults.end(),
                                  [](const Fault& fault) { return fault.kind == FaultKind::pause; });
  return found == scenario.faults.end() ? nullptr : &*found;
}

std::int64_t pauses_used(const trace::Counterexample& story) {
  for (const auto& used : story.used)
    if (used.kind == FaultKind::pause) return used.count;
  return 0;
}

}  // namespace

std::optional<std::int64_t> longest_harmless_pause(const Model& model, const Scenario& scenario, std::uint32_t spec,
                                                   const trace::Counterexample& story, const Settings& settings,
                                                   std::uint64_t most_states) {
  const Fault* pause = pause_of(scenario);
  const std::int64_t times = pauses_used(story);
  if (pause == nullptr || times == 0) return std::nullopt;
  const auto ticks = machine::measure_ticks(model, scenario);
  Settings small = settings;
  small.search.journal = nullptr;  // it is that of the search which found the story
  small.search.limits.states = std::min<std::uint64_t>(small.search.limits.states, most_states);
  const auto verdict = [&](std::int64_t pause_ticks) {
    const Scenario bounded = with_pauses(scenario, pause_ticks * ticks.microseconds, times);
    return check(model, bounded, {spec}, small).verdicts[0].verdict;
  };

  std::int64_t harmless = 0;
  std::int64_t harmful =
      pause->amount != unbounded ? pause->amount / ticks.microseconds : 2 * std::int64_t{ticks.longest};
  if (harmful <= 1 || verdict(harmful) != Verdict::fails) return std::nullopt;
  while (harmful - harmless > 1) {
    const std::int64_t middle = harmless + (harmful - harmless) / 2;
    const Verdict found = verdict(middle);
    if (found == Verdict::unknown) return std::nullopt;
    (found == Verdict::fails ? harmful : harmless) = middle;
  }
  if (harmless == 0) return std::nullopt;
  return harmless * ticks.microseconds;
}

void add_nearest_pass(const Model& model, const Scenario& scenario, std::uint32_t spec, trace::Counterexample& story,
                      const Settings& settings) {
  if (story.kind != trace::StoryKind::path) return;
  const auto longest = longest_harmless_pause(model, scenario, spec, story, settings);
  if (!longest) return;
  const Scenario bounded = with_pauses(scenario, *longest, pauses_used(story));
  story.footnotes.push_back(fmt::format("It holds under {}.", to_text(bounded)));
}

}  // namespace interlock::check
