#include "engine/check/symbolic.hpp"

#include "engine/check/nearest_pass.hpp"
#include "engine/check/spec_forms.hpp"
#include "engine/explore/covering_search.hpp"
#include "engine/machine/machine.hpp"
#include "engine/machine/symbolic/symbolic_machine.hpp"
#include "engine/trace/moments.hpp"
#include "engine/trace/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace interlock::check {

using namespace language;
using machine::Machine;
using machine::PropertyBits;
using machine::SymbolicMachine;
using machine::SymbolicMove;
using machine::SymbolicRun;
using machine::SymbolicState;

namespace {

/// A symbolic machine as the search wants to see it.
class SearchedZones {
 public:
  using State = SymbolicState;

  explicit SearchedZones(SymbolicMachine& machine) : machine_(machine) {}

  State initial() { return machine_.initial().state; }
  std::uint64_t labels(const State& state) { return machine_.labels(state); }
  static std::string_view key(const State& state) {
    return {reinterpret_cast<const char*>(state.words.data()), state.words.size() * sizeof(machine::Word)};
  }
  static bool covers(const State& older, const State& newer) { return older.zone.includes(newer.zone); }
  static std::uint64_t bytes(const State& state) {
    constexpr std::uint64_t beside = 256;
    const std::uint64_t moments = state.zone.size();
    return state.words.size() * sizeof(machine::Word) + moments * moments * sizeof(machine::Bound) + beside;
  }

  template <class Sink, class Cut>
  void successors(const State& state, explore::Cost cost, const Sink& sink, const Cut& cut) {
    auto successors = machine_.successors(state, cost == explore::Cost::fault);
    for (auto& next : successors.found) sink(std::move(next.state), next.labels);
    for (std::uint32_t runs = 0; runs < successors.cuts; ++runs) cut();
  }

 private:
  SymbolicMachine& machine_;
};

using Search = explore::CoveringSearch<SearchedZones>;

class SymbolicChecking {
 public:
  SymbolicChecking(const Model& model, const Scenario& scenario, std::vector<std::uint32_t> specs,
                   const Settings& settings, const Machine& machine)
      : model_(model),
        scenario_(scenario),
        settings_(settings),
        asked_(std::move(specs)),
        machine_(machine),
        symbolic_(machine),
        zones_(symbolic_),
        obligations_(find_obligations()),
        search_(zones_, obligations_, settings.search) {}

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
    for (const std::uint32_t spec : asked_)
      if (!add(answer, spec)) result.left.push_back(spec);
    const std::uint32_t ranges = range_spec(model_);
    if (ranges != nothing && std::find(asked_.begin(), asked_.end(), ranges) == asked_.end() && is_hit(ranges))
      add(answer, ranges);
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
    SpecResult found;
    found.index = index;
    found.spec = spec.name;
    found.form = spec.form;
    if (finding.hits.empty()) {
      if (answer.ending != Ending::exhausted || answer.cut) return false;
      found.verdict = wants_witness(spec) ? Verdict::unreachable : Verdict::holds;
      const bool nobody_enters = machine_.entry_label() != 0 && search_.findings().back().hits.empty();
      if (found.verdict == Verdict::holds) add_vacuity(found, model_, machine_, nobody_enters);
    } else {
      found.verdict = wants_witness(spec) ? Verdict::reachable : Verdict::fails;
      found.faults = finding.faults;
      found.steps = finding.steps;
      if (!tell(answer, found, which)) return false;
    }
    answer.verdicts.push_back(std::move(found));
    return true;
  }

  /// What was found in widened states counts once it has been made. False: none of it can be, or not in microseconds.
  bool tell(Answer& answer, SpecResult& found, std::size_t which) {
    for (const explore::CoveringHit& hit : search_.findings()[which].hits) {
      const auto concrete = concrete_run(hit, machine_.properties()[which].states);
      if (!concrete) continue;
      ClientIndex client = machine_.properties()[which].client;
      if (client != nothing)
        client = static_cast<ClientIndex>(
            std::find(concrete->standing.begin(), concrete->standing.end(), static_cast<std::uint8_t>(client)) -
            concrete->standing.begin());
      const trace::Claim claim{.spec = found.index,
                               .client = client,
                               .kind = kind_of(model_.specs[found.index]),
                               .loop_start = concrete->moves.size()};
      auto told = trace::tell(model_, scenario_, with_ranges(model_, asked_), concrete->tick, concrete->moves, claim);
      if (const auto* refused = std::get_if<trace::NotConfirmed>(&told)) {
        answer.not_reproduced = fmt::format("the counterexample to {} was not confirmed: {}", found.spec, refused->why);
        return true;
      }
      found.story = std::get<trace::Counterexample>(std::move(told));
      found.used = found.story->used;
      if (found.story->faults != found.faults || found.story->steps != found.steps)
        answer.not_reproduced = fmt::format("the counterexample to {} has another number of steps", found.spec);
      Settings alone = settings_;
      alone.nearest_pass = false;
      if (settings_.nearest_pass) add_nearest_pass(model_, scenario_, *found.story, alone);
      return true;
    }
    return false;
  }

  /// How a state, or a way out of it, was found, from the start on.
  std::optional<trace::ConcreteRun> concrete_run(const explore::CoveringHit& hit, std::uint64_t label) {
    std::vector<explore::StateId> states{hit.state};
    while (search_.origin(states.back()).parent != explore::no_state)
      states.push_back(search_.origin(states.back()).parent);
    std::reverse(states.begin(), states.end());
    SymbolicRun run;
    run.moves.push_back(symbolic_.initial().move);
    for (std::size_t index = 0; index < states.size(); ++index) {
      run.states.push_back(&search_.state(states[index]));
      const bool is_last = index + 1 == states.size();
      if (is_last && hit.way == explore::no_action) break;
      const explore::CoveringOrigin& origin = search_.origin(states[is_last ? index : index + 1]);
      run.moves.push_back(is_last ? move_of(states[index], hit.cost, hit.way)
                                  : move_of(states[index], origin.cost, origin.way));
    }
    const std::int64_t unit = machine_.ticks().microseconds;
    if (hit.way != explore::no_action) {
      run.ends_in_state = false;
      const auto moments = symbolic_.make_again(run);
      return moments ? trace::concrete_run(scenario_, run, *moments, unit) : std::nullopt;
    }
    for (auto& [check, outcomes] : symbolic_.ways_to_label(*run.states.back(), label)) {
      run.final_check = check;
      run.final_outcomes = outcomes;
      const auto moments = symbolic_.make_again(run);
      if (!moments) continue;
      if (auto concrete = trace::concrete_run(scenario_, run, *moments, unit)) return concrete;
    }
    return std::nullopt;
  }

  SymbolicMove move_of(explore::StateId state, explore::Cost cost, std::uint32_t way) {
    return symbolic_.successors(search_.state(state), cost == explore::Cost::fault).found[way].move;
  }

  const Model& model_;
  const Scenario& scenario_;
  const Settings& settings_;
  std::vector<std::uint32_t> asked_;
  const Machine& machine_;
  SymbolicMachine symbolic_;
  SearchedZones zones_;
  std::vector<explore::Obligation> obligations_;
  Search search_;
};

bool is_decided_by_hits(const Spec& spec) { return !obligation_of(spec, {}).looks_ahead(); }

SymbolicAnswer all_left(const std::vector<std::uint32_t>& specs, std::string why) {
  SymbolicAnswer result;
  result.left = specs;
  result.answer.in_ticks_because = std::move(why);
  return result;
}

}  // namespace

SymbolicAnswer check_symbolically(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                                  const Settings& settings) {
  std::vector<std::uint32_t> asked;
  std::vector<std::uint32_t> left;
  for (const std::uint32_t spec : specs) (is_decided_by_hits(model.specs[spec]) ? asked : left).push_back(spec);
  if (asked.empty()) return all_left(specs, "it is asked what happens in the end");
  const auto made = Machine::make(model, scenario, with_ranges(model, asked), settings.reductions, 0,
                                  machine::TimeTreatment::symbolic);
  if (std::holds_alternative<machine::TooLarge>(made)) return all_left(specs, "its durations are too far apart");
  const Machine& machine = *std::get<std::unique_ptr<Machine>>(made);
  if (std::string why = SymbolicMachine::refusal(machine); !why.empty()) return all_left(specs, std::move(why));
  try {
    SymbolicAnswer result = SymbolicChecking(model, scenario, asked, settings, machine).run();
    if (!result.left.empty())
      result.answer.in_ticks_because = "a run that was found cannot be made, or runs were given up";
    if (!left.empty()) result.answer.in_ticks_because = "it is asked what happens in the end";
    result.left.insert(result.left.end(), left.begin(), left.end());
    return result;
  } catch (const machine::NotExpressible& no) {
    return all_left(specs, no.why);
  }
}

}  // namespace interlock::check
