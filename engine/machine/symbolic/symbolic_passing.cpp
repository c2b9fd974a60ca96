// How time passes in a symbolic state: nobody passes by a moment at which something has to happen.

#include "engine/machine/symbolic/symbolic_machine.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace interlock::machine {

using language::ClientIndex;

bool SymbolicMachine::guard_holds(ClientIndex client, const Location& location, SymbolicTime& time) {
  std::copy(scene_.words.begin(), scene_.words.end(), guarded_.begin());
  Run run;
  run.words = guarded_.data();
  run.client = client;
  const RunEnd end = execute(parts_.around, parts_.programs[client].code, location.guard, run, time);
  return end == RunEnd::done && run.words[location.guard_answer] != 0;
}

/// A wait whose end has been passed by, in a pause, is due. One that is due now holds time back by itself.
bool SymbolicMachine::is_overdue(TimerWord timer, SymbolicTime& time) {
  const Difference left = left_of(timer, time);
  if (left.is_number()) return left.offset == 0;
  const SymbolicTime::Case ahead{{{left.minus, left.plus, Bound::at_most(left.offset)}}};
  const SymbolicTime::Case passed{{{left.plus, left.minus, Bound::below(-left.offset)}}};
  if (time.decide({ahead, passed}) == 0) return false;
  start(timer, scene_.words.data(), 0);
  return true;
}

/// Does the thread have to step before any time passes?
bool SymbolicMachine::is_urgent(ClientIndex client, std::size_t thread, SymbolicTime& time) {
  const ClientWords& block = layout_.clients[client];
  const Location& here = location(client, thread);
  switch (here.kind) {
    case LocationKind::call: return true;
    case LocationKind::work:
    case LocationKind::sleep: return is_overdue(block.timer[thread], time);
    case LocationKind::poll:
      if (here.punctual && is_overdue(block.timer[thread], time)) return true;
      return here.limited && is_overdue(block.limit[thread], time);
    case LocationKind::when: return guard_holds(client, here, time);
    case LocationKind::idle:
    case LocationKind::passing: break;
  }
  return false;
}

/// Moments that time does not pass by: deadlines, ends of waits, ends of pauses that hold somebody up.
void SymbolicMachine::keep_before_ends(SymbolicTime& time) {
  const auto keep_before = [&](TimerWord timer) {
    const Difference left = left_of(timer, time);
    if (!left.is_number()) scene_.zone.meet(left.minus, left.plus, Bound::at_most(left.offset));
  };
  for (const language::VariableIndex variable : parts_.time.expiring()) keep_before(layout_.cells[variable].deadline);
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
    const ClientWords& block = layout_.clients[client];
    if (parts_.time.is_held_up(scene_.words.data(), client)) {
      if (block.pause_left) keep_before(block.pause_left);
      continue;
    }
    for (std::size_t thread = 0; thread < block.location.size(); ++thread) {
      const Location& here = location(client, thread);
      const bool waits = here.kind == LocationKind::work || here.kind == LocationKind::sleep || here.punctual;
      if (waits) keep_before(block.timer[thread]);
      if (here.kind == LocationKind::poll && here.limited) keep_before(block.limit[thread]);
    }
  }
}

/// A pause that is over holds nobody up, but the client may have nothing to do: then it ends while time passes. Has one
/// ended that did so?
bool SymbolicMachine::end_pause(SymbolicTime& time) {
  std::vector<TimerWord> ends;
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
    const TimerWord left = layout_.clients[client].pause_left;
    if (!left || left_of(left, time).is_number()) continue;
    const Location& here = location(client, 0);
    if (here.kind == LocationKind::when && !guard_holds(client, here, time)) ends.push_back(left);
  }
  if (ends.empty()) return false;
  const std::size_t which = time.decide(std::vector<SymbolicTime::Case>(ends.size() + 1));
  if (which == 0) return false;
  scene_.zone.pass(moments_of_clocks(time));
  keep_before_ends(time);
  const Difference end = left_of(ends[which - 1], time);
  scene_.zone.meet(end.plus, end.minus, Bound::at_most(-end.offset));
  start(ends[which - 1], scene_.words.data(), 0);
  return true;
}

namespace {

/// What is surely so of instants, whichever of a zone they are.
class ZoneInstants {
 public:
  using Question = std::pair<Register, Register>;

  ZoneInstants(const std::vector<Word>& words, const SymbolicTime& time) : words_(words), time_(time) {}
  bool is_at_most(Register left, Register right) const { return is_within(left, right, Bound::at_most(0)); }
  bool is_below_reading(Register instant, Word reading) const {
    const Difference age = time_.difference(words_[instant]);
    return time_.zone().bound(age.plus, age.minus) <= Bound::below(reading - age.offset);
  }
  LiesThere place(Register instant, Register low, Register high) const {
    if (is_below(instant, low) || is_below(high, instant)) return LiesThere::no;
    const bool may_lie_before = is_at_most(instant, low) && !is_at_most(low, instant);
    const bool may_lie_behind = is_at_most(high, instant) && !is_at_most(instant, high);
    return may_lie_before || may_lie_behind ? LiesThere::at_an_end : LiesThere::maybe;
  }
  void ask(Register instant, Register low, Register high) const {
    const bool is_before = is_at_most(instant, low) && !is_at_most(low, instant);
    if (!question_) question_ = is_before ? Question{instant, low} : Question{high, instant};
  }
  /// Of two instants, the first of which is not behind the second: are they the same?
  const std::optional<Question>& question() const { return question_; }

 private:
  bool is_below(Register left, Register right) const { return is_within(left, right, Bound::below(0)); }
  bool is_within(Register left, Register right, Bound wanted) const {
    if (!is_ordinary(words_[left]) || !is_ordinary(words_[right]))
      return wanted.is_strict() ? words_[left] < words_[right] : words_[left] <= words_[right];
    const Difference one = time_.difference(words_[left]);
    const Difference other = time_.difference(words_[right]);
    return time_.zone().bound(one.plus, other.plus).moved(one.offset - other.offset) <= wanted;
  }

  const std::vector<Word>& words_;
  const SymbolicTime& time_;
  mutable std::optional<Question> question_;
};

/// The same register again where a run is made again.
Register noted(SymbolicTime& time, Register word) {
  const std::uint8_t high = time.note(static_cast<std::uint8_t>(word >> 8U));
  return static_cast<Register>(high << 8U | time.note(static_cast<std::uint8_t>(word & 0xffU)));
}

}  // namespace

/// Members of sets that nobody can tell apart any more. Where that hangs on whether two instants are the same, that is
/// a choice.
void SymbolicMachine::drop_members(SymbolicTime& time) {
  constexpr std::uint8_t nothing_more = 0;
  constexpr std::uint8_t a_question = 64;  // below: ids
  if (!dead_members_.may_drop()) return;
  bool dropped = false;
  while (!scene_.zone.is_empty()) {
    const ZoneInstants instants(scene_.words, time);
    const Word found = dead_members_.find(layout_, scene_.words.data(), instants);
    const auto& question = instants.question();
    const std::uint8_t what = time.note(found != 0 ? static_cast<std::uint8_t>(found)
                                        : question ? a_question
                                                   : nothing_more);
    if (what == nothing_more) break;
    if (what == a_question) {
      const Register left = noted(time, question ? question->first : Register{0});
      const Register right = noted(time, question ? question->second : Register{0});
      time.equal(scene_.words[left], scene_.words[right]);
      continue;
    }
    dead_members_.remove(layout_, scene_.words.data(), what);
    dropped = true;
  }
  if (dropped) settle(time, false);
}

/// Of clocks that are off: they go along with `now`.
std::vector<std::size_t> SymbolicMachine::moments_of_clocks(const SymbolicTime& time) const {
  std::vector<std::size_t> moments;
  for (const ClientWords& client : layout_.clients)
    if (client.offset != no_register && is_difference(scene_.words[client.offset]))
      moments.push_back(time.difference(scene_.words[client.offset]).plus);
  return moments;
}

/// As much time as may pass before the next step, from none on. False: not in this way.
bool SymbolicMachine::pass_time(SymbolicTime& time) {
  do {
    if (is_anyone_urgent(time)) break;
    if (end_pause(time)) continue;
    scene_.zone.pass(moments_of_clocks(time));
    keep_before_ends(time);
    break;
  } while (!scene_.zone.is_empty());
  if (scene_.zone.is_empty()) return false;
  // A lease that has run out does so for good.
  for (const TimerRule& rule : layout_.timers) {
    const Difference left = left_of(rule.timer, time);
    if (rule.kind != TimerKind::lease || left.is_number()) continue;
    const bool has_run_out = scene_.zone.bound(left.plus, left.minus) <= Bound::at_most(-left.offset);
    if (time.note(has_run_out ? 1 : 0) != 0) start(rule.timer, scene_.words.data(), 0);
  }
  drop_members(time);
  return !scene_.zone.is_empty();
}

/// Whoever is at a call is looked for first: then nothing else has to be known.
bool SymbolicMachine::is_anyone_urgent(SymbolicTime& time) {
  for (const bool at_calls : {true, false})
    for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
      if (parts_.time.is_held_up(scene_.words.data(), client)) continue;
      for (std::size_t thread = 0; thread < layout_.clients[client].location.size(); ++thread) {
        const bool is_call = location(client, thread).kind == LocationKind::call;
        if (is_call == at_calls && is_urgent(client, thread, time)) return true;
      }
    }
  return false;
}

}  // namespace interlock::machine
