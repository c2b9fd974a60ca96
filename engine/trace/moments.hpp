#pragma once
// From a run of which bounds on its moments are known to one that can be made: the least moments, as round as may be.

#include "engine/machine/symbolic/symbolic_machine.hpp"
#include "engine/run/move.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace interlock::trace {

struct ConcreteRun {
  std::vector<Move> moves;
  std::int64_t tick = 0;         ///< microseconds
  machine::Renaming standing{};  ///< where each client stands in the last state
  std::size_t loop_start = 0;    ///< of a loop: which move begins it; else behind the last
};

/// `moments`: of the moves, as SymbolicMachine::make_again gives them, in units of `unit` microseconds. Where a moment
/// has to be behind another, it is so by a tick. None: that would have to be less than a microsecond.
std::optional<ConcreteRun> concrete_run(const language::Scenario& scenario, const machine::SymbolicRun& run,
                                        const machine::Zone& moments, std::int64_t unit);

}  // namespace interlock::trace
