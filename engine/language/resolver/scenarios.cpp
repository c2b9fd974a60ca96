// Faults and scenarios: from a list as written, and back to words.

#include "engine/language/resolver/resolver.hpp"
#include "engine/language/resolver/unit_help.hpp"
#include "engine/language/text_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

using Names = std::vector<std::string>;
constexpr std::int64_t most_lag = 8;
constexpr std::int64_t usual_lag = 3;

/// How a duration is written: "10s", "1.5s", "250ms".
std::string written(std::int64_t microseconds) {
  std::string text = duration_text(microseconds);
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

void complain(Diagnostics& diagnostics, std::string_view number, std::string sentence, const Place& place,
              std::vector<std::string> help = {}) {
  Diagnostic diagnostic;
  diagnostic.number = number;
  diagnostic.sentence = std::move(sentence);
  diagnostic.place = place;
  diagnostic.help = std::move(help);
  diagnostics.push_back(std::move(diagnostic));
}

Names known_faults(const Names& own) {
  Names known;
  for (const FaultRule& rule : fault_rules)
    if (!is_own(rule.kind)) known.emplace_back(rule.name);
  known.insert(known.end(), own.begin(), own.end());
  return known;
}

std::string there_are(const Names& own) { return fmt::format("there are: {}", fmt::join(known_faults(own), ", ")); }

void complain_of_name(Diagnostics& diagnostics, const syntax::Fault& fault, const Names& own) {
  if (std::find(later_faults.begin(), later_faults.end(), fault.name) != later_faults.end())
    return complain(diagnostics, "E0410", fmt::format("the fault {} is not built yet", fault.name), fault.place,
                    {there_are(own)});
  std::vector<std::string> help{there_are(own)};
  if (const auto nearest = nearest_name(fault.name, known_faults(own)))
    help.insert(help.begin(), fmt::format("a name close to it: {}", *nearest));
  complain(diagnostics, "E0411", fmt::format("there is no fault {}", fault.name), fault.place, std::move(help));
}

void check_amount(Diagnostics& diagnostics, const syntax::Fault& fault, const FaultRule& rule) {
  if (rule.amount == FaultAmount::offset && !fault.amount)
    complain(diagnostics, "E0412", fmt::format("{} needs an amount", fault.name), fault.place,
             {std::string(rule.help)});
  if ((rule.amount == FaultAmount::none || rule.amount == FaultAmount::lag) && fault.amount)
    complain(diagnostics, "E0413", fmt::format("a {} has no amount", fault.name), fault.amount->place,
             {std::string(rule.help)});
  if (fault.for_ever && !rule.may_be_for_ever) complain(diagnostics, "E0414", "only a crash is for ever", fault.place);
  if (fault.lag && rule.amount != FaultAmount::lag)
    complain(diagnostics, "E0413", "only a failover has a lag", fault.place, {std::string(rule.help)});
  else if (fault.lag && (*fault.lag < 1 || *fault.lag > most_lag))
    complain(diagnostics, "E0418", fmt::format("a failover loses from 1 to {} writes", most_lag), fault.place);
  if (!fault.amount || rule.amount == FaultAmount::none || rule.amount == FaultAmount::lag) return;
  const bool is_duration = fault.amount->form == syntax::ExpressionForm::duration;
  if (is_duration && fault.amount->number > 0) return;
  const bool is_number = fault.amount->form == syntax::ExpressionForm::number && fault.amount->number > 0;
  const std::string fix = is_number ? unit_help(fault.amount->number) : "a duration, such as 3s or 10ms";
  complain(diagnostics, "E0415", fmt::format("how long is this {}?", fault.name), fault.amount->place, {fix});
}

std::string text_of(const Fault& fault, const std::string& name) {
  std::string text = name;
  if (fault.amount != unbounded)
    text += (rule_of(fault.kind).amount == FaultAmount::longest ? " <= " : " ") + written(fault.amount);
  if (rule_of(fault.kind).amount == FaultAmount::lag)
    text += fmt::format(" lag <= {} {}", fault.lag, fault.lag == 1 ? "write" : "writes");
  if (fault.for_ever) text += " for ever";
  if (fault.times != unbounded) text += fmt::format(" {} {}", fault.times, fault.times == 1 ? "time" : "times");
  return text;
}

std::optional<FaultKind> kind_named(const std::string& name, const Names& own) {
  for (const FaultRule& rule : fault_rules)
    if (!is_own(rule.kind) && rule.name == name) return rule.kind;
  const auto found = std::find(own.begin(), own.end(), name);
  if (found == own.end()) return std::nullopt;
  return own_fault(static_cast<std::size_t>(found - own.begin()));
}

std::optional<Fault> resolve_fault(const syntax::Fault& text, const Names& own, Diagnostics& diagnostics) {
  const auto known = kind_named(text.name, own);
  if (!known) return complain_of_name(diagnostics, text, own), std::nullopt;
  const std::size_t before = diagnostics.size();
  check_amount(diagnostics, text, rule_of(*known));
  if (text.times && (*text.times < 1 || *text.times > most(TextLimit::times)))
    complain(diagnostics, "E0416", too_much(TextLimit::times), text.place,
             {"leave the number out, and it strikes as often as it likes"});
  if (diagnostics.size() != before) return std::nullopt;
  Fault fault;
  fault.kind = *known;
  if (is_own(*known)) fault.own_name = text.name;
  if (text.amount) fault.amount = text.amount->number;
  if (text.times) fault.times = *text.times;
  fault.for_ever = text.for_ever;
  if (rule_of(*known).amount == FaultAmount::lag) fault.lag = static_cast<std::uint32_t>(text.lag.value_or(usual_lag));
  fault.text = text_of(fault, text.name);
  return fault;
}

}  // namespace

std::optional<Scenario> resolve_scenario(const std::vector<syntax::Fault>& faults, Diagnostics& diagnostics,
                                         const std::vector<std::string>& own) {
  const std::size_t before = diagnostics.size();
  Scenario scenario;
  for (const auto& text : faults) {
    const auto fault = resolve_fault(text, own, diagnostics);
    if (!fault) continue;
    const bool twice = std::any_of(scenario.faults.begin(), scenario.faults.end(),
                                   [&](const auto& it) { return it.kind == fault->kind; });
    if (twice)
      complain(diagnostics, "E0417", fmt::format("{} is named twice", text.name), text.place);
    else
      scenario.faults.push_back(*fault);
  }
  if (diagnostics.size() != before) return std::nullopt;
  std::sort(scenario.faults.begin(), scenario.faults.end(),
            [](const Fault& left, const Fault& right) { return left.kind < right.kind; });
  return scenario;
}

std::vector<std::string> names_of_own_faults(const Model& model) {
  std::vector<std::string> names;
  for (const OwnFault& fault : model.own_faults) names.push_back(fault.name);
  return names;
}

std::string to_text(const Scenario& scenario) {
  std::vector<std::string> words;
  for (const auto& fault : scenario.faults) words.push_back(fault.text);
  const std::string faults = words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
  return scenario.distinct_clocks ? faults + " assuming distinct_clocks" : faults;
}

std::string duration_text(std::int64_t microseconds) {
  const bool negative = microseconds < 0;
  const auto size = negative ? 0 - static_cast<std::uint64_t>(microseconds) : static_cast<std::uint64_t>(microseconds);
  const bool in_seconds = size == 0 || size >= 1'000'000;
  const bool in_millis = size >= 1'000;
  const std::uint64_t unit = in_seconds ? 1'000'000 : in_millis ? 1'000 : 1;
  const int digits = in_seconds ? 6 : in_millis ? 3 : 0;
  std::string text = fmt::format("{}{}", negative ? "-" : "", size / unit);
  std::string rest = digits == 0 ? "" : fmt::format("{:0{}}", size % unit, digits);
  while (!rest.empty() && rest.back() == '0') rest.pop_back();
  if (!rest.empty()) text += "." + rest;
  return text + (in_seconds ? " s" : in_millis ? " ms" : " us");
}

}  // namespace interlock::language
