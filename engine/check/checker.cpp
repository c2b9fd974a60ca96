#include "engine/check/checker.hpp"

#include "engine/check/found_run.hpp"
#include "engine/check/spec_forms.hpp"
#include "engine/check/symbolic.hpp"
#include "engine/explore/explore.hpp"
#include "engine/explore/simplest_path.hpp"
#include "engine/explore/two_actors.hpp"
#include "engine/machine/blueprint.hpp"
#include "engine/machine/compiled/requests.hpp"
#include "engine/machine/machine.hpp"
#include "engine/machine/spec_groups.hpp"
#include "engine/trace/schedule.hpp"
#include "engine/trace/searched_machine.hpp"
#include "engine/trace/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace interlock::check {

using namespace language;
using explore::Finding;
using explore::Obligation;
using machine::Machine;
using machine::PropertyBits;
using trace::StoryKind;

namespace {

Verdict verdict_of(const Spec& spec, explore::Verdict found) {
  switch (found) {
    case explore::Verdict::holds: return wants_witness(spec) ? Verdict::reachable : Verdict::holds;
    case explore::Verdict::fails: return wants_witness(spec) ? Verdict::unreachable : Verdict::fails;
    case explore::Verdict::unknown: break;
  }
  return Verdict::unknown;
}

/// One search for all specs of a scenario, and what it says about each.
class Checking {
 public:
  Checking(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
           const Settings& settings, const Machine& machine, std::uint32_t doublings)
      : model_(model),
        scenario_(scenario),
        settings_(settings),
        asked_(specs),
        machine_(machine),
        doublings_(doublings),
        searched_(machine_) {}

  Answer run() {
    std::vector<Obligation> obligations;
    for (const PropertyBits& bits : machine_.properties()) {
      obligations.push_back(obligation_of(model_.specs[bits.spec], bits));
      obligations.back().by_the_way = std::find(asked_.begin(), asked_.end(), bits.spec) == asked_.end();
    }
    if (machine_.entry_label() != 0)
      obligations.push_back({Obligation::Kind::reachable, 0, machine_.entry_label(), 0, true});
    const explore::Exploration exploration = explore::explore(searched_, obligations, settings_.search);

    Answer result;
    result.scenario = scenario_;
    result.states = exploration.outcome.states;
    result.transitions = exploration.outcome.edges;
    result.state_bytes = machine_.state_bytes();
    result.ending = ending_of(exploration.outcome.ending);
    if (exploration.outcome.ahead == explore::Ahead::out_of_memory) result.look_ahead_ended = Ending::memory;
    if (exploration.outcome.ahead == explore::Ahead::stopped) result.look_ahead_ended = Ending::stopped;
    result.seen = {exploration.outcome.buckets_finished, exploration.outcome.levels_finished};
    result.cut = exploration.outcome.cuts != 0;
    if (!machine_.ticks().is_exact) result.coarse_step = machine_.ticks().microseconds;
    for (const machine::GaveUp reason : machine::all_reasons_to_give_up)
      if (machine_.coverage().gave_up(reason)) result.gave_up.push_back(reason);
    result.full = full_containers();
    if (result.saw_all_runs()) result.unreached = machine_.coverage().unreached_parts();
    if (result.exhausted()) result.idle_faults = idle_faults();
    for (const std::uint32_t spec : asked_) add(result, exploration, spec);
    add_ranges(result, exploration);
    return result;
  }

 private:
  std::vector<Fault> idle_faults() const {
    std::vector<Fault> idle;
    for (const Fault& fault : scenario_.faults)
      if (!machine_.coverage().has_struck(fault.kind)) idle.push_back(fault);
    return idle;
  }

  std::vector<FullContainer> full_containers() const {
    std::vector<FullContainer> full;
    for (VariableIndex index{0}; index < model_.variables.size(); ++index) {
      if (!machine_.coverage().was_overfilled(index)) continue;
      const Variable& variable = model_.variables[index];
      const bool is_of_server = variable.scope == Scope::server;
      full.push_back(
          {(is_of_server ? model_.servers[variable.owner].name + "." : "") + variable.name, variable.capacity});
    }
    return full;
  }

  void add_ranges(Answer& result, const explore::Exploration& exploration) {
    const std::uint32_t ranges = range_spec(model_);
    if (ranges == nothing || std::find(asked_.begin(), asked_.end(), ranges) != asked_.end()) return;
    add(result, exploration, ranges);
    const Verdict found = result.verdicts.back().verdict;
    // A run that leaves a range before what was asked is decided would have been seen.
    const bool is_silent = found == Verdict::holds || (found == Verdict::unknown && result.complete());
    if (is_silent) result.verdicts.pop_back();
  }

  /// What a single run shows is so whatever other runs were given up.
  static bool is_shown_by_a_run(const Spec& spec, Verdict verdict) {
    if (verdict == Verdict::reachable) return true;
    return verdict == Verdict::fails && !obligation_of(spec, {}).looks_ahead();
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

  void add(Answer& result, const explore::Exploration& exploration, std::uint32_t index) {
    const Spec& spec = model_.specs[index];
    const std::size_t which = worst(exploration, index);
    const Finding& finding = exploration.outcome.findings[which];
    SpecResult& found = result.verdicts.emplace_back(result_for(model_, index));
    found.coarse_step = result.coarse_step;
    found.verdict = verdict_of(spec, finding.verdict);
    if (result.gave_up_for(GaveUp::range) && !is_shown_by_a_run(spec, found.verdict)) {
      found.verdict = Verdict::unknown;
      found.remarks.push_back(Remark::pushed_on);
      return;
    }
    if (result.gave_up_for(GaveUp::clocks) && !is_shown_by_a_run(spec, found.verdict)) {
      found.verdict = Verdict::unknown;
      found.remarks.push_back(Remark::mixed_clocks);
      return;
    }
    // Beyond a full container there may be a witness that was not looked at. Looking ahead sees by itself what may be
    // due to runs that were given up.
    const bool lacks_runs = result.cut && found.verdict == Verdict::unreachable;
    if (lacks_runs) found.verdict = Verdict::unknown;
    if (lacks_runs || finding.gave_up) add_reasons(found, result.gave_up);
    if (found.verdict == Verdict::holds) find_vacuity(found, exploration, finding);
    if (found.verdict != Verdict::fails && found.verdict != Verdict::reachable) return;
    found.faults = finding.faults;
    found.steps = finding.steps;
    tell_story(result, found, exploration, machine_.properties()[which].client, finding);
  }

  /// Telling has what memory the search has left, and obeys the same wish to stop.
  explore::PathSettings path_settings(const explore::Exploration& exploration) const {
    constexpr std::size_t most = std::size_t{1} << 20U;
    const std::uint64_t left =
        explore::bytes_left(settings_.search.limits, exploration.outcome, machine_.state_bytes());
    explore::PathSettings settings;
    settings.states = static_cast<std::size_t>(std::min<std::uint64_t>(most, left / explore::story_state_bytes));
    settings.threads = settings_.search.threads;
    settings.keep_going = [this, progress = explore::progress_of(exploration.outcome, explore::Activity::telling)] {
      return !settings_.search.keep_going || settings_.search.keep_going(progress);
    };
    return settings;
  }

  static void add_reasons(SpecResult& found, const std::vector<GaveUp>& reasons) {
    for (const GaveUp reason : reasons) {
      const bool is_full = reason == GaveUp::container || reason == GaveUp::tokens || reason == GaveUp::requests;
      const Remark remark = is_full ? Remark::gave_up_at_full : Remark::gave_up_at_limit;
      const bool is_said = std::find(found.remarks.begin(), found.remarks.end(), remark) != found.remarks.end();
      if (reason != GaveUp::range && reason != GaveUp::clocks && !is_said) found.remarks.push_back(remark);
    }
  }

  /// All specs of the search: what one of them sees is told in the stories of all.
  std::vector<std::uint32_t> checked() const {
    std::vector<std::uint32_t> specs;
    for (const PropertyBits& bits : machine_.properties()) specs.push_back(bits.spec);
    return specs;
  }

  /// The machine without its reduction `members`, where it has dropped some.
  std::unique_ptr<Machine> keeping_members() const {
    if (!machine_.drops_members()) return nullptr;
    Reductions reductions = settings_.reductions;
    reductions.members = false;
    return std::make_unique<Machine>(model_, scenario_, with_ranges(model_, asked_), reductions, doublings_);
  }

  void not_scheduled(Answer& result, SpecResult& found, trace::Keeping kept) const {
    if (kept == trace::Keeping::full) {
      found.verdict = Verdict::unknown;
      found.remarks.push_back(Remark::gave_up_at_full);
      return;
    }
    result.not_reproduced = fmt::format("members were dropped on the way to {} that cannot be left out", found.spec);
    take_back(found);
  }

  void tell_story(Answer& result, SpecResult& found, const explore::Exploration& exploration, ClientIndex client,
                  const Finding& finding) {
    explore::Path path = explore::simplest_path(searched_, exploration.store, exploration.outcome, finding.places,
                                                path_settings(exploration));
    found.is_simplest = path.simplest;
    std::size_t loop_start = trace::no_loop;
    if (finding.lasso) {
      path.steps.insert(path.steps.end(), finding.lasso->onward.begin(), finding.lasso->onward.end());
      loop_start = path.steps.size();
      path.steps.insert(path.steps.end(), finding.lasso->loop.begin(), finding.lasso->loop.end());
    }
    const std::unique_ptr<Machine> keeping = keeping_members();
    auto scheduled = trace::make_schedule(machine_, keeping.get(), exploration.store, path.steps, loop_start);
    if (const auto* kept = std::get_if<trace::Keeping>(&scheduled)) return not_scheduled(result, found, *kept);
    auto& schedule = std::get<trace::Schedule>(scheduled);
    tell_run(result, found, model_, scenario_, checked(), settings_,
             {.moves = std::move(schedule.moves),
              .tick = machine_.ticks().microseconds,
              .standing = schedule.standing,
              .client = client,
              .loop_start = schedule.loop_start,
              .more_turns = std::move(schedule.more_turns),
              .is_stuck = finding.lasso && finding.lasso->is_stuck});
  }

  /// Does any second client enter critical after a first one? Where it is not known, it is not held against a proof.
  bool may_contend(const explore::Exploration& exploration) {
    if (!may_contend_)
      may_contend_ = explore::two_actors_take(searched_, exploration.store, exploration.outcome, machine_.entry_label(),
                                              settings_.search)
                         .value_or(true);
    return *may_contend_;
  }

  void find_vacuity(SpecResult& found, const explore::Exploration& exploration, const Finding& finding) {
    const bool nobody_enters = exploration.outcome.findings.back().verdict == explore::Verdict::fails;
    if (finding.never_asked) found.remarks.push_back(Remark::never_asked);
    if (finding.is_timeless) found.remarks.push_back(Remark::timeless);
    if (machine_.entry_label() != 0 && !nobody_enters && exploration.outcome.complete() &&
        asks_of_two_inside(model_.specs[found.index]) && !may_contend(exploration))
      found.remarks.push_back(Remark::no_contention);
    add_vacuity(found, model_, machine_, nobody_enters);
  }

  const Model& model_;
  const Scenario& scenario_;
  const Settings& settings_;
  std::vector<std::uint32_t> asked_;
  const Machine& machine_;
  std::uint32_t doublings_;
  std::optional<bool> may_contend_;  // where it was asked
  trace::SearchedMachine searched_;
};

bool may_say_more(const Answer& answer) {
  if (!answer.gave_up_for(GaveUp::range) || !answer.complete()) return false;
  return std::any_of(answer.verdicts.begin(), answer.verdicts.end(),
                     [](const SpecResult& spec) { return spec.verdict == Verdict::unknown; });
}

Answer search_once(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                   const Settings& settings, std::uint32_t doublings) {
  const auto made = Machine::make(model, scenario, with_ranges(model, specs), settings.reductions, doublings);
  if (const auto* machine = std::get_if<std::unique_ptr<Machine>>(&made))
    return Checking(model, scenario, specs, settings, **machine, doublings).run();
  Answer answer;
  answer.scenario = scenario;
  answer.too_large = std::get<TooLarge>(made);
  for (const std::uint32_t index : specs) {
    answer.verdicts.push_back(result_for(model, index));
    answer.verdicts.back().remarks.push_back(Remark::too_large);
  }
  return answer;
}

/// One search, and where a larger range may decide what is not decided yet, more of them. What is saved is the first.
Answer check_at_once(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                     const Settings& settings) {
  Answer answer = search_once(model, scenario, specs, settings, 0);
  Settings again = settings;
  again.search.journal = nullptr;
  for (std::uint32_t doublings = 1; doublings <= machine::most_doublings && may_say_more(answer); ++doublings) {
    Answer further = search_once(model, scenario, specs, again, doublings);
    if (further.too_large) break;
    answer = std::move(further);
  }
  return answer;
}

/// Adds what another search of the same model under the same scenario has found.
void add_search(Answer& answer, Answer other) {
  if (other.saw_all_runs() && !answer.saw_all_runs()) answer.unreached = std::move(other.unreached);
  answer.states += other.states;
  answer.transitions += other.transitions;
  answer.state_bytes = std::max(answer.state_bytes, other.state_bytes);
  if (!other.complete()) {
    answer.ending = other.ending;
    answer.seen = other.seen;
  } else if (answer.complete() && !answer.exhausted()) {
    answer.ending = other.ending;  // one of them that saw all runs is enough
  }
  if (other.look_ahead_ended) answer.look_ahead_ended = other.look_ahead_ended;
  answer.symbolic_states += other.symbolic_states;
  if (answer.in_ticks_because.empty()) answer.in_ticks_because = other.in_ticks_because;
  answer.coarse_step = std::max(answer.coarse_step, other.coarse_step);
  answer.cut = answer.cut || other.cut;
  answer.take_reasons(other);
  if (answer.not_reproduced.empty()) answer.not_reproduced = other.not_reproduced;
  if (!answer.too_large) answer.too_large = other.too_large;
  for (SpecResult& result : other.verdicts) {
    const auto is_same = [&](const SpecResult& one) { return one.index == result.index; };
    if (std::none_of(answer.verdicts.begin(), answer.verdicts.end(), is_same))
      answer.verdicts.push_back(std::move(result));
  }
}

/// What runs have shown is so, whatever is found out later.
Answer what_was_shown(Answer answer) {
  answer.ending = Ending::decided;
  std::vector<SpecResult> shown;
  for (SpecResult& result : answer.verdicts)
    if (has_run(result)) shown.push_back(std::move(result));
  answer.verdicts = std::move(shown);
  return answer;
}

/// One search for all of `specs`, or, where that has too many states and they remember different things, one for each
/// group of those that remember the same.
Answer check_together_or_apart(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                               const Settings& settings) {
  const auto groups_of = [&](const std::vector<std::uint32_t>& some) {
    return machine::groups_that_ask_alike(model, some, settings.reductions);
  };
  const bool may_go_apart = settings.reductions.apart && settings.search.journal == nullptr &&
                            settings.states_together < settings.search.limits.states;
  if (!may_go_apart || groups_of(specs).size() == 1) return check_at_once(model, scenario, specs, settings);
  Settings first = settings;
  first.search.limits.states = settings.states_together;
  Answer answer = check_at_once(model, scenario, specs, first);
  if (answer.ending != Ending::states) return answer;
  answer = what_was_shown(std::move(answer));
  std::vector<std::uint32_t> open;
  for (const std::uint32_t spec : specs)
    if (std::none_of(answer.verdicts.begin(), answer.verdicts.end(),
                     [&](const SpecResult& known) { return known.index == spec; }))
      open.push_back(spec);
  for (const auto& group : groups_of(open)) add_search(answer, check_at_once(model, scenario, group, settings));
  return answer;
}

Answer check_in_ticks(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                      const Settings& settings) {
  const std::vector<std::vector<std::uint32_t>> searches = machine::searches_for(model, specs, settings.reductions);
  if (searches.size() <= 1) return check_together_or_apart(model, scenario, specs, settings);
  Settings unsaved = settings;
  unsaved.search.journal = nullptr;
  Answer answer = check_together_or_apart(model, scenario, searches.front(), unsaved);
  for (std::size_t search = 1; search < searches.size(); ++search)
    add_search(answer, check_together_or_apart(model, scenario, searches[search], unsaved));
  return answer;
}

/// In dense time what can be, with no more than so many states; what is left, and what is already, in ticks: if time
/// has run out, these say so of each spec at once.
Answer check_in_dense_time(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                           const Settings& settings, std::uint64_t most_states, std::vector<std::uint32_t> left = {}) {
  Settings symbolic = settings;
  symbolic.search.limits.states = std::min(settings.search.limits.states, most_states);
  Answer answer;
  std::map<std::uint32_t, std::string> reasons;  // by spec
  for (const auto& search : machine::searches_for(model, specs, settings.reductions))
    for (SymbolicAnswer& part : check_symbolically(model, scenario, search, symbolic)) {
      left.insert(left.end(), part.left.begin(), part.left.end());
      for (const std::uint32_t spec : part.left) reasons[spec] = part.answer.in_ticks_because;
      if (answer.in_ticks_because.empty()) answer.in_ticks_because = part.answer.in_ticks_because;
      if (part.answer.ending == Ending::not_begun) continue;
      if (answer.ending != Ending::not_begun) {
        add_search(answer, std::move(part.answer));
        continue;
      }
      part.answer.in_ticks_because = std::move(answer.in_ticks_because);
      answer = std::move(part.answer);
    }
  if (left.empty()) return answer;
  Settings unsaved = settings;
  unsaved.search.journal = nullptr;
  Answer rest = check_in_ticks(model, scenario, left, unsaved);
  if (settings.time == TimeSearch::dense)
    for (SpecResult& result : rest.verdicts) result.in_ticks_because = reasons[result.index];
  if (answer.ending == Ending::not_begun) {
    rest.in_ticks_because = answer.in_ticks_because;
    return rest;
  }
  add_search(answer, std::move(rest));
  return answer;
}

/// Nothing is lost between them, and there are few of them.
bool do_ticks_fit(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                  const Settings& settings) {
  if (settings.search.journal != nullptr || settings.search.limits.storage != nullptr) return true;
  try {
    const machine::Blueprint plan(model, scenario, with_ranges(model, specs), settings.reductions);
    return plan.ticks.is_exact && plan.ticks.longest <= machine::few_ticks;
  } catch (const TooLarge&) {
    return false;
  }
}

Answer check_as_fits(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                     const Settings& settings) {
  if (do_ticks_fit(model, scenario, specs, settings)) return check_in_ticks(model, scenario, specs, settings);
  // Measured: looking ahead of many clients takes longer in dense time than in ticks.
  constexpr std::size_t few_clients = 4;
  std::vector<std::uint32_t> dense;
  std::vector<std::uint32_t> left;
  for (const std::uint32_t spec : specs) {
    const bool is_dear = model.clients.size() > few_clients && obligation_of(model.specs[spec], {}).looks_ahead();
    (is_dear ? left : dense).push_back(spec);
  }
  return check_in_dense_time(model, scenario, dense, settings, settings.fitting_states, left);
}

Answer check_as_wanted(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                       const Settings& settings) {
  switch (settings.time) {
    case TimeSearch::ticks: return check_in_ticks(model, scenario, specs, settings);
    case TimeSearch::dense: return check_in_dense_time(model, scenario, specs, settings, settings.search.limits.states);
    case TimeSearch::fitting: break;
  }
  return check_as_fits(model, scenario, specs, settings);
}

/// Those that a machine can be asked of by itself come first, where others have none (machine/compiled/requests.hpp).
Answer check_apart_from_unknown(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                                const Settings& settings) {
  std::vector<std::uint32_t> known;
  std::vector<std::uint32_t> unknown;
  for (const std::uint32_t spec : specs)
    (machine::is_known_of_requests(model, scenario, spec) ? known : unknown).push_back(spec);
  if (unknown.empty() || known.empty()) return check_as_wanted(model, scenario, specs, settings);
  Settings unsaved = settings;
  unsaved.search.journal = nullptr;
  Answer answer = check_as_wanted(model, scenario, known, unsaved);
  add_search(answer, check_as_wanted(model, scenario, unknown, unsaved));
  return answer;
}

}  // namespace

Answer check(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
             const Settings& settings) {
  Answer answer = check_apart_from_unknown(model, scenario, specs, settings);
  // What was not asked for, that a variable left its range, comes behind all that was.
  const auto place = [&](const SpecResult& result) { return std::find(specs.begin(), specs.end(), result.index); };
  std::stable_sort(answer.verdicts.begin(), answer.verdicts.end(),
                   [&](const SpecResult& a, const SpecResult& b) { return place(a) < place(b); });
  return answer;
}

}  // namespace interlock::check
