#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

/// The rest of it is the client's own step (Steps::lose).
bool strike_loss(FaultScene& scene) { return strike(scene); }

}  // namespace

/// It strikes where a client steps, and those who may step at any moment let time pass in single ticks.
const FaultAct loss_act{.strike = strike_loss};

}  // namespace interlock::machine
