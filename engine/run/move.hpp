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
  resume,   // the pause of `client` ends without a step: no step and no fault; only where it has several threads. Or,
            // where a `server` is said, it reaches that again
  arrival,  // a request of `client` that was under way takes effect: number `thread` of them, in order of sending
  fault,    // `fault` strikes: `client`, its clock, or `server`
};

/// Choices are made in the order in which the step meets them: the branch of an `either` (from 0), the value of a
/// `choose` (from 0), and two that are only met where more than one place is possible: the place of a `put` among
/// members with an equal score (0: the first of the places that are left by what was decided before), and, where clocks
/// are distinct, the place of a reading among those that showed the same at another moment (0: before all).
struct Move {
  MoveKind kind = MoveKind::step;
  language::FaultKind fault = language::FaultKind::pause;  ///< of a fault: which
  language::ClientIndex client = language::nothing;
  std::uint32_t server = language::nothing;  ///< whom a fault strikes, if it strikes a server
  std::uint32_t thread = 0;                  ///< 0: the round itself; i: ClientKind::backgrounds[i - 1]
  language::VariableIndex variable = language::nothing;
  std::int64_t ticks = 0;  ///< time: more than 0; where a clock is set: how far off, may be negative
  std::vector<std::uint32_t> choices;

  bool operator==(const Move&) const = default;
};

constexpr bool is_fault(MoveKind kind) { return kind == MoveKind::fault; }

/// The fault that a move is, if it is one.
inline std::optional<language::FaultKind> fault_of(const Move& move) {
  return is_fault(move.kind) ? std::optional(move.fault) : std::nullopt;
}

/// Time that passes and a pause that ends are no steps.
inline bool counts_as_step(MoveKind kind) { return kind != MoveKind::time && kind != MoveKind::resume; }

}  // namespace interlock
