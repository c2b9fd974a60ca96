#pragma once
// The seam of time: what runs down as time passes, and all that is done to it.
//
// A timer is declared when a state is laid out (Layout::timers has all of them: waits and limits of threads, ends of
// pauses, deadlines of cells, leases); it is started, stopped, asked, and runs down. Nobody writes or reads the word of
// a timer but by the functions here: `TimerWord` converts to nothing. Instructions on timers (`start_timer` and what
// follows it in program.hpp) are made by these functions, too. So an exact treatment of time by other means than ticks
// has to say, for the same list:
//
//   declare   that there is a timer, and whose (TimerRule)
//   start     it runs down from so many ticks; a wait may be ended earlier by its window (Location::timer_window),
//   which
//             is the difference between the least and the most that it may take
//   stop      it does not run, and nobody may depend on what it was: it is forgotten
//   ask       is it due; may what waits for it come to pass; has it been started; how much is left (`rest`)
//   may pass  no timer is due that holds time back (Time::may_pass)
//   delay     all that run run down by as much as passes, but what stands still (Time::pass)
//
// Instants are no timers: they are what clocks showed, and lie behind or ahead of now (time_operations.hpp).

#include "engine/machine/compiled/program.hpp"

#include <algorithm>
#include <cstdint>

namespace interlock::machine {

/// Where a timer stands in a state. No number: what it holds is only known to the functions below.
class TimerWord {
 public:
  constexpr TimerWord() = default;
  constexpr explicit TimerWord(Register word) : word_(word) {}

  /// Is there such a timer?
  constexpr explicit operator bool() const { return word_ != no_register; }
  /// For operands of instructions on timers, and for what packs or renames words without knowing what they mean.
  constexpr Register word() const { return word_; }
  constexpr bool operator==(const TimerWord&) const = default;

 private:
  Register word_ = no_register;
};

enum class TimerKind : std::uint8_t {
  wait,      // of a thread: until its work or sleep must end, or its next poll is due
  limit,     // of a thread: until its `retry` may be given up
  pause,     // of a client: until its pause ends
  deadline,  // of a cell
  kept,      // of a cell as its server was before a write: when it is over, the cell is empty there
  lease,     // of a client: until what it was given ends. May be endless
};

struct TimerRule {
  TimerKind kind = TimerKind::wait;
  TimerWord timer{};
  language::ClientIndex client = language::nothing;  ///< whose; of a cell: nobody's
  std::uint32_t thread = 0;                          ///< waits and limits
  language::VariableIndex cell = language::nothing;  ///< deadlines, kept ones too
  Register shift = 0;                                ///< kept: by how much its words stand behind those of the cell
};

/// In the word of a timer, beside the ticks that are left.
inline constexpr Word stopped = -1;

inline void start(TimerWord timer, Word* words, Word ticks) { words[timer.word()] = ticks; }
inline void stop(TimerWord timer, Word* words) {
  if (timer) words[timer.word()] = stopped;
}
inline void start_like(TimerWord timer, TimerWord other, Word* words) { words[timer.word()] = words[other.word()]; }

/// Has it been started? It may be due.
inline bool is_started(TimerWord timer, const Word* words) { return words[timer.word()] >= 0; }
inline bool is_due(TimerWord timer, const Word* words) { return words[timer.word()] == 0; }
/// Has it been started, and is not due?
inline bool runs(TimerWord timer, const Word* words) { return words[timer.word()] > 0; }
/// May what waits for it come to pass, as it may that many ticks before it is due?
inline bool may_end(TimerWord timer, const Word* words, Word window) { return words[timer.word()] <= window; }
inline Word ticks_left(TimerWord timer, const Word* words) { return words[timer.word()]; }

/// Of one that runs.
inline void run_down(TimerWord timer, Word* words, Word ticks) {
  Word& left = words[timer.word()];
  left = std::max(left - ticks, Word{0});
}

}  // namespace interlock::machine
