#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

/// The rest of it is the client's own step (Steps::lose), and that of the second request (Steps::arrive).
bool strike_duplicate(FaultScene& scene) { return strike(scene); }

}  // namespace

/// Where a request is under way time passes in single ticks.
const FaultAct duplicate_act{.strike = strike_duplicate};

}  // namespace interlock::machine
