#include "engine/trace/loop.hpp"

#include "engine/evaluator/describe.hpp"
#include "engine/trace/cells.hpp"
#include "engine/trace/conditions.hpp"
#include "engine/trace/events.hpp"
#include "engine/trace/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::trace {

using namespace language;
using evaluator::Evaluator;
using evaluator::Outcome;
using evaluator::State;

namespace {

bool is_turn(const Move& move) { return move.kind == MoveKind::step || move.kind == MoveKind::give_up; }

bool is_of(const Move& move, ClientIndex client, std::size_t thread) {
  return is_turn(move) && move.client == client && move.thread == thread;
}

/// The same to everybody, but for names, tokens and moments. What a call answered may differ: a value that nobody looks
/// at is another one in the next turn. One that somebody looks at leads to another step, or to none.
bool is_same(const Outcome& one, const Outcome& other) {
  return one.error.empty() && other.error.empty() && one.kind == other.kind && one.refused == other.refused &&
         one.begins_round == other.begins_round && one.step == other.step && one.sections == other.sections &&
         one.ended == other.ended;
}

/// Is a thread, here, without anything that it has to do and can do?
bool is_free(const State& state, const std::vector<Move>& possible, ClientIndex client, std::size_t thread) {
  return !state.clients[client].threads[thread].active ||
         std::none_of(possible.begin(), possible.end(), [&](const Move& move) { return is_of(move, client, thread); });
}

std::string unfair(const Evaluator& evaluator, const LoopTurn& turn) {
  std::vector<std::vector<Move>> possible;
  for (const State& state : turn.states) possible.push_back(evaluator.moves(state));
  const auto& clients = turn.states.front().clients;
  for (ClientIndex client{0}; client < clients.size(); ++client)
    for (std::size_t thread = 0; thread < clients[client].threads.size(); ++thread) {
      bool is_served = std::any_of(turn.moves.begin(), turn.moves.end(),
                                   [&](const Move& move) { return is_of(move, client, thread); });
      for (std::size_t i = 0; i < turn.states.size() && !is_served; ++i)
        is_served = is_free(turn.states[i], possible[i], client, thread);
      if (!is_served)
        return fmt::format("{} could always step, and never does", evaluator::client_name(evaluator.model(), client));
    }
  return "";
}

/// Does what `again and again` is asked of come about in every turn, in a state or in a step?
bool is_asked(const Evaluator& evaluator, const Spec& spec, ClientIndex client, const LoopTurn& turn) {
  const Expression& given = spec.given[which_condition(spec, client)];
  for (std::size_t i = 0; i < turn.moves.size(); ++i)
    if (evaluator.holds(turn.states[i], nullptr, given) ||
        evaluator.holds_somewhere(turn.states[i + 1], &turn.outcomes[i], given))
      return true;
  return false;
}

}  // namespace

std::string refuse_loop(const Evaluator& evaluator, const Spec& spec, ClientIndex client, const LoopTurn& turn) {
  constexpr int more_turns = 2;
  if (turn.states.back().now <= turn.states.front().now) return "no time passes in the loop";
  const Expression& goal = spec.condition[which_condition(spec, client)];
  if (evaluator.holds(turn.states.front(), nullptr, goal)) return "the loop starts at a goal";
  for (std::size_t i = 0; i < turn.moves.size(); ++i) {
    if (is_fault(turn.moves[i].kind)) return "the loop has a fault in it";
    if (evaluator.holds_somewhere(turn.states[i + 1], &turn.outcomes[i], goal)) return "the loop passes a goal";
    for (const auto& one : turn.states[i].clients)
      if (one.is_paused(turn.states[i].now) || !one.cut_off.empty()) return "somebody is paused, or cut off, for ever";
  }
  if (spec.form == PropertyForm::again_and_again && !is_asked(evaluator, spec, client, turn))
    return "nothing is asked in the loop";
  if (std::string why = unfair(evaluator, turn); !why.empty()) return why;
  State state = turn.states.back();
  for (int again = 0; again < more_turns; ++again)
    for (std::size_t i = 0; i < turn.moves.size(); ++i) {
      const std::size_t further = static_cast<std::size_t>(again) * turn.moves.size() + i;
      const Outcome outcome = evaluator.make(state, turn.more_turns.empty() ? turn.moves[i] : turn.more_turns[further]);
      if (!is_same(outcome, turn.outcomes[i]) || evaluator.holds_somewhere(state, &outcome, goal))
        return fmt::format("move {} of {} of the loop is another one in the next turn", i + 1, turn.moves.size());
    }
  return "";
}

bool only_waits(const LoopTurn& turn) {
  for (std::size_t i = 0; i < turn.moves.size(); ++i)
    if (counts_as_step(turn.moves[i].kind) && !turn.outcomes[i].refused) return false;
  return true;
}

namespace {

/// "3", "3 and 4", "3, 5 to 9 and 12".
std::string numbers_text(const std::vector<std::uint32_t>& numbers) {
  std::vector<std::string> parts;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (last < first + 2) last = first;
    parts.push_back(last == first ? std::to_string(numbers[first])
                                  : fmt::format("{} to {}", numbers[first], numbers[last]));
    first = last + 1;
  }
  return join_words(std::move(parts));
}

/// Writes down what a loop is to its reader.
class LoopTeller {
 public:
  LoopTeller(const Evaluator& evaluator, const Spec& spec, ClientIndex client, const LoopTurn& turn,
             Counterexample& story)
      : evaluator_(evaluator), goal_(spec.condition[which_condition(spec, client)]), turn_(turn), story_(story) {}

  void tell() {
    story_.loop_time = turn_.states.back().now - turn_.states.front().now;
    for (std::size_t i = 0; i < turn_.moves.size(); ++i) find_who_could_go(i);
    for (ClientIndex client{0}; client < story_.clients.size(); ++client) say_why_fair(client);
    const auto& clients = turn_.states.front().clients;
    const bool is_anyone_gone = std::any_of(clients.begin(), clients.end(), [](const auto& one) { return one.gone; });
    story_.fair_because.emplace_back(is_anyone_gone ? "nobody is paused" : "nobody is paused or crashed for ever");
    for (ClientIndex client{0}; client < story_.clients.size(); ++client) compare_client(client);
    for (std::size_t cell = 0; cell < story_.cells.size(); ++cell) compare_cell(cell);
  }

 private:
  void find_who_could_go(std::size_t index) {
    const State& before = turn_.states[index];
    std::vector<ClientIndex> known;
    for (const Move& move : evaluator_.moves(before)) {
      if (!is_turn(move) || std::find(known.begin(), known.end(), move.client) != known.end()) continue;
      State after = before;
      const Outcome outcome = evaluator_.make(after, move);
      if (!evaluator_.holds_somewhere(after, &outcome, goal_)) continue;
      known.push_back(move.client);
      story_.could_go.push_back(
          {story_.loop_start + index, move.client,
           story_.clients[move.client] + ": " + event_words(evaluator_.model(), move, outcome, before, after)});
    }
  }

  void say_why_fair(ClientIndex client) {
    std::vector<std::uint32_t> numbers;
    bool only_polls = true;
    for (std::size_t i = 0; i < turn_.moves.size(); ++i) {
      if (!is_turn(turn_.moves[i]) || turn_.moves[i].client != client) continue;
      numbers.push_back(story_.events[story_.loop_start + i].number);
      only_polls = only_polls && turn_.outcomes[i].refused;
    }
    const std::string& name = story_.clients[client];
    if (!numbers.empty()) {
      story_.fair_because.push_back(
          fmt::format("{} {} at {} in each turn", name, only_polls ? "polls" : "steps", numbers_text(numbers)));
      return;
    }
    const auto& threads = turn_.states.front().clients[client].threads;
    if (std::any_of(threads.begin(), threads.end(), [](const auto& thread) { return thread.active; }))
      story_.fair_because.push_back(fmt::format("{} cannot always go on", name));
  }

  void compare_client(ClientIndex client) {
    const ClientView& here = story_.views[story_.loop_start].clients[client];
    const std::string& name = story_.clients[client];
    if (here.inside_critical)
      say(name + " inside critical");
    else if (here.gone)
      say(name + (here.crashed ? " crashed for ever" : " done for ever"));
    else if (here.waiting_for_lock)
      say(name + " waiting for the lock");
    else if (here.crashed)
      say(name + " crashed, and has not come back");
    else if (!here.in_round)
      say(name + " idle");
  }

  void compare_cell(std::size_t cell) {
    if (!story_.cells[cell].matters) return;
    const CellView& first = story_.views[story_.loop_start].cells[cell];
    const CellView& last = story_.views.back().cells[cell];
    const std::string& name = story_.cells[cell].name;
    if (story_.cells[cell].is_token && first.value != last.value)
      return say(fmt::format("{} but for its number, which only rises ({} is now {})", name, first.value, last.value));
    const std::string renamed =
        first.value == last.value ? "" : fmt::format(" ({} is now {})", first.value, last.value);
    if (first.present && first.owner != nothing && !is_at_rest(story_, cell, first) &&
        !is_plain_value(story_.cells[cell], first))
      say(fmt::format("{} owned by {}{}", name, story_.clients[first.owner], renamed));
    else if (first.members.empty())
      say(fmt::format("{} {}{}", name, first.value, renamed));
    else
      say(fmt::format("{} with {} member{}", name, first.members.size(), first.members.size() == 1 ? "" : "s"));
  }

  void say(std::string text) { story_.same_at_both_ends.push_back(std::move(text)); }

  const Evaluator& evaluator_;
  const Expression& goal_;
  const LoopTurn& turn_;
  Counterexample& story_;
};

}  // namespace

void tell_loop(const Evaluator& evaluator, const Spec& spec, ClientIndex client, const LoopTurn& turn,
               Counterexample& story) {
  LoopTeller(evaluator, spec, client, turn, story).tell();
}

}  // namespace interlock::trace
