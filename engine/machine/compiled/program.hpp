#pragma once
// Flat instructions over words. A state is unpacked into an array of 32-bit words; registers behind them hold what
// lives within one step only. A program is compiled for one client, so that every address in it is absolute.

#include "engine/assert.hpp"
#include "engine/language/model.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::machine {

using Word = std::int32_t;
using Register = std::uint16_t;
inline constexpr Register no_register = 0xffff;

/// Values beside the ordinary ones are the lowest words: `unset` is an instant that nobody needs; the extra values
/// ("none", "missing", ...) follow it, numbered alike in the whole machine. Ordinary words are above `last_extra`.
inline constexpr Word unset = INT32_MIN;
inline constexpr Word extra_word(std::uint32_t extra) { return INT32_MIN + 1 + static_cast<Word>(extra); }
inline constexpr Word none_word = extra_word(0);
inline constexpr Word last_extra = INT32_MIN + 64;
inline constexpr bool is_ordinary(Word word) { return word > last_extra; }

/// A number of the model as an ordinary word. Whatever is too large is refused before, at its place.
inline Word word_of(std::int64_t number) {
  INTERLOCK_ASSERT(number > last_extra && number <= INT32_MAX, "a number of the model fits a word");
  return static_cast<Word>(number);
}

enum class Opcode : std::uint8_t {
  set,           // a = immediate
  copy,          // a = b
  add,           // a = b + c
  add_constant,  // a = b + immediate
  subtract,      // a = b - c
  // Time. `immediate`: bits of `Look`. Instants that were never written are never moved, and are endlessly far away.
  move,       // a = b + c, an instant and a span
  between,    // a = b - c, instants
  add_spans,  // a = b + c, spans
  read_now,   // a = what a clock shows that is off by b, or by nothing; immediate: 1: a reading, 0: only a look
  near_span,  // a span that takes effect: where it is not known, the run is cut
  far_spans,  // b, c are compared: where neither is known, the run is cut
  // Timers (time/timers.hpp).
  start_timer,      // a: it is due in immediate ticks
  start_timer_for,  // a: it is due in b, a span
  stop_timer,       // a
  timer_started,    // a = has the timer b been started?
  timer_runs,       // a = has it, and is it not due?
  timer_rest,       // a = how much is left of the timer b; none where it has not been started
  equal,
  not_equal,
  less,
  less_equal,  // a = b ? c
  and_,
  or_,            // a = b ? c
  not_,           // a = !b
  round,          // a = b to the nearest multiple of immediate, halves up
  value_or_none,  // a = b ? c : none
  jump,           // to immediate
  jump_if_false,  // a; to immediate
  fresh,          // a = an identity that is nowhere in the state
  choose,         // a = a choice among immediate values, from 0
  range_check,    // a outside b..c of the table `ranges[immediate]`: in_range fails, a is brought back
  // containers; `immediate` is the container's index, `a` the answer
  contains,
  count,
  rank,
  score,
  first,
  before,  // b: the member behind it
  member,  // b: a place
  at,
  writer_of,  // b: member
  insert,
  remove,
  remove_up_to,
  put,
  intersect,
  map_put,
  push,
  drop_first,
  empty,          // b, c: operands; intersect: b, c containers
  touch,          // the watched cell `immediate` was written: mark its watchers
  fail_if_false,  // a; edge label bits `labels[immediate]`
  hit_if_true,    // a; edge label bits `labels[immediate]`
  event,          // remember: section `b` of this client, immediate: Event
  leave_all,      // the client leaves all sections that it is inside
  event_test,     // a = did event `immediate` of section `b` happen to client `c` in this step?
  inside,         // a = is client `c`, at location word `b`, inside section `immediate`?
  newest,         // a = one more than all tokens of class `immediate`
  fence,      // a: token; b: the client's grant word; c: first of the two words of the newest fence; labels[immediate]
  give,       // the client has written cell `immediate` of those that leases are on, or its deadline: b: the deadline's
              // word; c: the writer's
  take_back,  // the client has cleared cell `immediate` of those that leases are on
  take_lease,  // the lock was given to the client on cell `immediate` of those, or where it gave a deadline last: -1
  called,      // the step has called a server (immediate: 1); what that gave is taken (0)
  has_called,  // a = has it?
  believes,    // a = is client `c`, at location word `b`, inside critical, and before the deadline that it trusts?
  passing,    // section `b` is left next; what holds with the client at location `immediate` is asked if it entered now
  use,        // nothing; but `a` is needed from here on, by a property or a heartbeat
  mark,       // the part `immediate` of the program was reached
  location,   // the client is at location `immediate` of thread `b` now, and stops there, unless it may go on
  guard,      // a false: the step is not possible
  overflow,   // more requests of one client would be under way than there is room for
  end_round,  // ends the step and the round
  stop,       // ends a piece of code that is not a step (labels, guards)
};

/// How an operation on time is made.
enum Look : std::int32_t { backwards = 1, with_look = 2 };

enum class Event : std::uint8_t { enters = 1, leaves = 2, ends_round = 4 };

struct Instruction {
  Opcode op = Opcode::stop;
  Register a = no_register;
  Register b = no_register;
  Register c = no_register;
  std::int32_t immediate = 0;
};

/// poll: also where a client waits in vain for an answer.
/// call: a step that is due at once, as a call, the first attempt of a `retry`, the reading of a clock and the begin of
/// a daemon's round are. passing: no place to stand, but what a client is inside of just before it leaves a section.
enum class LocationKind : std::uint8_t { idle, call, when, poll, work, sleep, passing };

/// Where a daemon stands before its first round and between two of them.
inline constexpr Word daemon_start = 1;
inline constexpr std::uint32_t most_sections = 64;  ///< of one kind of client

/// Where a thread of a client can be between two steps. Location 0 of thread 0 is idle, 0 of others: not active.
struct Location {
  LocationKind kind = LocationKind::idle;
  std::uint32_t thread = 0;
  std::uint32_t step = 0;     ///< number of the step in the model, 0 for idle
  std::uint32_t entry = 0;    ///< first instruction of the step made from here
  std::uint32_t give_up = 0;  ///< first instruction of `else` behind `within`
  std::uint32_t lost = 0;     ///< first instruction of the call that gets no answer; 0: there is none to be lost
  std::uint32_t late = 0;     ///< likewise, whose request stays under way
  std::uint32_t twice = 0;    ///< of the call whose request takes effect once more
  std::uint32_t guard = 0;    ///< `when`: code that ends in `stop` with the answer in `guard_answer`
  Register guard_answer = no_register;
  bool begins = false;           ///< a round begins with the step made from here: idle, or a daemon between two rounds
  bool limited = false;          ///< a poll or a `when` that gives up when its limit has run down
  bool punctual = false;         ///< a poll that comes when its timer has run down, and not whenever it likes
  Word limit = -1;               ///< a limited `when`, the first attempt of a limited poll: ticks until it is given up
  Word timer_high = 0;           ///< work, sleep, punctual poll: ticks until the wait must end
  Word timer_window = 0;         ///< work, sleep: it may end that many ticks earlier
  std::uint64_t sections = 0;    ///< bit i: inside section i of the client's kind
  Register until = no_register;  ///< inside critical: the deadline that it is trusted to, if there is one
  std::vector<std::pair<Register, Word>> forget;  ///< words that nothing will read: their neutral values
  std::uint64_t needed = 0;                       ///< bit i: this thread may still read word i of Program::shared
  language::Place place;
};

/// Where a call goes on that a fault of this kind strikes.
std::uint32_t Location::*struck_at(language::FaultKind kind);

/// All that a client executes. Locations are the same for all clients of a kind; code differs in its addresses.
struct Program {
  std::vector<Instruction> code;
  std::vector<Location> locations;  ///< of all threads
  /// Of several threads: words that are forgotten where none of them may still read them, and their neutral values.
  std::vector<std::pair<Register, Word>> shared;
  std::uint32_t begin = 0;                 ///< first instruction of a round
  std::uint32_t disconnect = 0;            ///< what the servers do when the client crashes; ends in `stop`
  std::vector<std::uint32_t> disconnects;  ///< likewise, by server: what it does when its connection ends
  /// By place of a request, and by call: the first instruction of what comes of it; ends in `stop`.
  std::vector<std::vector<std::uint32_t>> arrivals;
};

}  // namespace interlock::machine
