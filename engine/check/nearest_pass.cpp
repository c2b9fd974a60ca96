#include "engine/check/nearest_pass.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "engine/machine/time/ticks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace interlock::check {

using namespace language;

namespace {

/// Two neighbours, in steps: with the one it holds, with the other it fails.
struct Edge {
  std::int64_t holds = 0;
  std::int64_t fails = 0;
};

/// Halves what lies between. Where a value cannot be decided, it goes on on both sides of it: then the two that it
/// finds are no neighbours.
template <typename Holds>
Edge narrowed(Edge edge, Holds holds_with) {
  std::int64_t undecided_first = 0, undecided_last = 0;
  bool is_decided = true;
  const auto take = [&](std::int64_t value) {
    const std::optional<bool> is_kept = holds_with(value);
    if (is_kept) (*is_kept ? edge.holds : edge.fails) = value;
    return is_kept.has_value();
  };
  while (is_decided && std::abs(edge.fails - edge.holds) > 1) {
    undecided_first = undecided_last = edge.holds + (edge.fails - edge.holds) / 2;
    is_decided = take(undecided_first);
  }
  if (is_decided) return edge;
  while (std::abs(edge.fails - undecided_last) > 1) {
    const std::int64_t middle = undecided_last + (edge.fails - undecided_last) / 2;
    if (!take(middle)) undecided_last = middle;
  }
  while (std::abs(undecided_first - edge.holds) > 1) {
    const std::int64_t middle = edge.holds + (undecided_first - edge.holds) / 2;
    if (!take(middle)) undecided_first = middle;
  }
  return edge;
}

/// The scenario with another bound for one of its faults; without it if it may not strike at all. What it is called
/// is never shown.
Scenario with_bound(Scenario scenario, FaultKind kind, std::int64_t amount, std::int64_t times) {
  for (Fault& fault : scenario.faults) {
    if (fault.kind != kind) continue;
    fault.amount = amount;
    fault.times = times;
  }
  if (times == 0 || amount == 0)
    std::erase_if(scenario.faults, [kind](const Fault& fault) { return fault.kind == kind; });
  return scenario;
}

std::string counted(std::int64_t count, const FaultRule& rule, std::string_view own = {}) {
  if (!own.empty()) return fmt::format("{} {}", count, own);
  return fmt::format("{} {}", count, count == 1 ? rule.one : rule.many);
}

class Neighbours {
 public:
  Neighbours(const Model& model, const Scenario& scenario, const trace::Counterexample& story, const Settings& settings,
             Effort effort)
      : model_(model),
        scenario_(scenario),
        story_(story),
        settings_(settings),
        effort_(effort),
        tick_(machine::measure_ticks(model, scenario)) {
    settings_.search.journal = nullptr;  // it is that of the search which found the story
  }

  std::vector<std::string> sentences() {
    for (const UsedFault& used : story_.used) {
      if (const Fault* fault = fault_in(scenario_, used.kind)) try_fault(*fault, used.count);
    }
    if (is_bounded() && settings_.with_param) {
      for (const Param& param : model_.params)
        if (param.kind.base == Base::duration) try_param(param);
    }
    return std::move(sentences_);
  }

 private:
  /// `between`: how many values lie between the two.
  void say(const std::string& holds, const std::string& fails, std::int64_t between = 0) {
    std::vector<std::string> notes;
    if (coarse_step_ != 0) notes.push_back("seen in steps of " + duration_text(coarse_step_));
    if (between > 0) notes.emplace_back("not decided in between");
    const std::string note = notes.empty() ? "" : fmt::format(" ({})", fmt::join(notes, ", "));
    sentences_.push_back(fmt::format("Holds {}, fails {}{}.", holds, fails, note));
    coarse_step_ = 0;
  }

  static std::int64_t between(const Edge& edge) { return std::abs(edge.fails - edge.holds) - 1; }

  /// Nothing where it would need too much, or would hold for no good reason.
  std::optional<bool> holds_in(const Model& model, const Scenario& scenario) {
    const auto is_it = [&](const Spec& spec) { return spec.name == story_.spec && spec.applies; };
    const auto spec = std::find_if(model.specs.begin(), model.specs.end(), is_it);
    if (spec == model.specs.end() || left_to_search() == 0) return std::nullopt;
    Settings small = settings_;
    small.search.limits.states = std::min(small.search.limits.states, left_to_search());
    const Answer answer = check(model, scenario, {static_cast<std::uint32_t>(spec - model.specs.begin())}, small);
    effort_.states -= std::min(effort_.states, answer.states);
    const SpecResult& result = answer.verdicts.front();
    if (!answer.not_reproduced.empty() || result.vacuous) return std::nullopt;
    if (result.verdict == Verdict::fails) return false;
    if (result.verdict != Verdict::holds) return std::nullopt;
    coarse_step_ = std::max(coarse_step_, answer.coarse_step);
    return true;
  }

  std::uint64_t left_to_search() const { return std::min(effort_.states, effort_.states_of_one); }

  void try_fault(const Fault& fault, std::int64_t used) {
    switch (rule_of(fault.kind).amount) {
      case FaultAmount::lag:
      case FaultAmount::none: try_fewer(fault, used); return;
      case FaultAmount::longest: try_shorter(fault, used); return;
      case FaultAmount::offset: try_nearer(fault); return;
    }
  }

  void try_fewer(const Fault& fault, std::int64_t used) {
    const FaultRule& rule = rule_of(fault.kind);
    if (holds_in(model_, with_bound(scenario_, fault.kind, fault.amount, used - 1)) != true) return;
    if (used == 1)
      say(fmt::format("without {}", is_own(fault.kind) ? fault.name() : rule.many), "with 1");
    else
      say("with " + counted(used - 1, rule, fault.own_name), fmt::format("with {}", used));
  }

  std::string amount_text(std::int64_t ticks) const { return duration_text(ticks * tick_.microseconds); }

  /// Strikes may come as often as the story needed them, and at the edge as often as the scenario allows.
  void try_shorter(const Fault& fault, std::int64_t used) {
    const std::int64_t longest =
        fault.amount != unbounded ? fault.amount / tick_.microseconds : 2 * std::int64_t{tick_.longest};
    const auto with = [&](std::int64_t ticks, std::int64_t times) {
      return holds_in(model_, with_bound(scenario_, fault.kind, ticks * tick_.microseconds, times));
    };
    if (longest < 1 || with(longest, used) != false) return;
    const Edge edge = narrowed({0, longest}, [&](std::int64_t ticks) { return with(ticks, used); });
    const FaultRule& rule = rule_of(fault.kind);
    const std::string fails =
        fmt::format("with {} of {}", used == 1 ? "one" : counted(used, rule), amount_text(edge.fails));
    if (edge.holds == 0) {
      if (with(0, 0) == true) say(fmt::format("without {}", rule.many), fails, between(edge));
      return;
    }
    const bool is_general = used != fault.times && with(edge.holds, fault.times) == true;
    if (is_general && fault.times == unbounded)
      say(fmt::format("if no {} is longer than {}", rule.one, amount_text(edge.holds)), fails, between(edge));
    else
      say(fmt::format("with {} of at most {}", counted(is_general ? fault.times : used, rule), amount_text(edge.holds)),
          fails, between(edge));
  }

  void try_nearer(const Fault& fault) {
    const auto with = [&](std::int64_t ticks) {
      return holds_in(model_, with_bound(scenario_, fault.kind, ticks * tick_.microseconds, fault.times));
    };
    const std::int64_t farthest = fault.amount / tick_.microseconds;
    if (farthest < 1 || with(farthest) != false) return;
    const Edge edge = narrowed({0, farthest}, with);
    const FaultRule& rule = rule_of(fault.kind);
    const std::string what = fault.times == unbounded ? std::string(rule.name) : counted(fault.times, rule);
    const std::string fails = fmt::format("with {} of {}", rule.name, amount_text(edge.fails));
    if (edge.holds != 0)
      say(fmt::format("with {} of at most {}", what, amount_text(edge.holds)), fails, between(edge));
    else if (with(0) == true)
      say(fmt::format("without {}", rule.name), fails, between(edge));
  }

  /// Against a pause as long as it likes, or a crash, no duration helps.
  bool is_bounded() const {
    return std::all_of(story_.used.begin(), story_.used.end(), [&](const UsedFault& used) {
      const Fault* fault = fault_in(scenario_, used.kind);
      return fault != nullptr && rule_of(used.kind).amount != FaultAmount::none && fault->amount != unbounded;
    });
  }

  /// Of a range its longer end.
  void try_param(const Param& param) {
    constexpr std::int64_t second = 1'000'000;
    const std::int64_t value = param.value.high;
    // What is given in seconds stays so.
    const std::int64_t unit = value % second == 0 ? std::max(tick_.microseconds, second) : tick_.microseconds;
    if (value < unit || value % unit != 0) return;
    const auto with = [&](std::int64_t units) -> std::optional<bool> {
      const std::string low = param.is_range ? source_text(param.value.low) + ".." : "";
      if (units < 1 || (param.is_range && units * unit < param.value.low)) return std::nullopt;
      const std::optional<Model> changed = settings_.with_param(param.name, low + source_text(units * unit));
      return changed ? holds_in(*changed, scenario_) : std::nullopt;
    };
    const std::int64_t now = value / unit;
    for (const std::int64_t other : std::array{2 * now, now / 2, 4 * now, std::int64_t{1}}) {
      if (other == now || with(other) != true) continue;
      const Edge edge = narrowed({other, now}, with);
      const auto text_of = [&](std::int64_t units) {
        return fmt::format("with {}{} {}", param.name, param.is_range ? " up to" : "", duration_text(units * unit));
      };
      say(text_of(edge.holds), text_of(edge.fails), between(edge));
      return;
    }
  }

  const Model& model_;
  const Scenario& scenario_;
  const trace::Counterexample& story_;
  Settings settings_;
  Effort effort_;
  machine::Ticks tick_;
  std::int64_t coarse_step_ = 0;  // of what was found to hold for the sentence that comes next
  std::vector<std::string> sentences_;
};

}  // namespace

std::string source_text(std::int64_t microseconds) {
  constexpr std::int64_t second = 1'000'000, millisecond = 1'000;
  if (microseconds % second == 0) return fmt::format("{}s", microseconds / second);
  if (microseconds % millisecond == 0) return fmt::format("{}ms", microseconds / millisecond);
  return fmt::format("{}us", microseconds);
}

std::vector<std::string> nearest_passes(const Model& model, const Scenario& scenario,
                                        const trace::Counterexample& story, const Settings& settings, Effort effort) {
  return Neighbours(model, scenario, story, settings, effort).sentences();
}

void add_nearest_pass(const Model& model, const Scenario& scenario, trace::Counterexample& story,
                      const Settings& settings) {
  if (story.kind == trace::StoryKind::witness) return;
  for (std::string& sentence : nearest_passes(model, scenario, story, settings))
    story.footnotes.push_back(std::move(sentence));
}

}  // namespace interlock::check
