#include "engine/machine/faults/fault_scene.hpp"

#include <algorithm>

namespace interlock::machine {

namespace {

/// Does any client watch a cell of the server?
bool is_watched(const FaultScene& scene) {
  return std::any_of(scene.layout.watched.begin(), scene.layout.watched.end(), [&](const Watched& watched) {
    return scene.model.variables[watched.variable].owner == scene.server &&
           std::any_of(watched.watching.begin(), watched.watching.end(),
                       [&](Register watching) { return scene.words[watching] != 0; });
  });
}

bool strike_failover(FaultScene& scene) {
  const Register writes = scene.layout.servers[scene.server].writes;
  if (writes == no_register) return false;
  // Where nothing is lost, the end of sessions and of transactions is all that comes of it.
  const bool ends_something = keeps_sessions(scene.model.servers[scene.server]) || is_watched(scene);
  const std::uint32_t least = ends_something ? 0 : 1;
  const auto known = static_cast<std::uint32_t>(scene.words[writes]);
  if (known < least || !strike(scene)) return false;
  go_back(scene.layout, scene.words, scene.server, least + scene.choices.take(known + 1 - least));
  return true;
}

}  // namespace

const FaultAct failover_act{
    .strike = strike_failover, .disconnects = Disconnects::clients, .matters_at_every_moment = true};

}  // namespace interlock::machine
