#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

/// The rest of it is the client's own step (Steps::lose), and that of the request (Steps::arrive).
bool strike_late(FaultScene& scene) { return strike(scene); }

}  // namespace

/// Where a request is under way time passes in single ticks.
const FaultAct late_act{.strike = strike_late};

}  // namespace interlock::machine
