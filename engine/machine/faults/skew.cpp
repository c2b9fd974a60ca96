#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

bool strike_skew(const FaultScene& scene, language::ClientIndex client, Word ticks) {
  const Register offset = scene.layout.clients[client].offset;
  if (offset == no_register || scene.words[scene.layout.begun] != 0) return false;
  if (ticks == 0 || scene.words[offset] != 0 || !strike(scene)) return false;
  scene.words[offset] = ticks;
  return true;
}

}  // namespace interlock::machine
