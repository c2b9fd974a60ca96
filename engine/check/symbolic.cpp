#include "engine/check/symbolic.hpp"

#include "engine/check/searched_zones.hpp"
#include "engine/check/spec_forms.hpp"
#include "engine/check/zone_possibility.hpp"
#include "engine/check/zone_story.hpp"
#include "engine/machine/machine.hpp"
#include "engine/machine/symbolic/symbolic_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <tuple>
#include <utility>

namespace interlock::check {

using namespace language;
using machine::Machine;
using machine::PropertyBits;
using machine::SymbolicMachine;
using machine::SymbolicState;

namespace {

class SymbolicChecking {
 public:
  SymbolicChecking(const Model& model, const Scenario& scenario, std::vector<std::uint32_t> specs,
                   const Settings& settings, const Machine& machine)
      : model_(model),
        scenario_(scenario),
        settings_(settings),
        asked_(std::move(specs)),
        machine_(machine),
        looks_ahead_(obligation_of(model.specs[asked_.front()], {}).looks_ahead()),
        symbolic_(machine, looks_ahead_ ? machine::Widening::two_sided : machine::Widening::one_sided),
        zones_(symbolic_),
        obligations_(find_obligations()),
        search_(zones_, obligations_, settings.search),
        stories_(model, scenario, asked_, settings, machine, symbolic_, search_) {}

  SymbolicAnswer run() {
    const explore::Ending ending = search_.run();
    SymbolicAnswer result;
    Answer& answer = result.answer;
    answer.scenario = scenario_;
    answer.states = answer.symbolic_states = search_.states();
    answer.transitions = search_.edges();
    answer.state_bytes = sizeof(SymbolicState);
    answer.ending = ending_of(ending);
    answer.seen = {search_.faults(), search_.steps()};
    answer.cut = search_.cuts() != 0;
    for (const machine::GaveUp reason : machine::all_reasons_to_give_up)
      if (machine_.coverage().gave_up(reason)) answer.gave_up.push_back(reason);
    if (answer.saw_all_runs()) answer.unreached = machine_.coverage().unreached_parts();
    if (answer.ending == Ending::stopped) why_not_ = "that took longer than was allowed";
    if (answer.ending == Ending::states) why_not_ = "that has more states than were allowed";
    if (answer.ending == Ending::memory) why_not_ = "that takes more memory than was allowed";
    if (answer.cut) why_not_ = "runs were given up";
    for (const std::uint32_t spec : asked_)
      if (!(looks_ahead_ ? look_ahead(answer, spec) : add(answer, spec))) result.left.push_back(spec);
    const std::uint32_t ranges = range_spec(model_);
    if (ranges != nothing && std::find(asked_.begin(), asked_.end(), ranges) == asked_.end() && is_hit(ranges))
      add(answer, ranges);
    if (!result.left.empty()) answer.in_ticks_because = why_not_;
    return result;
  }

 private:
  std::vector<explore::Obligation> find_obligations() const {
    std::vector<explore::Obligation> obligations;
    for (const PropertyBits& bits : machine_.properties()) {
      obligations.push_back(obligation_of(model_.specs[bits.spec], bits));
      obligations.back().by_the_way = std::find(asked_.begin(), asked_.end(), bits.spec) == asked_.end();
    }
    if (machine_.entry_label() != 0)
      obligations.push_back({explore::Obligation::Kind::reachable, 0, machine_.entry_label(), 0, true});
    return obligations;
  }

  bool is_hit(std::uint32_t spec) const {
    for (std::size_t index = 0; index < machine_.properties().size(); ++index)
      if (machine_.properties()[index].spec == spec && !search_.findings()[index].hits.empty()) return true;
    return false;
  }

  /// Of a property `for each c`: the client that decides.
  std::size_t deciding(std::uint32_t spec) const {
    const auto& properties = machine_.properties();
    const bool witness = wants_witness(model_.specs[spec]);
    std::size_t found = properties.size();
    const auto order = [&](std::size_t index) {
      const explore::CoveringFinding& finding = search_.findings()[index];
      return std::tuple(finding.hits.empty() != witness, finding.faults, finding.steps, index);
    };
    for (std::size_t index = 0; index < properties.size(); ++index)
      if (properties[index].spec == spec && (found == properties.size() || order(index) < order(found))) found = index;
    return found;
  }

  /// False: it is not decided.
  bool add(Answer& answer, std::uint32_t index) {
    const Spec& spec = model_.specs[index];
    const std::size_t which = deciding(index);
    const explore::CoveringFinding& finding = search_.findings()[which];
    SpecResult found = result_for(model_, index);
    found.in_dense_time = true;
    if (finding.hits.empty()) {
      if (answer.ending != Ending::exhausted || answer.cut) return false;
      found.verdict = wants_witness(spec) ? Verdict::unreachable : Verdict::holds;
      if (found.verdict == Verdict::holds) add_vacuity(found, model_, machine_, is_entry_missing());
    } else {
      found.verdict = wants_witness(spec) ? Verdict::reachable : Verdict::fails;
      found.faults = finding.faults;
      found.steps = finding.steps;
      if (!tell(answer, found, which)) return false;
    }
    answer.verdicts.push_back(std::move(found));
    return true;
  }

  /// False: it is not decided.
  bool look_ahead(Answer& answer, std::uint32_t index) {
    if (answer.ending != Ending::exhausted || answer.cut) return false;
    const Spec& spec = model_.specs[index];
    SpecResult found = result_for(model_, index);
    found.in_dense_time = true;
    try {
      const bool is_decided =
          obligation_of(spec, {}).wants_end() ? find_loops(answer, found) : find_traps(answer, found);
      if (!is_decided) return false;
    } catch (const explore::Stopped&) {
      answer.look_ahead_ended = Ending::stopped;
    }
    answer.verdicts.push_back(std::move(found));
    return true;
  }

  /// Of a property `for each c`: of the client with the nearest trap. Throws explore::Stopped.
  bool find_traps(Answer& answer, SpecResult& found) {
    if (!possible_) possible_.emplace(symbolic_, search_, settings_.search);
    std::optional<ZoneTraps> nearest;
    std::size_t which = 0;
    bool never_asked = true;
    for (std::size_t index = 0; index < machine_.properties().size(); ++index) {
      if (machine_.properties()[index].spec != found.index) continue;
      std::optional<ZoneTraps> traps = possible_->answer(obligations_[index]);
      if (!traps) {
        why_not_ = "what can come after its states falls into too many parts";
        return false;
      }
      never_asked = never_asked && traps->never_asked;
      const auto cost = [](const ZoneTraps& one) { return std::pair(one.faults, one.steps); };
      if (traps->traps.empty() || (nearest && cost(*nearest) <= cost(*traps))) continue;
      nearest = std::move(traps);
      which = index;
    }
    found.verdict = nearest ? Verdict::fails : Verdict::holds;
    if (!nearest) {
      if (never_asked) found.remarks.push_back(Remark::never_asked);
      add_vacuity(found, model_, machine_, is_entry_missing());
      return true;
    }
    found.faults = nearest->faults;
    found.steps = nearest->steps;
    for (const ZoneTrap& trap : nearest->traps)
      for (const machine::Zone& zone : trap.zones)
        if (const auto run = stories_.to_zone(trap.state, zone)) {
          stories_.tell(answer, found, machine_.properties()[which], *run);
          return true;
        }
    return false;
  }

  /// What is searched is the graph of what was seen. Throws explore::Stopped.
  void search_graph() {
    graph_.emplace(machine_, symbolic_, search_, obligations_, settings_.search);
    explore::Settings alone = settings_.search;
    alone.journal = nullptr;
    alone.threads = 1;
    exploration_.emplace(explore::explore(*graph_, obligations_, alone));
  }

  /// Of a property `for each c`: of the client with the nearest loop. Throws explore::Stopped.
  bool find_loops(Answer& answer, SpecResult& found) {
    if (!graph_) search_graph();
    std::size_t which = machine_.properties().size();
    bool never_asked = true;
    bool is_timeless = false;
    const auto& findings = exploration_->outcome.findings;
    for (std::size_t index = 0; index < machine_.properties().size(); ++index) {
      if (machine_.properties()[index].spec != found.index) continue;
      const explore::Finding& finding = findings[index];
      if (finding.verdict == explore::Verdict::unknown) return false;
      never_asked = never_asked && finding.never_asked;
      is_timeless = is_timeless || finding.is_timeless;
      if (finding.verdict != explore::Verdict::fails) continue;
      const auto cost = [](const explore::Finding& one) { return std::pair(one.faults, one.steps); };
      if (which == machine_.properties().size() || cost(finding) < cost(findings[which])) which = index;
    }
    if (which == machine_.properties().size()) {
      found.verdict = Verdict::holds;
      if (never_asked) found.remarks.push_back(Remark::never_asked);
      if (is_timeless) found.remarks.push_back(Remark::timeless);
      add_vacuity(found, model_, machine_, is_entry_missing());
      return true;
    }
    found.verdict = Verdict::fails;
    found.faults = findings[which].faults;
    found.steps = findings[which].steps;
    const auto run = stories_.round_loop(*graph_, *exploration_, findings[which]);
    if (!run) return false;
    stories_.tell(answer, found, machine_.properties()[which], *run, findings[which].lasso->is_stuck);
    return true;
  }

  bool is_entry_missing() const { return machine_.entry_label() != 0 && search_.findings().back().hits.empty(); }

  /// What was found in widened states counts once it has been made. False: none of it can be, or not in microseconds.
  bool tell(Answer& answer, SpecResult& found, std::size_t which) {
    const PropertyBits& property = machine_.properties()[which];
    for (const explore::CoveringHit& hit : search_.findings()[which].hits)
      if (const auto run = stories_.to_hit(hit, property.states)) {
        stories_.tell(answer, found, property, *run);
        return true;
      }
    return false;
  }

  const Model& model_;
  const Scenario& scenario_;
  const Settings& settings_;
  std::vector<std::uint32_t> asked_;
  const Machine& machine_;
  bool looks_ahead_;
  std::string why_not_ = "a run that was found cannot be made";  ///< why something is left
  SymbolicMachine symbolic_;
  SearchedZones zones_;
  std::vector<explore::Obligation> obligations_;
  ZoneSearch search_;
  ZoneStories stories_;
  std::optional<ZonePossibilities> possible_;
  std::optional<ZoneGraph> graph_;
  std::optional<explore::Exploration> exploration_;
};

SymbolicAnswer all_left(const std::vector<std::uint32_t>& specs, std::string why) {
  SymbolicAnswer result;
  result.left = specs;
  result.answer.in_ticks_because = std::move(why);
  return result;
}

/// All of `specs` are decided by hits, or all look ahead.
SymbolicAnswer check_alike(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                           const Settings& settings) {
  const auto made = Machine::make(model, scenario, with_ranges(model, specs), settings.reductions, 0,
                                  machine::TimeTreatment::symbolic);
  if (std::holds_alternative<machine::TooLarge>(made)) return all_left(specs, "its durations are too far apart");
  const Machine& machine = *std::get<std::unique_ptr<Machine>>(made);
  const bool looks_ahead = obligation_of(model.specs[specs.front()], {}).looks_ahead();
  if (std::string why = SymbolicMachine::refusal(machine, looks_ahead); !why.empty())
    return all_left(specs, std::move(why));
  try {
    return SymbolicChecking(model, scenario, specs, settings, machine).run();
  } catch (const std::bad_alloc&) {
    return all_left(specs, "there was not enough memory");
  } catch (const machine::NotExpressible& no) {
    return all_left(specs, no.why);
  }
}

}  // namespace

std::vector<SymbolicAnswer> check_symbolically(const Model& model, const Scenario& scenario,
                                               const std::vector<std::uint32_t>& specs, const Settings& settings) {
  std::vector<std::uint32_t> now;
  std::vector<std::uint32_t> later;
  std::vector<std::uint32_t> in_the_end;
  for (const std::uint32_t spec : specs) {
    const explore::Obligation obligation = obligation_of(model.specs[spec], {});
    (obligation.wants_end() ? in_the_end : obligation.looks_ahead() ? later : now).push_back(spec);
  }
  std::vector<SymbolicAnswer> answers;
  for (const auto& alike : {now, later, in_the_end})
    if (!alike.empty()) answers.push_back(check_alike(model, scenario, alike, settings));
  return answers;
}

}  // namespace interlock::check
