#include "engine/trace/aftermath.hpp"

#include "engine/evaluator/describe.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "engine/trace/conditions.hpp"
#include "engine/trace/events.hpp"
#include "engine/trace/relevance.hpp"
#include "engine/trace/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace interlock::trace {

using namespace language;
using evaluator::Evaluator;
using evaluator::Outcome;
using evaluator::State;

namespace {

class Walk {
 public:
  Walk(const Evaluator& evaluator, const Spec& spec, ClientIndex client)
      : evaluator_(evaluator), condition_(&spec.condition[which_condition(spec, client)]) {}

  WaysOn from(const State& start, std::size_t most_states) {
    std::deque<State> frontier{start};
    found_.has_way_out = is_goal(start, nullptr);
    for (std::size_t seen = 0; seen < most_states && !frontier.empty() && !found_.has_way_out; ++seen) {
      const State state = std::move(frontier.front());
      frontier.pop_front();
      for (const Move& move : evaluator_.moves(state)) {
        if (is_fault(move.kind)) continue;
        State next = state;
        const Outcome outcome = evaluator_.make(next, move);
        if (is_goal(next, &outcome) || is_goal(next, nullptr)) found_.has_way_out = true;
        if (move.kind == MoveKind::time) may_pass_ = true;
        note(state, move, outcome, next);
        if (frontier.size() < most_states) frontier.push_back(std::move(next));
      }
    }
    for (ClientIndex index{0}; index < start.clients.size(); ++index) note_waiting(start, index);
    note_time(start);
    return std::move(found_);
  }

 private:
  bool is_goal(const State& state, const Outcome* outcome) const {
    return evaluator_.holds_somewhere(state, outcome, *condition_);
  }

  void note(const State& before, const Move& move, const Outcome& outcome, const State& after) {
    if (!counts_as_step(move.kind)) return;
    const Model& model = evaluator_.model();
    std::string answers;
    for (const auto& call : outcome.calls) answers += call.text.substr(0, call.text.find('(')) + call.answer + ";";
    if (!kinds_.emplace(move.kind, move.client, outcome.place.line, answers).second) return;
    StillPossible possible;
    possible.place = outcome.place;
    if (move.client == nothing) {
      possible.what = "a deadline passes";
    } else {
      const bool is_request = move.kind == MoveKind::arrival;
      const bool returns = before.clients[move.client].crashed && !is_request;
      const char* does = returns ? " comes back" : (outcome.kind == EventKind::poll ? " polls" : " goes on");
      possible.what = evaluator::client_name(model, move.client) + (is_request ? " has a request under way" : does);
    }
    possible.why_not = event_words(model, move, outcome, before, after);
    constexpr std::string_view said = "comes back, ";
    if (possible.why_not.starts_with(said)) possible.why_not.erase(0, said.size());
    if (const std::string cause = reason(before, outcome); !cause.empty()) possible.why_not += "; " + cause;
    found_.possible.push_back(std::move(possible));
  }

  /// What it was refused for: how the cells are that its step looks at. "lock is a, of worker 1, and never expires".
  std::string reason(const State& before, const Outcome& outcome) const {
    const auto is_refused = [](const MadeCall& call) { return call.refused; };
    if (!outcome.refused && std::none_of(outcome.calls.begin(), outcome.calls.end(), is_refused)) return "";
    const Model& model = evaluator_.model();
    const std::set<VariableIndex> touched = touched_by(model, outcome.step);
    const std::vector<VariableIndex> shown = evaluator::shown_variables(model);
    const std::vector<ShownCell> names = evaluator::shown_cells(model);
    std::vector<std::string> parts;
    for (std::size_t cell = 0; cell < shown.size(); ++cell) {
      if (!touched.contains(shown[cell]) || names[cell].is_grant) continue;
      parts.push_back(names[cell].name + " is " +
                      cell_words(evaluator::describe_cell(model, before, shown[cell]), names[cell]));
    }
    return join_words(std::move(parts));
  }

  std::string cell_words(const CellView& view, const ShownCell& cell) const {
    if (!view.members.empty()) {
      std::vector<std::string> members;
      for (const MemberView& member : view.members) members.push_back(member.member);
      return fmt::format("[{}]", fmt::join(members, ", "));
    }
    std::string text = view.value;
    if (view.owner < evaluator_.model().clients.size())
      text += ", put there by " + evaluator::client_name(evaluator_.model(), view.owner);
    if (view.present && !view.deadline && cell.shape == Shape::expiring) text += ", without a deadline";
    return text;
  }

  /// Whoever stands at a `when` does nothing that could be told, and why it does not is what holds the trap shut.
  void note_waiting(const State& start, ClientIndex client) {
    const Model& model = evaluator_.model();
    const std::string condition = when_condition(model, start, client);
    const std::string why = condition.empty() ? "" : evaluator_.why_it_waits(start, client);
    if (why.empty()) return;
    const Statement* here =
        evaluator::statement_at(evaluator::body_of(model, client, 0), start.clients[client].threads[0].path);
    found_.possible.push_back(
        {evaluator::client_name(model, client) + " waits", fmt::format("for {}, and {}", condition, why), here->place});
  }

  void note_time(const State& start) {
    if (!may_pass_) return;
    const auto deadlines = std::any_of(start.cells.begin(), start.cells.end(),
                                       [](const auto& cell) { return cell.second.deadline.has_value(); });
    found_.possible.push_back(
        {"time passes", deadlines ? "deadlines run out, to no avail" : "nothing has a deadline", {}});
  }

  const Evaluator& evaluator_;
  const Expression* condition_;
  WaysOn found_;
  bool may_pass_ = false;
  std::set<std::tuple<MoveKind, ClientIndex, std::uint32_t, std::string>> kinds_;
};

}  // namespace

WaysOn walk_on(const Evaluator& evaluator, const State& from, const Spec& spec, ClientIndex client,
               std::size_t most_states) {
  return Walk(evaluator, spec, client).from(from, most_states);
}

}  // namespace interlock::trace
