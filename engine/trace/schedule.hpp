#pragma once
// A path of the search, told of the clients by the numbers that they had at the start: with symmetry each state of the
// path is a representative, whose clients may stand in another order.

#include "engine/explore/state_store.hpp"
#include "engine/explore/story_graph.hpp"
#include "engine/machine/machine.hpp"
#include "engine/machine/move.hpp"

#include <vector>

namespace interlock::trace {

struct Schedule {
  std::vector<machine::Move> moves;  ///< passing times are joined
  machine::Renaming standing{};      ///< where each client stands in the last state of the path
};

Schedule make_schedule(const machine::Machine& machine, const explore::StateStore& store, const explore::Path& path);

}  // namespace interlock::trace
