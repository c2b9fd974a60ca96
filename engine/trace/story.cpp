#include "engine/trace/story.hpp"

#include "engine/machine/describe.hpp"
#include "engine/machine/evaluator.hpp"
#include "engine/trace/aftermath.hpp"
#include "engine/trace/events.hpp"
#include "engine/trace/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::trace {

using namespace language;
using machine::Evaluator;
using machine::Move;
using machine::MoveKind;
using machine::concrete::Outcome;
using machine::concrete::State;

namespace {

/// Executes the moves and writes down what happens.
class Teller {
 public:
  Teller(const Model& model, const Scenario& scenario, std::int64_t tick, const Claim& claim)
      : model_(model), evaluator_(model, scenario, tick), claim_(claim), state_(evaluator_.initial()) {
    for (ClientIndex client = 0; client < model.clients.size(); ++client)
      story_.clients.push_back(machine::concrete::client_name(model, client));
    for (const auto& server : model.servers) story_.servers.push_back(server.name);
    story_.cells = machine::concrete::shown_cells(model);
    story_.views.push_back(machine::concrete::describe(model, state_));
    story_.protocol = model.name;
    story_.spec = spec().name;
    story_.kind = claim.kind;
  }

  std::variant<Counterexample, NotConfirmed> tell(const std::vector<Move>& moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const State before = state_;
      last_ = evaluator_.make(state_, moves[i]);
      if (!last_.error.empty())
        return NotConfirmed{fmt::format("move {} of {} is not possible: {}", i + 1, moves.size(), last_.error)};
      write_down(moves[i], before);
    }
    count_faults(moves);
    if (claim_.kind == StoryKind::trap) {
      WaysOn ways = walk_on(evaluator_, state_, spec(), claim_.client);
      if (ways.has_way_out) return NotConfirmed{"the trap has a way out"};
      story_.still_possible = std::move(ways.possible);
    } else if (!shows_it(moves.empty())) {
      return NotConfirmed{"at its end the property is as it should be"};
    }
    put_into_words(model_, claim_, story_);
    return std::move(story_);
  }

 private:
  const Spec& spec() const { return model_.specs[claim_.spec]; }

  void write_down(const Move& move, const State& before) {
    Event event = make_event(model_, move, last_, before, state_);
    if (move.kind != MoveKind::time) event.number = ++story_.steps;
    if (machine::is_fault(move.kind)) event.fault = ++story_.faults;
    story_.views.push_back(machine::concrete::describe(model_, state_));
    event.changes = machine::concrete::changes(model_, story_.views[story_.views.size() - 2], story_.views.back());
    story_.events.push_back(std::move(event));
  }

  void count_faults(const std::vector<Move>& moves) {
    for (const auto kind : {FaultKind::pause, FaultKind::crash, FaultKind::skew, FaultKind::drift}) {
      const auto count = std::count_if(moves.begin(), moves.end(), [&](const Move& move) {
        return machine::is_fault(move.kind) && fault_of(move.kind) == kind;
      });
      if (count > 0) story_.used.push_back({kind, static_cast<std::uint32_t>(count)});
    }
  }

  /// Is the property false (or the witness there) in the last state, or in the last step?
  bool shows_it(bool at_the_start) const {
    const auto has = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), spec().name) != names.end();
    };
    if (spec().form == PropertyForm::witnessed) return has(last_.witnessed);
    if (spec().form == PropertyForm::asserted) return has(last_.failed) || has(evaluator_.kept_failing(state_));
    const auto which = std::find(spec().clients.begin(), spec().clients.end(), claim_.client);
    const std::size_t index = spec().for_each ? static_cast<std::size_t>(which - spec().clients.begin()) : 0;
    const bool holds = evaluator_.holds(state_, at_the_start ? nullptr : &last_, spec().condition[index]);
    return holds == (spec().form != PropertyForm::always);
  }

  const Model& model_;
  Evaluator evaluator_;
  Claim claim_;
  State state_;
  Outcome last_;
  Counterexample story_;
};

}  // namespace

std::variant<Counterexample, NotConfirmed> tell(const Model& model, const Scenario& scenario,
                                                std::int64_t tick_microseconds, const std::vector<Move>& moves,
                                                const Claim& claim) {
  return Teller(model, scenario, tick_microseconds, claim).tell(moves);
}

}  // namespace interlock::trace
