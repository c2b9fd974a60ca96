#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

bool strike_failover(FaultScene& scene) {
  const Register writes = scene.layout.servers[scene.server].writes;
  if (writes == no_register || scene.words[writes] == 0 || !strike(scene)) return false;
  const auto known = static_cast<std::uint32_t>(scene.words[writes]);
  go_back(scene.layout, scene.words, scene.server, 1 + scene.choices.take(known));
  return true;
}

}  // namespace

const FaultAct failover_act{
    .strike = strike_failover, .disconnects = Disconnects::clients, .matters_at_every_moment = true};

}  // namespace interlock::machine
