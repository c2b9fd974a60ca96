#include "engine/trace/story.hpp"

#include "engine/evaluator/describe.hpp"
#include "engine/evaluator/evaluator.hpp"
#include "engine/evaluator/seen_cells.hpp"
#include "engine/trace/aftermath.hpp"
#include "engine/trace/cause.hpp"
#include "engine/trace/conditions.hpp"
#include "engine/trace/events.hpp"
#include "engine/trace/loop.hpp"
#include "engine/trace/relevance.hpp"
#include "engine/trace/sentences.hpp"
#include "engine/trace/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace interlock::trace {

using namespace language;
using evaluator::Evaluator;
using evaluator::Outcome;
using evaluator::State;

namespace {

/// Executes the moves and writes down what happens.
class Teller {
 public:
  Teller(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& checked, std::int64_t tick,
         const Claim& claim)
      : model_(model),
        scenario_(scenario),
        seen_(model, scenario, checked),
        evaluator_(model, scenario, tick,
                   {.is_seen = [this](const State& state, VariableIndex cell) { return seen_.is_seen(state, cell); }}),
        tolerant_(model, scenario, tick),
        claim_(claim),
        state_(evaluator_.initial()) {
    for (ClientIndex client{0}; client < model.clients.size(); ++client)
      story_.clients.push_back(evaluator::client_name(model, client));
    for (const auto& server : model.servers) {
      story_.servers.push_back(server.name);
      story_.stores.push_back(server.store);
    }
    note_cells();
    story_.views.push_back(look());
    story_.protocol = model.name;
    story_.spec = spec().name;
    story_.asked = asked_text(model, scenario);
    story_.rule = spec().sentence;
    story_.kind = claim.kind;
    if (claim.kind == StoryKind::lasso) note_pending(nullptr);
  }

  std::variant<Counterexample, NotConfirmed> tell(const std::vector<Move>& moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (claim_.kind == StoryKind::lasso && i >= claim_.loop_start) loop_states_.push_back(state_);
      if (claim_.kind == StoryKind::lasso && i == claim_.loop_start && spec().form == PropertyForm::leads_to &&
          !is_pending_)
        return NotConfirmed{"nothing is pending where the loop starts"};
      const State before = state_;
      last_ = evaluator_.make(state_, moves[i]);
      if (!last_.error.empty())
        return NotConfirmed{fmt::format("move {} of {} is not possible: {}", i + 1, moves.size(), last_.error)};
      outcomes_.push_back(last_);
      write_down(moves[i], before);
      if (claim_.kind == StoryKind::lasso) note_pending(&moves[i]);
    }
    loop_states_.push_back(state_);
    if (std::string why = refusal(moves); !why.empty()) return NotConfirmed{why};
    count_faults(moves);
    story_.cause = find_causes({tolerant_, moves, claim_}, story_);
    put_into_words(model_, claim_, findings(moves.empty()), story_);
    return std::move(story_);
  }

 private:
  const Spec& spec() const { return model_.specs[claim_.spec]; }

  void note_cells() {
    shown_ = evaluator::shown_variables(model_);
    story_.cells = evaluator::shown_cells(model_);
    const Relevance relevance = relevance_of(model_, spec());
    for (std::size_t cell = 0; cell < shown_.size(); ++cell) {
      story_.cells[cell].matters = relevance.matters[shown_[cell]];
      story_.cells[cell].is_asked = relevance.asked[shown_[cell]];
      story_.cells[cell].limit = relevance.limits[shown_[cell]];
    }
  }

  View look() const {
    View view = evaluator::describe(model_, state_);
    for (ClientIndex client{0}; client < view.clients.size(); ++client)
      view.clients[client].waits_for = when_condition(model_, state_, client);
    return view;
  }

  /// Cells of the servers that a step has called.
  std::vector<std::size_t> touched(const Event& event) const {
    std::vector<std::size_t> cells;
    if (is_lost_request(event)) return cells;
    const std::set<VariableIndex> variables = touched_by(model_, event.step);
    for (std::size_t cell = 0; cell < shown_.size(); ++cell) {
      const std::uint32_t server = model_.variables[shown_[cell]].owner;
      const auto is_there = [server](const MadeCall& call) { return call.server == server; };
      if (variables.contains(shown_[cell]) && std::any_of(event.calls.begin(), event.calls.end(), is_there))
        cells.push_back(cell);
    }
    return cells;
  }

  /// What only the last state, and the last step, can tell of a run that ends there.
  Findings findings(bool at_the_start) const {
    Findings found;
    const bool counts = spec().form == PropertyForm::always || spec().form == PropertyForm::never;
    if (claim_.kind == StoryKind::path && counts)
      found.involved = involved_in(evaluator_, state_, at_the_start ? nullptr : &last_, spec(),
                                   which_condition(spec(), claim_.client));
    if (claim_.kind == StoryKind::path && spec().form == PropertyForm::asserted)
      found.keep = broken_keep(model_, state_, last_, spec().name);
    for (const auto& failure : last_.failures)
      if (failure.name == spec().name && found.comparison.empty()) found.comparison = failure.comparison;
    if (found.comparison.empty() && found.keep) found.comparison = found.keep->comparison;
    return found;
  }

  void write_down(const Move& move, const State& before) {
    Event event = make_event(model_, move, last_, before, state_);
    if (counts_as_step(move.kind)) event.number = ++story_.steps;
    if (is_fault(move.kind)) event.fault = ++story_.faults;
    story_.views.push_back(look());
    event.touches = touched(event);
    event.changes = evaluator::changes(model_, story_.views[story_.views.size() - 2], story_.views.back());
    story_.events.push_back(std::move(event));
  }

  /// Is the left side of a `leads to` waiting for its right side? What has just happened answers what was asked before
  /// it; who still waits afterwards asks again. `again and again` asks at every moment: what matters is the loop.
  void note_pending(const Move* move) {
    const std::size_t which = which_condition(spec(), claim_.client);
    const Expression& goal = spec().condition[which];
    const bool is_answered = move != nullptr && evaluator_.holds_somewhere(state_, &last_, goal);
    if (is_answered || (move != nullptr && is_fault(move->kind))) is_pending_ = false;
    const bool asks =
        spec().form == PropertyForm::again_and_again || evaluator_.holds(state_, nullptr, spec().given[which]);
    if (asks && !evaluator_.holds(state_, nullptr, goal)) is_pending_ = true;
  }

  /// Why the run does not show what it is said to; finishes what is particular to its kind.
  std::string refusal(const std::vector<Move>& moves) {
    if (claim_.kind == StoryKind::lasso) {
      const auto first = static_cast<std::ptrdiff_t>(claim_.loop_start);
      const LoopTurn turn{std::span(moves).subspan(claim_.loop_start), std::span(outcomes_).subspan(claim_.loop_start),
                          loop_states_, claim_.more_turns};
      if (std::string why = refuse_loop(evaluator_, spec(), claim_.client, turn); !why.empty()) return why;
      if (!claim_.is_stuck || !only_waits(turn)) {
        story_.loop_start = claim_.loop_start;
        for (auto event = story_.events.begin() + first; event != story_.events.end(); ++event)
          story_.loop_steps += event->number != 0 ? 1 : 0;
        tell_loop(evaluator_, spec(), claim_.client, turn, story_);
        return "";
      }
      become_trap(first);
    }
    if (claim_.kind == StoryKind::trap) {
      WaysOn ways = walk_on(evaluator_, state_, spec(), claim_.client);
      story_.still_possible = std::move(ways.possible);
      return ways.has_way_out ? "the trap has a way out" : "";
    }
    return evaluator_.shows(state_, moves.empty() ? nullptr : &last_, spec(), which_condition(spec(), claim_.client))
               ? ""
               : "at its end the property is as it should be";
  }

  /// A loop that only waits is a stuck state.
  void become_trap(std::ptrdiff_t loop_start) {
    claim_.kind = story_.kind = StoryKind::trap;
    state_ = loop_states_.front();
    for (auto event = story_.events.begin() + loop_start; event != story_.events.end(); ++event)
      story_.steps -= event->number != 0 ? 1 : 0;
    story_.events.erase(story_.events.begin() + loop_start, story_.events.end());
    story_.views.erase(story_.views.begin() + loop_start + 1, story_.views.end());
  }

  void count_faults(const std::vector<Move>& moves) {
    for (const Fault& fault : scenario_.faults) {
      const auto count =
          std::count_if(moves.begin(), moves.end(), [&](const Move& move) { return fault_of(move) == fault.kind; });
      if (count > 0) story_.used.push_back({fault.kind, static_cast<std::uint32_t>(count), fault.own_name});
    }
  }

  const Model& model_;
  const Scenario& scenario_;
  evaluator::SeenCells seen_;
  Evaluator evaluator_;
  Evaluator tolerant_;  // of runs that are no longer those of the search
  Claim claim_;
  State state_;
  Outcome last_;
  std::vector<VariableIndex> shown_;  // by cell
  std::vector<Outcome> outcomes_;
  std::vector<State> loop_states_;  // before each move of the loop, and at its end
  bool is_pending_ = false;
  Counterexample story_;
};

}  // namespace

std::variant<Counterexample, NotConfirmed> tell(const Model& model, const Scenario& scenario,
                                                const std::vector<std::uint32_t>& checked,
                                                std::int64_t tick_microseconds, const std::vector<Move>& moves,
                                                const Claim& claim) {
  return Teller(model, scenario, checked, tick_microseconds, claim).tell(moves);
}

}  // namespace interlock::trace
