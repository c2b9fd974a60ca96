#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

/// Only where it would call the server. What that means to a call is in its program (Compiler::compile_reach).
bool strike_partition(FaultScene& scene) {
  const ClientWords& block = scene.layout.clients[scene.client];
  const Register cut_off = block.cut_off[scene.server];
  if (cut_off == no_register || scene.words[cut_off] != 0 || !strike(scene)) return false;
  scene.words[cut_off] = 1;
  return true;
}

}  // namespace

/// It may end at any moment, and while it lasts time passes in single ticks.
const FaultAct partition_act{.strike = strike_partition};

}  // namespace interlock::machine
