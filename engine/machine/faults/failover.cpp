#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

bool strike_failover(FaultScene& scene) {
  const Register writes = scene.layout.servers[scene.server].writes;
  if (writes == no_register) return false;
  // Where nothing is lost, the end of sessions is all that comes of it.
  const std::uint32_t least = keeps_sessions(scene.model.servers[scene.server]) ? 0 : 1;
  const auto known = static_cast<std::uint32_t>(scene.words[writes]);
  if (known < least || !strike(scene)) return false;
  go_back(scene.layout, scene.words, scene.server, least + scene.choices.take(known + 1 - least));
  return true;
}

}  // namespace

const FaultAct failover_act{
    .strike = strike_failover, .disconnects = Disconnects::clients, .matters_at_every_moment = true};

}  // namespace interlock::machine
