#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

bool strike_own(FaultScene& scene) {
  const std::size_t index = language::own_index(scene.fault.kind);
  return scene.model.own_faults[index].server == scene.server && strike(scene);
}

}  // namespace

const FaultAct own_act{.strike = strike_own, .runs_code = true, .matters_at_every_moment = true};

}  // namespace interlock::machine
