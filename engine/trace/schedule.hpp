#pragma once
// A path of the search, told of the clients by the numbers that they had at the start: with symmetry each state of the
// path is a representative, whose clients may stand in another order.

#include "engine/explore/outcome.hpp"
#include "engine/explore/state_store.hpp"
#include "engine/machine/machine.hpp"
#include "engine/run/move.hpp"
#include "engine/trace/kept_members.hpp"

#include <cstddef>
#include <limits>
#include <span>
#include <variant>
#include <vector>

namespace interlock::trace {

inline constexpr std::size_t no_loop = std::numeric_limits<std::size_t>::max();

/// The client, by its first number, that stands at a place now.
language::ClientIndex client_at(const machine::Renaming& standing, language::ClientIndex place);

struct Schedule {
  std::vector<Move> moves;           ///< passing times are joined, but not across the start of a loop
  std::size_t loop_start = no_loop;  ///< which move begins the loop
  std::vector<Move> more_turns;      ///< the moves of two more turns of the loop: what piles up in it shifts choices
  machine::Renaming standing{};      ///< where each client stands in the last state of the path
};

/// `loop_start`: which step begins the loop, or `no_loop`. `keeping`: where `machine` drops members, one that does not
/// (kept_members.hpp), else null.
std::variant<Schedule, Keeping> make_schedule(const machine::Machine& machine, const machine::Machine* keeping,
                                              const explore::StateStore& store,
                                              std::span<const explore::PathStep> steps, std::size_t loop_start);

}  // namespace interlock::trace
