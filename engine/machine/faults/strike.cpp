#include "engine/assert.hpp"
#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

const FaultAct& act_of(language::FaultKind kind) {
  switch (kind) {
    case language::FaultKind::pause: return pause_act;
    case language::FaultKind::crash: return crash_act;
    case language::FaultKind::skew: return skew_act;
    case language::FaultKind::drift: return drift_act;
  }
  INTERLOCK_ASSERT(false, "every fault has a meaning");
  return pause_act;
}

bool strike(const FaultScene& scene) {
  const Register count = scene.layout.strikes[static_cast<std::size_t>(scene.fault.kind)];
  if (count == no_register) return true;
  if (scene.words[count] == static_cast<Word>(scene.fault.times)) return false;
  ++scene.words[count];
  return true;
}

Word choose_offset(const FaultScene& scene) {
  const auto most = static_cast<Word>(scene.fault.amount / scene.ticks.microseconds);
  return static_cast<Word>(scene.choices.take(2 * static_cast<std::uint32_t>(most) + 1)) - most;
}

}  // namespace interlock::machine
