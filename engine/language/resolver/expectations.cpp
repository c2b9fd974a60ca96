// Expectations: the spec that each names, the verdict, and the faults.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

std::string_view word_of(syntax::ExpectedVerdict verdict) {
  switch (verdict) {
    case syntax::ExpectedVerdict::holds: return "holds";
    case syntax::ExpectedVerdict::fails: return "fails";
    case syntax::ExpectedVerdict::reachable: return "reachable";
    case syntax::ExpectedVerdict::unreachable: return "unreachable";
  }
  return "holds";
}

ExpectedVerdict verdict_of(syntax::ExpectedVerdict verdict) {
  switch (verdict) {
    case syntax::ExpectedVerdict::holds: return ExpectedVerdict::holds;
    case syntax::ExpectedVerdict::fails: return ExpectedVerdict::fails;
    case syntax::ExpectedVerdict::reachable: return ExpectedVerdict::reachable;
    case syntax::ExpectedVerdict::unreachable: return ExpectedVerdict::unreachable;
  }
  return ExpectedVerdict::holds;
}

bool is_picture(PropertyForm form) { return form == PropertyForm::reachable || form == PropertyForm::witnessed; }

/// Can the spec have this verdict?
bool check_verdict(Resolution& all, const Spec& spec, const syntax::Expectation& text) {
  if (!spec.applies) {
    report(all, "E0422", fmt::format("{} does not apply to this protocol: {}", spec.name, spec.why_not), text.place);
    return false;
  }
  const bool reaches =
      text.verdict == syntax::ExpectedVerdict::reachable || text.verdict == syntax::ExpectedVerdict::unreachable;
  if (reaches && !is_picture(spec.form)) {
    report(all, "E0424", fmt::format("{} is not a situation to reach", spec.name), text.place,
           {{fmt::format("{0} holds, or {0} fails", spec.name)}, {}, ""});
    return false;
  }
  if (!reaches && is_picture(spec.form)) {
    report(all, "E0424", fmt::format("{} is a situation to reach", spec.name), text.place,
           {{fmt::format("{0} reachable, or {0} unreachable", spec.name)}, {}, ""});
    return false;
  }
  return true;
}

std::optional<std::uint32_t> find_spec(Resolution& all, const syntax::Expectation& text) {
  std::vector<std::string> known;
  for (std::uint32_t index = 0; index < all.model.specs.size(); ++index) {
    if (all.model.specs[index].name == text.spec) return index;
    known.push_back(all.model.specs[index].name);
  }
  const bool may_come = text.spec == "in_range" && has_errors(all.diagnostics);
  if (!may_come) report_unknown(all, "E0421", "spec", text.spec, text.place, known);
  return std::nullopt;
}

void resolve_assumptions(Resolution& all, const syntax::Expectation& text, Scenario& scenario) {
  for (std::size_t index = 0; index < text.assuming.size(); ++index) {
    const Place& place = index < text.assuming_places.size() ? text.assuming_places[index] : text.place;
    if (text.assuming[index] == "distinct_clocks")
      scenario.distinct_clocks = true;
    else
      report_unknown(all, "E0425", "assumption", text.assuming[index], place, {"distinct_clocks"});
  }
}

/// `using 1 pause, 2 crash`.
std::vector<UsedFault> resolve_used(Resolution& all, const syntax::Expectation& text, const Scenario& scenario) {
  std::vector<UsedFault> used;
  for (const auto& fault : *text.used) {
    const auto on = std::find_if(scenario.faults.begin(), scenario.faults.end(),
                                 [&](const Fault& it) { return it.name() == fault.name; });
    if (on == scenario.faults.end()) {
      std::vector<std::string> known;
      for (const auto& it : scenario.faults) known.emplace_back(it.name());
      report_unknown(all, "E0426", "fault in this scenario named", fault.name, fault.place, known);
      continue;
    }
    const std::int64_t count = fault.times.value_or(1);
    if (count < 0 || count > 1000)
      report(all, "E0416", "this is too many times", fault.place);
    else
      used.push_back({on->kind, static_cast<std::uint32_t>(count), on->own_name});
  }
  std::sort(used.begin(), used.end(), [](const auto& left, const auto& right) { return left.kind < right.kind; });
  return used;
}

std::string text_of(const syntax::Expectation& text, const Scenario& scenario) {
  std::string line = fmt::format("{} {}", text.spec, word_of(text.verdict));
  if (text.used) {
    std::vector<std::string> words;
    for (const auto& fault : *text.used) words.push_back(fmt::format("{} {}", fault.times.value_or(1), fault.name));
    line += fmt::format(" using {}", words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", ")));
  }
  Scenario faults = scenario;
  faults.distinct_clocks = false;
  if (!faults.faults.empty()) line += " under " + to_text(faults);
  if (scenario.distinct_clocks) line += " assuming distinct_clocks";
  return line;
}

void resolve_expectation(Resolution& all, const syntax::Expectation& text) {
  const auto spec = find_spec(all, text);
  auto scenario = resolve_scenario(text.under, all.diagnostics, names_of_own_faults(all.model));
  const bool fine = spec && check_verdict(all, all.model.specs[*spec], text);
  if (!scenario) return;
  resolve_assumptions(all, text, *scenario);
  Expectation expectation;
  expectation.place = text.place;
  expectation.verdict = verdict_of(text.verdict);
  expectation.says_used = text.used.has_value();
  if (text.used) expectation.used = resolve_used(all, text, *scenario);
  expectation.text = text_of(text, *scenario);
  expectation.scenario = std::move(*scenario);
  if (!fine) return;
  expectation.spec = *spec;
  all.model.expectations.push_back(std::move(expectation));
}

}  // namespace

void resolve_expectations(Resolution& all) {
  std::map<std::string, Place> lines;
  for (const auto& text : all.protocol.expectations) {
    const std::size_t before = all.model.expectations.size();
    resolve_expectation(all, text);
    if (all.model.expectations.size() == before) continue;
    const Expectation& made = all.model.expectations.back();
    const auto [known, is_new] = lines.emplace(made.text, made.place);
    if (!is_new)
      report(all, "E0427", "this is expected twice", made.place, {{}, {{known->second, "here already"}}, ""});
  }
}

}  // namespace interlock::language
