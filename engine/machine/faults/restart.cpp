#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

using language::Scope;

/// All that it keeps of its connections.
void forget_connections(const FaultScene& scene) {
  for (const ClientWords& client : scene.layout.clients)
    for (const auto& [variable, word] : client.own) {
      const language::Variable& own = scene.model.variables[variable];
      if (own.scope == Scope::connection && own.owner == scene.server) scene.words[word] = scene.layout.initial[word];
    }
}

bool strike_restart(FaultScene& scene) {
  if (!strike(scene)) return false;
  if (scene.model.servers[scene.server].durable) return true;
  reset_server(scene.layout, scene.words, scene.server);
  forget_connections(scene);
  const Register writes = scene.layout.servers[scene.server].writes;
  if (writes != no_register) scene.words[writes] = 0;
  return true;
}

}  // namespace

const FaultAct restart_act{
    .strike = strike_restart, .disconnects = Disconnects::clients, .matters_at_every_moment = true};

}  // namespace interlock::machine
