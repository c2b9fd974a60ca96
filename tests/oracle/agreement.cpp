#include "tests/oracle/agreement.hpp"

#include "engine/check/checker.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace interlock::oracle {

using namespace language;

namespace {

std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::fails: return "fails";
    case Verdict::reachable: return "reachable";
    case Verdict::unreachable: return "unreachable";
    case Verdict::does_not_apply: return "does not apply";
    case Verdict::unknown: return "unknown";
  }
  return "";
}

Verdict verdict_of(check::Verdict verdict) {
  switch (verdict) {
    case check::Verdict::holds: return Verdict::holds;
    case check::Verdict::fails: return Verdict::fails;
    case check::Verdict::reachable: return Verdict::reachable;
    case check::Verdict::unreachable: return Verdict::unreachable;
    case check::Verdict::not_applicable: return Verdict::does_not_apply;
    case check::Verdict::unknown: return Verdict::unknown;
  }
  return Verdict::unknown;
}

std::string text(const Answer& answer) {
  return fmt::format("{} ({} faults, {} steps)", verdict_text(answer.verdict), answer.nearest.faults,
                     answer.nearest.steps);
}

/// A loop comes round sooner where what nobody reads does not have to come round as well, and brute force tells ages
/// apart that the engine does not.
bool is_as_near(const Spec& spec, const Distance& there, const Distance& here, bool closes_sooner) {
  const bool loops = spec.form == PropertyForm::leads_to || spec.form == PropertyForm::again_and_again;
  return loops && closes_sooner ? there.faults == here.faults && there.steps <= here.steps : there == here;
}

bool stores_instants(const Model& model) {
  return std::any_of(model.variables.begin(), model.variables.end(), [](const Variable& variable) {
    return variable.kind.base == Base::instant || variable.key.base == Base::instant;
  });
}

/// No run shows it.
bool is_good(Verdict verdict) { return verdict == Verdict::holds || verdict == Verdict::unreachable; }

std::string name_of(const machine::Reductions& on) {
  return fmt::format("{}{}{}{}{}{}{}", on.symmetry ? "s" : "-", on.dead ? "d" : "-", on.ids ? "i" : "-",
                     on.time ? "t" : "-", on.members ? "p" : "-", on.memory ? "m" : "-", on.bits ? "b" : "-");
}

/// The engine, with some reductions, beside what brute force said.
void compare_one(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& asked,
                 const Answers& slow, const machine::Reductions& reductions, const Options& options,
                 Agreement& agreement) {
  check::Settings settings;
  settings.reductions = reductions;
  settings.search.limits.states = 5 * options.most_states;
  const check::Answer fast = check::check(model, scenario, asked, settings);
  const auto differs = [&](const std::string& how) {
    agreement.differences += fmt::format("{} under {}: {}\n", name_of(reductions), to_text(scenario), how);
  };
  if (!fast.not_reproduced.empty()) differs("not reproduced: " + fast.not_reproduced);
  // Clocks that may jump and are read, and requests of which it is not known what comes of them: the engine refuses
  // them.
  const auto is_refused = [&](machine::Limit limit) { return fast.too_large && fast.too_large->limit == limit; };
  if (is_refused(machine::Limit::jumping_clocks) || is_refused(machine::Limit::kept_connections)) return;
  if (reductions.members && slow.is_cut) return;
  // Two clocks that may have shown the same at different moments: the engine gives up, and brute force does not see it.
  const bool may_confuse_clocks = scenario.distinct_clocks && !scenario.faults.empty();
  if (slow.is_complete && fast.exhausted() && slow.is_cut != fast.cut && !(fast.cut && may_confuse_clocks))
    differs(fmt::format("cut: {} here, {} there", slow.is_cut, fast.cut));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Spec& spec = model.specs[asked[i]];
    const Answer& here = slow.specs[i];
    const check::SpecResult& result = fast.verdicts[i];
    const bool looks_closer = !slow.ticks_are_fine && !fast.exhausted();  // in more states than it is allowed
    const bool may_give_up =
        fast.cut || !slow.is_complete || !reductions.ids || looks_closer || is_refused(machine::Limit::asked_writers);
    if (here.verdict == Verdict::unknown || (result.verdict == check::Verdict::unknown && may_give_up)) continue;
    ++agreement.compared;
    const bool is_run = result.verdict == check::Verdict::fails || result.verdict == check::Verdict::reachable;
    const Answer there{verdict_of(result.verdict), is_run ? Distance{result.faults, result.steps} : Distance{}};
    // Between coarse ticks there may be more: a run of the engine was executed, so it is there.
    const bool is_finer = !slow.ticks_are_fine && is_run;
    const bool is_agreed = here.verdict == there.verdict &&
                           is_as_near(spec, there.nearest, here.nearest, reductions.dead || stores_instants(model));
    const bool is_nearer = is_finer && (is_good(here.verdict) || there.nearest <= here.nearest);
    if (!is_agreed && !is_nearer) differs(fmt::format("{}: {} here, {} there", spec.name, text(here), text(there)));
  }
}

}  // namespace

Agreement compare(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                  const Options& options, std::span<const machine::Reductions> reductions) {
  std::vector<std::uint32_t> asked;
  std::copy_if(specs.begin(), specs.end(), std::back_inserter(asked),
               [&](std::uint32_t spec) { return model.specs[spec].applies; });
  const Answers slow = ask(model, scenario, asked, options);
  Agreement agreement;
  agreement.states = slow.states;
  const auto is_known = [](const Answer& answer) { return answer.verdict != Verdict::unknown; };
  if (std::none_of(slow.specs.begin(), slow.specs.end(), is_known)) return agreement;
  Options all = options;
  all.every_expiry_is_a_step = true;
  // Nothing is forgotten without this reduction: then all keys are there to the end, and expire in steps.
  const Answers all_expire = slow.passed_unseen ? ask(model, scenario, asked, all) : slow;
  for (const auto& one : reductions)
    compare_one(model, scenario, asked, one.dead ? slow : all_expire, one, options, agreement);
  return agreement;
}

Scenario scenario_of(const std::string& faults) {
  if (faults.empty()) return {};
  Diagnostics diagnostics;
  const auto source = std::make_shared<const Source>(Source{"faults", faults});
  const auto scenario = resolve_scenario(parse_faults(source, diagnostics), diagnostics);
  REQUIRE(diagnostics.empty());
  return *scenario;
}

Agreement compare_under(std::span<const char* const> faults, const Model& model, const Options& options) {
  Agreement all;
  for (const char* under : faults) {
    const Agreement one = compare(model, scenario_of(under), specs_of(model), options);
    all.differences += one.differences;
    all.compared += one.compared;
    all.states += one.states;
  }
  return all;
}

std::vector<Scenario> scenarios_of(const Model& model) {
  std::vector<Scenario> scenarios;
  for (const auto& expectation : model.expectations)
    if (std::find(scenarios.begin(), scenarios.end(), expectation.scenario) == scenarios.end())
      scenarios.push_back(expectation.scenario);
  return scenarios;
}

std::vector<std::uint32_t> specs_of(const Model& model) {
  std::vector<std::uint32_t> specs;
  for (std::uint32_t spec = 0; spec < model.specs.size(); ++spec)
    if (model.specs[spec].applies) specs.push_back(spec);
  return specs;
}

}  // namespace interlock::oracle
