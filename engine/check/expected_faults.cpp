#include "engine/check/expected_faults.hpp"

#include "engine/check/nearest_pass.hpp"
#include "engine/trace/words.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace interlock::check {

using language::Fault;
using language::Model;
using language::Scenario;
using language::UsedFault;

namespace {

std::uint32_t number_of(const std::vector<UsedFault>& used) {
  return std::accumulate(used.begin(), used.end(), std::uint32_t{0},
                         [](std::uint32_t sum, const UsedFault& fault) { return sum + fault.count; });
}

/// The scenario with these faults alone, each so often at most; none where one of them cannot come so often.
std::optional<Scenario> only_with(const Scenario& scenario, const std::vector<UsedFault>& used) {
  Scenario narrow = scenario;
  narrow.faults.clear();
  for (const UsedFault& wanted : used) {
    const Fault* allowed = fault_in(scenario, wanted.kind);
    if (!allowed) return std::nullopt;
    if (allowed->times != language::unbounded && allowed->times < wanted.count) return std::nullopt;
    narrow.faults.push_back(*allowed);
    narrow.faults.back().times = wanted.count;
  }
  const auto earlier = [](const Fault& left, const Fault& right) { return left.kind < right.kind; };
  std::sort(narrow.faults.begin(), narrow.faults.end(), earlier);
  return narrow;
}

bool may_use_others(const SpecResult& found) {
  return found.verdict == Verdict::fails && found.met == false && found.expected && found.expected->says_used &&
         !uses_the_same(found.expected->used, found.used) && number_of(found.expected->used) == number_of(found.used);
}

}  // namespace

bool uses_the_same(const std::vector<UsedFault>& left, const std::vector<UsedFault>& right) {
  const auto counted = [](const std::vector<UsedFault>& used) {
    std::multimap<language::FaultKind, std::uint32_t> counts;
    for (const UsedFault& fault : used)
      if (fault.count > 0) counts.emplace(fault.kind, fault.count);
    return counts;
  };
  return counted(left) == counted(right);
}

void look_for_expected_faults(const Model& model, const Question& question, const Settings& settings, Answer& answer) {
  for (SpecResult& found : answer.verdicts) {
    if (!may_use_others(found)) continue;
    const auto narrow = only_with(question.scenario, found.expected->used);
    if (!narrow) continue;
    Settings again = settings;
    again.search.journal = nullptr;
    again.nearest_pass = false;
    Answer other = check(model, *narrow, {found.index}, again);
    if (other.verdicts.empty() || !other.not_reproduced.empty()) continue;
    SpecResult& run = other.verdicts.front();
    if (run.verdict != Verdict::fails || !uses_the_same(run.used, found.expected->used)) continue;
    if (run.story) {
      run.story->asked = trace::asked_text(model, question.scenario);
      if (settings.nearest_pass) add_nearest_pass(model, question.scenario, *run.story, settings);
    }
    run.expected = std::move(found.expected);
    run.met = true;
    found = std::move(run);
  }
}

}  // namespace interlock::check
