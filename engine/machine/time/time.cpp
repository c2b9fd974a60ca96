#include "engine/machine/time/time.hpp"

#include "engine/machine/faults/fault_scene.hpp"

#include <algorithm>

namespace interlock::machine {

Time::Time(const Blueprint& blueprint, const Surroundings& around, bool at_every_moment, bool for_ever_matters)
    : layout_(blueprint.layout), around_(around), unit_ticks_(at_every_moment || !blueprint.reductions.time) {
  for (language::VariableIndex variable = 0; variable < layout_.cells.size(); ++variable)
    if (layout_.cells[variable].deadline != no_register) expiring_.push_back(variable);
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
    case LocationKind::sleep: return words[block.timer[thread]] == 0;
    case LocationKind::poll:
      return (location.punctual && words[block.timer[thread]] == 0) ||
             (location.limited && words[block.limit[thread]] == 0);
    case LocationKind::when: return passes_guard(words, client, location, scratch);
    case LocationKind::idle:
    case LocationKind::passing: return false;
  }
  return false;
}

bool Time::is_held_up(const Word* words, language::ClientIndex client) const {
  const ClientWords& block = layout_.clients[client];
  if (block.paused == no_register || words[block.paused] == 0) return false;
  const bool is_over = block.pause_left != no_register && words[block.pause_left] == 0;
  return !is_over;
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
    if (words[layout_.cells[variable].deadline] == 0) return false;
  for (language::ClientIndex client = 0; client < layout_.clients.size(); ++client)
    if (holds_back(words, client, scratch)) return false;
  return true;
}

Word Time::next_moment_of(const Word* words, language::ClientIndex client) const {
  const ClientWords& block = layout_.clients[client];
  const bool is_paused = block.paused != no_register && words[block.paused] != 0;
  if (is_paused) return 1;
  const bool is_gone = block.gone != no_register && words[block.gone] != 0;
  Word next = INT32_MAX;
  for (std::size_t thread = 0; thread < block.location.size(); ++thread) {
    const Location& location = location_of(words, client, thread);
    const bool is_idle = thread == 0 && location.kind == LocationKind::idle;
    if (is_idle && is_gone) continue;
    const bool is_poll = location.kind == LocationKind::poll;
    if (is_idle || (is_poll && !location.punctual)) return 1;
    if (is_poll && location.limited) next = std::min(next, std::max(words[block.limit[thread]], Word{1}));
    if (!is_poll && location.kind != LocationKind::work && location.kind != LocationKind::sleep) continue;
    if (!block.delayed.empty() && location.kind == LocationKind::work) return 1;  // a pause may begin
    const Word until = words[block.timer[thread]] - location.timer_window;
    next = std::min(next, std::max(until, Word{1}));
  }
  return next;
}

Word Time::next_moment(const Word* words) const {
  if (unit_ticks_) return 1;
  Word next = INT32_MAX;
  for (language::ClientIndex client = 0; client < layout_.clients.size() && next > 1; ++client)
    next = std::min(next, next_moment_of(words, client));
  for (const language::VariableIndex variable : expiring_) {
    const Word left = words[layout_.cells[variable].deadline];
    if (left > 0) next = std::min(next, left);
  }
  return next == INT32_MAX ? 1 : next;
}

void Time::pass_client(Word* words, language::ClientIndex client, Word ticks) const {
  const ClientWords& block = layout_.clients[client];
  const bool is_paused = block.paused != no_register && words[block.paused] != 0;
  for (std::size_t thread = 0; thread < block.timer.size(); ++thread) {
    if (block.timer[thread] == no_register) continue;
    Word& left = words[block.timer[thread]];
    const Location& location = location_of(words, client, thread);
    const bool stands_still = is_paused && location.kind == LocationKind::work;
    if (left > 0 && !stands_still) left = std::max(left - ticks, Word{0});
  }
  if (block.pause_left != no_register && words[block.pause_left] > 0) {
    words[block.pause_left] = std::max(words[block.pause_left] - ticks, Word{0});
    const bool is_over = words[block.pause_left] == 0 && !block.delayed.empty();
    if (is_over) words[block.paused] = 0, words[block.pause_left] = -1;
  }
  for (const Register limit : block.limit)
    if (limit != no_register && words[limit] > 0) words[limit] = std::max(words[limit] - ticks, Word{0});
  pass_leases(words, block, ticks);
}

void Time::pass_leases(Word* words, const ClientWords& block, Word ticks) const {
  const auto run_down = [&](Register end) {
    if (end == no_register || words[end] < 0 || words[end] == around_.endless) return;
    words[end] = std::max(words[end] - ticks, Word{0});
  };
  run_down(block.lease.end);
  run_down(block.given.end);
  for (const Register end : block.given_on) run_down(end);
}

void Time::pass(Word* words, Word ticks, std::vector<Word>& scratch) const {
  for (const language::VariableIndex variable : expiring_) {
    Word& left = words[layout_.cells[variable].deadline];
    if (left > 0) left -= ticks;
  }
  for (const Register word : around_.instants)
    if (is_ordinary(words[word])) words[word] -= ticks * layout_.one_tick();
  for (language::ClientIndex client = 0; client < layout_.clients.size(); ++client) pass_client(words, client, ticks);
  for (language::ClientIndex client = 0; client < layout_.clients.size(); ++client)
    if (!layout_.clients[client].delayed.empty()) note_delays(words, client, scratch);
}

}  // namespace interlock::machine
