#include "engine/trace/checker.hpp"

#include "engine/explore/explore.hpp"
#include "engine/explore/simplest_path.hpp"
#include "engine/machine/machine.hpp"
#include "engine/trace/nearest_pass.hpp"
#include "engine/trace/proved.hpp"
#include "engine/trace/schedule.hpp"
#include "engine/trace/searched_machine.hpp"
#include "engine/trace/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace interlock::trace {

using namespace language;
using explore::Finding;
using explore::Obligation;
using machine::Machine;
using machine::PropertyBits;

namespace {

Obligation obligation_of(const Spec& spec, const PropertyBits& bits) {
  Obligation obligation;
  obligation.states = bits.states;
  obligation.edges = bits.edges;
  obligation.asked = bits.asked;
  switch (spec.form) {
    case PropertyForm::reachable:
    case PropertyForm::witnessed: obligation.kind = Obligation::Kind::reachable; break;
    case PropertyForm::always_possible: obligation.kind = Obligation::Kind::always_possible; break;
    case PropertyForm::leads_to: obligation.kind = Obligation::Kind::leads_to; break;
    default: obligation.kind = Obligation::Kind::never;
  }
  return obligation;
}

Verdict verdict_of(const Spec& spec, explore::Verdict found) {
  const bool wants_witness = spec.form == PropertyForm::reachable || spec.form == PropertyForm::witnessed;
  switch (found) {
    case explore::Verdict::holds: return wants_witness ? Verdict::reachable : Verdict::holds;
    case explore::Verdict::fails: return wants_witness ? Verdict::unreachable : Verdict::fails;
    default: return Verdict::unknown;
  }
}

StoryKind kind_of(const Spec& spec) {
  if (spec.form == PropertyForm::always_possible) return StoryKind::trap;
  if (spec.form == PropertyForm::leads_to) return StoryKind::lasso;
  if (spec.form == PropertyForm::reachable || spec.form == PropertyForm::witnessed) return StoryKind::witness;
  return StoryKind::path;
}

/// One search for all specs of a scenario, and what it says about each.
class Checking {
 public:
  Checking(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
           const CheckSettings& settings)
      : model_(model),
        scenario_(scenario),
        settings_(settings),
        asked_(specs),
        machine_(model, scenario, with_ranges(model, specs), settings.reductions),
        searched_(machine_) {}

  CheckResult run() {
    std::vector<Obligation> obligations;
    for (const PropertyBits& bits : machine_.properties()) {
      obligations.push_back(obligation_of(model_.specs[bits.spec], bits));
      obligations.back().by_the_way = std::find(asked_.begin(), asked_.end(), bits.spec) == asked_.end();
    }
    if (machine_.entry_label() != 0)
      obligations.push_back({Obligation::Kind::reachable, 0, machine_.entry_label(), 0, true});
    const explore::Exploration exploration = explore::explore(searched_, obligations, settings_.search);

    CheckResult result;
    result.states = exploration.outcome.states;
    result.transitions = exploration.outcome.edges;
    result.state_bytes = machine_.state_bytes();
    result.exhausted = exploration.outcome.complete();
    result.complete = result.exhausted || exploration.outcome.ending == explore::Ending::decided;
    result.cut = exploration.outcome.cuts != 0;
    if (result.exhausted) result.unreached = machine_.unreached_parts();
    for (const std::uint32_t spec : asked_) add(result, exploration, spec);
    add_ranges(result, exploration);
    return result;
  }

 private:
  static std::uint32_t range_spec(const Model& model) {
    for (std::uint32_t index = 0; index < model.specs.size(); ++index)
      if (model.specs[index].name == "in_range" && model.specs[index].applies) return index;
    return nothing;
  }

  static std::vector<std::uint32_t> with_ranges(const Model& model, std::vector<std::uint32_t> specs) {
    const std::uint32_t ranges = range_spec(model);
    if (ranges != nothing && std::find(specs.begin(), specs.end(), ranges) == specs.end()) specs.push_back(ranges);
    return specs;
  }

  void add_ranges(CheckResult& result, const explore::Exploration& exploration) {
    const std::uint32_t ranges = range_spec(model_);
    if (ranges == nothing || std::find(asked_.begin(), asked_.end(), ranges) != asked_.end()) return;
    add(result, exploration, ranges);
    const Verdict found = result.specs.back().verdict;
    // A run that leaves a range before what was asked is decided would have been seen.
    const bool is_silent = found == Verdict::holds || (found == Verdict::unknown && result.complete);
    if (is_silent) result.specs.pop_back();
  }

  /// A property `for each c` has one obligation a client; the worst of them is its verdict.
  std::size_t worst(const explore::Exploration& exploration, std::uint32_t spec) const {
    const auto& properties = machine_.properties();
    std::size_t found = properties.size();
    const auto badness = [&](std::size_t index) {
      const Finding& finding = exploration.outcome.findings[index];
      const int order = finding.verdict == explore::Verdict::fails     ? 0
                        : finding.verdict == explore::Verdict::unknown ? 1
                                                                       : 2;
      return std::tuple(order, finding.faults, finding.steps, index);
    };
    for (std::size_t index = 0; index < properties.size(); ++index)
      if (properties[index].spec == spec && (found == properties.size() || badness(index) < badness(found)))
        found = index;
    return found;
  }

  void add(CheckResult& result, const explore::Exploration& exploration, std::uint32_t index) {
    const Spec& spec = model_.specs[index];
    const std::size_t which = worst(exploration, index);
    const Finding& finding = exploration.outcome.findings[which];
    SpecResult& found = result.specs.emplace_back();
    found.spec = index;
    found.verdict = verdict_of(spec, finding.verdict);
    if (found.verdict == Verdict::unknown) found.remarks.push_back(what_is_proved(spec.form, exploration.outcome));
    // Beyond a full container there may be a way out, or a witness, that was not looked at.
    const bool lacks_runs = found.verdict == Verdict::unreachable ||
                            (found.verdict == Verdict::fails && obligation_of(spec, {}).looks_ahead());
    if (result.cut && lacks_runs) {
      found.verdict = Verdict::unknown;
      found.remarks.emplace_back(
          "runs that would overfill a container, or in which tokens run apart without end, were given up; give the "
          "container more room (up to N), or bound the faults");
    }
    if (found.verdict == Verdict::holds) find_vacuity(found, exploration.outcome, finding);
    if (found.verdict != Verdict::fails && found.verdict != Verdict::reachable) return;
    found.faults = finding.faults;
    found.steps = finding.steps;
    tell_story(result, found, exploration, machine_.properties()[which].client, finding);
  }

  void tell_story(CheckResult& result, SpecResult& found, const explore::Exploration& exploration, ClientIndex client,
                  const Finding& finding) {
    explore::Path path = explore::simplest_path(searched_, exploration.store, exploration.outcome, finding.places,
                                                {std::size_t{1} << 20U, settings_.search.threads});
    std::size_t loop_start = no_loop;
    if (finding.lasso) {
      path.steps.insert(path.steps.end(), finding.lasso->onward.begin(), finding.lasso->onward.end());
      loop_start = path.steps.size();
      path.steps.insert(path.steps.end(), finding.lasso->loop.begin(), finding.lasso->loop.end());
    }
    Schedule schedule = make_schedule(machine_, exploration.store, path.steps, loop_start);
    // With symmetry the client in the spotlight is found where it stands at the end.
    if (client != nothing)
      client = static_cast<ClientIndex>(
          std::find(schedule.standing.begin(), schedule.standing.end(), static_cast<std::uint8_t>(client)) -
          schedule.standing.begin());
    const Spec& spec = model_.specs[found.spec];
    const Claim claim{found.spec, client, kind_of(spec), schedule.loop_start, finding.lasso && finding.lasso->is_stuck};
    auto told = tell(model_, scenario_, machine_.ticks().microseconds, schedule.moves, claim);
    if (const auto* refused = std::get_if<NotConfirmed>(&told)) {
      result.not_reproduced = fmt::format("the counterexample to {} was not confirmed: {}", spec.name, refused->why);
      return;
    }
    found.story = std::get<Counterexample>(std::move(told));
    found.used = found.story->used;
    if (found.story->kind == StoryKind::lasso) found.loop_steps = found.story->loop_steps;
    if (settings_.nearest_pass) {
      CheckSettings alone = settings_;
      alone.nearest_pass = false;
      add_nearest_pass(model_, scenario_, found.spec, *found.story, alone);
    }
    if (found.story->faults != found.faults || found.story->steps != found.steps + found.story->loop_steps)
      result.not_reproduced = fmt::format("the counterexample to {} has another number of steps", spec.name);
  }

  void find_vacuity(SpecResult& found, const explore::Outcome& outcome, const Finding& finding) const {
    const Spec& spec = model_.specs[found.spec];
    if (finding.never_asked) found.remarks.emplace_back("no run ever comes to a state in which it is asked");
    if (finding.is_timeless)
      found.remarks.emplace_back(
          "there are runs without end in which no time passes, and it was not asked of them: a loop needs a sleep, or "
          "should be a retry");
    if (machine_.entry_label() != 0 && outcome.findings.back().verdict == explore::Verdict::fails)
      found.remarks.emplace_back("nobody ever enters critical");
    const bool is_kept = std::any_of(model_.kinds.begin(), model_.kinds.end(), [&](const ClientKind& kind) {
      return std::any_of(kind.kept.begin(), kind.kept.end(), [&](const Kept& kept) { return kept.name == spec.name; });
    });
    const bool is_checked = spec.form != PropertyForm::asserted || spec.name == "in_range" ||
                            spec.name == "fence_monotonic" || is_kept || machine_.came_to_assert(spec.name);
    if (!is_checked) found.remarks.emplace_back("no run ever comes to what it is about");
    found.vacuous = !found.remarks.empty();
  }

  const Model& model_;
  const Scenario& scenario_;
  const CheckSettings& settings_;
  std::vector<std::uint32_t> asked_;
  Machine machine_;
  SearchedMachine searched_;
};

}  // namespace

CheckResult check(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                  const CheckSettings& settings) {
  return Checking(model, scenario, specs, settings).run();
}

}  // namespace interlock::trace
