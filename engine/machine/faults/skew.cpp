#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

bool strike_skew(FaultScene& scene) {
  const Register offset = scene.layout.clients[scene.client].offset;
  if (offset == no_register || scene.words[scene.layout.begun] != 0 || scene.words[offset] != 0) return false;
  const Word ticks = choose_offset(scene);
  if (ticks == 0 || !strike(scene)) return false;
  scene.words[offset] = ticks;
  return true;
}

}  // namespace

const FaultAct skew_act{.strike = strike_skew, .is_alike_everywhere = true};

}  // namespace interlock::machine
