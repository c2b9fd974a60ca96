#pragma once
// Where the search has dropped dead members, a path of it is no run of the model yet: which place among equals a new
// member takes depends on who is there. The run is found in a machine that keeps them all.

#include "engine/explore/outcome.hpp"
#include "engine/explore/state_store.hpp"
#include "engine/machine/machine.hpp"
#include "engine/run/move.hpp"

#include <span>
#include <vector>

namespace interlock::trace {

enum class Keeping {
  found,
  full,        ///< the members that were dropped fill a container up
  impossible,  ///< no run comes by the states of the path: the dropping of members is not what it should be
};

/// `moves`: those of the steps, told of the clients by their first numbers; the choices are set to those of the run.
/// `keeping` is `machine` without its reduction `members`.
Keeping keep_members(const machine::Machine& machine, const machine::Machine& keeping, const explore::StateStore& store,
                     std::span<const explore::PathStep> steps, std::vector<Move>& moves);

}  // namespace interlock::trace
