#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

bool strike_drift(const FaultScene& scene, language::ClientIndex client, Word ticks) {
  const Register offset = scene.layout.clients[client].offset;
  if (offset == no_register || scene.words[offset] == ticks || !strike(scene)) return false;
  scene.words[offset] = ticks;
  return true;
}

}  // namespace interlock::machine
