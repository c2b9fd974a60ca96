// Faults and scenarios: from a list as written, and back to words.

#include "engine/language/resolver/resolver.hpp"
#include "engine/language/resolver/unit_help.hpp"
#include "engine/language/text_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

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

std::string there_are() {
  std::string text = "there are:";
  for (const FaultRule& rule : fault_rules)
    text += fmt::format("{} {}", rule.kind == fault_rules.front().kind ? "" : ",", rule.name);
  return text;
}

void complain_of_name(Diagnostics& diagnostics, const syntax::Fault& fault) {
  if (std::find(later_faults.begin(), later_faults.end(), fault.name) != later_faults.end())
    return complain(diagnostics, "E0410", fmt::format("the fault {} is not built yet", fault.name), fault.place,
                    {there_are()});
  std::vector<std::string> known;
  for (const FaultRule& rule : fault_rules) known.emplace_back(rule.name);
  std::vector<std::string> help{there_are()};
  if (const auto nearest = nearest_name(fault.name, known))
    help.insert(help.begin(), fmt::format("a name close to it: {}", *nearest));
  complain(diagnostics, "E0411", fmt::format("there is no fault {}", fault.name), fault.place, std::move(help));
}

void check_amount(Diagnostics& diagnostics, const syntax::Fault& fault, const FaultRule& rule) {
  if (rule.amount == FaultAmount::offset && !fault.amount)
    complain(diagnostics, "E0412", fmt::format("{} needs an amount", fault.name), fault.place,
             {std::string(rule.help)});
  if (rule.amount == FaultAmount::none && fault.amount)
    complain(diagnostics, "E0413", fmt::format("a {} has no amount", fault.name), fault.amount->place,
             {std::string(rule.help)});
  if (fault.for_ever && !rule.may_be_for_ever) complain(diagnostics, "E0414", "only a crash is for ever", fault.place);
  if (!fault.amount || rule.amount == FaultAmount::none) return;
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
  if (fault.for_ever) text += " for ever";
  if (fault.times != unbounded) text += fmt::format(" {} {}", fault.times, fault.times == 1 ? "time" : "times");
  return text;
}

std::optional<Fault> resolve_fault(const syntax::Fault& text, Diagnostics& diagnostics) {
  const auto known =
      std::find_if(fault_rules.begin(), fault_rules.end(), [&](const auto& rule) { return rule.name == text.name; });
  if (known == fault_rules.end()) return complain_of_name(diagnostics, text), std::nullopt;
  const std::size_t before = diagnostics.size();
  check_amount(diagnostics, text, *known);
  if (text.times && (*text.times < 1 || *text.times > most(TextLimit::times)))
    complain(diagnostics, "E0416", too_much(TextLimit::times), text.place,
             {"leave the number out, and it strikes as often as it likes"});
  if (diagnostics.size() != before) return std::nullopt;
  Fault fault;
  fault.kind = known->kind;
  if (text.amount) fault.amount = text.amount->number;
  if (text.times) fault.times = *text.times;
  fault.for_ever = text.for_ever;
  fault.text = text_of(fault, text.name);
  return fault;
}

}  // namespace

std::optional<Scenario> resolve_scenario(const std::vector<syntax::Fault>& faults, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.size();
  Scenario scenario;
  for (const auto& text : faults) {
    const auto fault = resolve_fault(text, diagnostics);
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
