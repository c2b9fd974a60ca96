#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

bool strike_drift(FaultScene& scene) {
  const Register offset = scene.layout.clients[scene.client].offset;
  if (offset == no_register) return false;
  const Word ticks = choose_offset(scene);
  if (scene.words[offset] == ticks || !strike(scene)) return false;
  scene.words[offset] = ticks;
  return true;
}

}  // namespace

const FaultAct drift_act{.strike = strike_drift, .is_alike_everywhere = true, .matters_at_every_moment = true};

}  // namespace interlock::machine
