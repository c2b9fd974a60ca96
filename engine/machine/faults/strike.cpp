#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

bool strike(const FaultScene& scene) {
  const Register count = scene.layout.strikes[static_cast<std::size_t>(scene.fault.kind)];
  if (count == no_register) return true;
  if (scene.words[count] == static_cast<Word>(scene.fault.times)) return false;
  ++scene.words[count];
  return true;
}

}  // namespace interlock::machine
