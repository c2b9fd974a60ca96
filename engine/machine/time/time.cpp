#include "engine/machine/time/time.hpp"

#include "engine/machine/faults/fault_scene.hpp"

#include <algorithm>

namespace interlock::machine {

Time::Time(const Blueprint& blueprint, const Surroundings& around, bool at_every_moment, bool for_ever_matters)
    : layout_(blueprint.layout), around_(around), unit_ticks_(at_every_moment || !blueprint.reductions.time) {
  for (const TimerRule& timer : layout_.timers)
    if (timer.kind == TimerKind::deadline) expiring_.push_back(timer.cell);
  for (const language::Fault& fault : blueprint.scenario.faults)
    unit_ticks_ = unit_ticks_ || act_of(fault.kind).matters_at_every_moment;
  const bool has_instants = std::any_of(layout_.fields.begin(), layout_.fields.end(),
                                        [](const Field& field) { return field.role == Role::instant; });
  passes_ = blueprint.ticks.longest > 0 || has_instants || for_ever_matters;
}

const Location& Time::location_of(const Word* words, language::ClientIndex client, std::size_t thread) const {
  const auto at = static_cast<std::size_t>(words[layout_.clients[client].location[thread]]);
  return (*around_.programs)[client].locations[at];
}

bool Time::passes_guard(const Word* words, language::ClientIndex client, const Location& location,
                        std::vector<Word>& scratch) const {
  std::copy(words, words + layout_.fields.size(), scratch.begin());
  Run run;
  run.words = scratch.data();
  run.client = client;
  const RunEnd end = execute(around_, (*around_.programs)[client].code, location.guard, run);
  return end == RunEnd::done && run.words[location.guard_answer] != 0;
}

bool Time::thread_holds_back(const Word* words, language::ClientIndex client, std::size_t thread,
                             std::vector<Word>& scratch) const {
  const ClientWords& block = layout_.clients[client];
  const Location& location = location_of(words, client, thread);
  switch (location.kind) {
    case LocationKind::call: return true;
    case LocationKind::work:
    case LocationKind::sleep: return is_due(block.timer[thread], words);
    case LocationKind::poll:
      return (location.punctual && is_due(block.timer[thread], words)) ||
             (location.limited && is_due(block.limit[thread], words));
    case LocationKind::when:
      return (location.limited && is_due(block.limit[thread], words)) || passes_guard(words, client, location, scratch);
    case LocationKind::idle:
    case LocationKind::passing: return false;
  }
  return false;
}

bool Time::is_held_up(const Word* words, language::ClientIndex client) const {
  const ClientWords& block = layout_.clients[client];
  if (block.paused == no_register || words[block.paused] == 0) return false;
  return !(block.pause_left && is_due(block.pause_left, words));
}

bool Time::holds_back(const Word* words, language::ClientIndex client, std::vector<Word>& scratch) const {
  if (is_held_up(words, client)) return false;
  const ClientWords& block = layout_.clients[client];
  for (std::size_t thread = 0; thread < block.location.size(); ++thread)
    if (thread_holds_back(words, client, thread, scratch)) return true;
  return false;
}

bool Time::works(const Word* words, language::ClientIndex client, std::size_t thread) const {
  return location_of(words, client, thread).kind == LocationKind::work;
}

/// With one thread a pause only matters where the client would have held time back; with several it may begin at any
/// moment at which one of them works, once every step that the last one delayed has been made.
bool Time::may_be_paused(const Word* words, language::ClientIndex client, std::vector<Word>& scratch) const {
  const ClientWords& block = layout_.clients[client];
  if (is_held_up(words, client)) return false;
  for (const Register delayed : block.delayed)
    if (words[delayed] != 0) return false;
  for (std::size_t thread = 0; thread < block.delayed.size(); ++thread)
    if (works(words, client, thread)) return true;
  return holds_back(words, client, scratch);
}

/// A pause delays what stands still in it, and what would have been done meanwhile.
void Time::note_delays(Word* words, language::ClientIndex client, std::vector<Word>& scratch) const {
  const ClientWords& block = layout_.clients[client];
  if (!is_held_up(words, client)) return;
  for (std::size_t thread = 0; thread < block.delayed.size(); ++thread)
    if (works(words, client, thread) || thread_holds_back(words, client, thread, scratch))
      words[block.delayed[thread]] = 1;
}

bool Time::may_pass(const Word* words, std::vector<Word>& scratch) const {
  for (const language::VariableIndex variable : expiring_)
    if (is_due(layout_.cells[variable].deadline, words)) return false;
  for (language::ClientIndex client{0}; client < layout_.clients.size(); ++client)
    if (holds_back(words, client, scratch)) return false;
  return true;
}

Word Time::next_moment_of(const Word* words, language::ClientIndex client) const {
  const ClientWords& block = layout_.clients[client];
  const bool is_paused = block.paused != no_register && words[block.paused] != 0;
  if (is_paused) return 1;
  const bool awaits_request = !block.requests.empty() && words[block.requests[0].call] != 0;
  const auto is_cut_off = [&](Register word) { return word != no_register && words[word] != 0; };
  if (awaits_request || std::any_of(block.cut_off.begin(), block.cut_off.end(), is_cut_off)) return 1;
  const bool is_gone = block.gone != no_register && words[block.gone] != 0;
  Word next = INT32_MAX;
  for (std::size_t thread = 0; thread < block.location.size(); ++thread) {
    const Location& location = location_of(words, client, thread);
    const bool is_idle = thread == 0 && location.kind == LocationKind::idle;
    if (is_idle && is_gone) continue;
    const bool is_poll = location.kind == LocationKind::poll;
    if (is_idle || (is_poll && !location.punctual)) return 1;
    if (location.limited) next = std::min(next, std::max(ticks_left(block.limit[thread], words), Word{1}));
    if (!is_poll && location.kind != LocationKind::work && location.kind != LocationKind::sleep) continue;
    if (!block.delayed.empty() && location.kind == LocationKind::work) return 1;  // a pause may begin
    const Word until = ticks_left(block.timer[thread], words) - location.timer_window;
    next = std::min(next, std::max(until, Word{1}));
  }
  return next;
}

Word Time::next_moment(const Word* words) const {
  if (unit_ticks_) return 1;
  Word next = INT32_MAX;
  for (language::ClientIndex client{0}; client < layout_.clients.size() && next > 1; ++client)
    next = std::min(next, next_moment_of(words, client));
  for (const language::VariableIndex variable : expiring_) {
    const TimerWord deadline = layout_.cells[variable].deadline;
    if (runs(deadline, words)) next = std::min(next, ticks_left(deadline, words));
  }
  return next == INT32_MAX ? 1 : next;
}

/// Work does not go on in a pause; what is endless stays so.
bool Time::stands_still(const TimerRule& rule, const Word* words) const {
  switch (rule.kind) {
    case TimerKind::wait: {
      const Register paused = layout_.clients[rule.client].paused;
      return paused != no_register && words[paused] != 0 && works(words, rule.client, rule.thread);
    }
    case TimerKind::lease: return ticks_left(rule.timer, words) == around_.endless;
    case TimerKind::limit:
    case TimerKind::pause:
    case TimerKind::kept:
    case TimerKind::deadline: return false;
  }
  return false;
}

/// As if it had expired, with nobody looking.
void Time::empty_kept(Word* words, const TimerRule& rule) const {
  const Cell& cell = layout_.cells[rule.cell];
  words[cell.present + rule.shift] = 0;
  words[cell.value + rule.shift] = layout_.initial[cell.value];
  stop(rule.timer, words);
  if (cell.writer != no_register) words[cell.writer + rule.shift] = -1;
}

/// The timers of a client's waits stand before that of its pause: it has held them up until now.
void Time::pass(Word* words, Word ticks, std::vector<Word>& scratch) const {
  for (const TimerRule& rule : layout_.timers) {
    if (rule.kind == TimerKind::kept && is_due(rule.timer, words)) empty_kept(words, rule);
    if (!runs(rule.timer, words) || stands_still(rule, words)) continue;
    run_down(rule.timer, words, ticks);
    if (rule.kind == TimerKind::pause && is_due(rule.timer, words)) end_pause(words, layout_.clients[rule.client]);
  }
  for (const Register word : around_.instants)
    if (is_ordinary(words[word])) words[word] -= ticks * layout_.one_tick();
  for (language::ClientIndex client{0}; client < layout_.clients.size(); ++client)
    if (!layout_.clients[client].delayed.empty()) note_delays(words, client, scratch);
}

/// With one thread the next step ends the pause; several go on by themselves.
void Time::end_pause(Word* words, const ClientWords& block) const {
  if (block.delayed.empty()) return;
  words[block.paused] = 0;
  stop(block.pause_left, words);
}

}  // namespace interlock::machine
