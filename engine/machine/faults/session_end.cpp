#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

/// What comes of it, the server says: `on disconnect`.
bool strike_session_end(FaultScene& scene) {
  return !scene.model.servers[scene.server].on_disconnect.empty() && strike(scene);
}

}  // namespace

const FaultAct session_end_act{
    .strike = strike_session_end, .disconnects = Disconnects::session, .matters_at_every_moment = true};

}  // namespace interlock::machine
