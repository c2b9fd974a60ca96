#pragma once
// One move of a concrete run: what the search found, handed to the evaluator to be made again, and what the
// evaluator answers to the question "what can happen here?".

#include "engine/language/model.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace interlock {

enum class MoveKind {
  time,     // `ticks` pass
  step,     // `client`, `thread`: its next step (a call, a poll, the end of a wait, the beginning of a round)
  give_up,  // `client`, `thread`: `retry ... within` has run out: it goes on with `else`
  expiry,   // `variable` of a server reaches its deadline and empties itself
  pause,    // fault: `client` will not step for a while
  resume,   // the pause of `client` ends without a step: no step and no fault; only where it has several threads
  crash,    // fault: `client` stops and loses all it knew
  skew,     // fault: before anything else happened, the clock of `client` is set off real time by `ticks`
  drift,    // fault: the clock of `client` is off by `ticks` from now on
};

/// Choices are made in the order in which the step meets them: the branch of an `either` (from 0), the value of a
/// `choose` (from 0), and two that are only met where more than one place is possible: the place of a `put` among
/// members with an equal score (0: the first of the places that are left by what was decided before), and, where clocks
/// are distinct, the place of a reading among those that showed the same at another moment (0: before all).
struct Move {
  MoveKind kind = MoveKind::step;
  language::ClientIndex client = language::nothing;
  std::uint32_t thread = 0;  ///< 0: the round itself; i: ClientKind::backgrounds[i - 1]
  language::VariableIndex variable = language::nothing;
  std::int64_t ticks = 0;  ///< time: more than 0; skew, drift: may be negative
  std::vector<std::uint32_t> choices;

  bool operator==(const Move&) const = default;
};

/// The fault that a move is, if it is one.
constexpr std::optional<language::FaultKind> fault_of(MoveKind kind) {
  switch (kind) {
    case MoveKind::pause: return language::FaultKind::pause;
    case MoveKind::crash: return language::FaultKind::crash;
    case MoveKind::skew: return language::FaultKind::skew;
    case MoveKind::drift: return language::FaultKind::drift;
    case MoveKind::time:
    case MoveKind::step:
    case MoveKind::give_up:
    case MoveKind::expiry:
    case MoveKind::resume: break;
  }
  return std::nullopt;
}

constexpr MoveKind move_of(language::FaultKind kind) {
  switch (kind) {
    case language::FaultKind::pause: return MoveKind::pause;
    case language::FaultKind::crash: return MoveKind::crash;
    case language::FaultKind::skew: return MoveKind::skew;
    case language::FaultKind::drift: break;
  }
  return MoveKind::drift;
}

static_assert([] {
  for (const language::FaultRule& rule : language::fault_rules)
    if (fault_of(move_of(rule.kind)) != rule.kind) return false;
  std::size_t moves = 0;
  for (int kind = 0; kind < 64; ++kind) moves += fault_of(static_cast<MoveKind>(kind)) ? 1 : 0;
  return moves == language::fault_rules.size();
}());

constexpr bool is_fault(MoveKind kind) { return fault_of(kind).has_value(); }

/// Time that passes and a pause that ends are no steps.
inline bool counts_as_step(MoveKind kind) { return kind != MoveKind::time && kind != MoveKind::resume; }

}  // namespace interlock
