#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

bool strike_crash(FaultScene& scene) {
  const ClientWords& block = scene.layout.clients[scene.client];
  if (!strike(scene)) return false;
  forget_round(scene.layout, scene.words, scene.client);
  if (block.paused != no_register) scene.words[block.paused] = 0;
  stop(block.pause_left, scene.words);
  if (scene.fault.for_ever || block.is_once) scene.words[block.gone] = 1;
  // What this life of the client wrote is nobody's now, not that of its next life.
  for (const Register word : scene.layout.client_names)
    if (scene.words[word] == static_cast<Word>(scene.client)) scene.words[word] = -1;
  return true;
}

void remember_crash(const language::Fault& fault, const Ticks&, FaultRoom& room, ClientWords& words) {
  if (fault.for_ever) words.gone = room.flag();
}

}  // namespace

const FaultAct crash_act{.strike = strike_crash,
                         .remember = remember_crash,
                         .spares_idle = true,
                         .disconnects = Disconnects::client,
                         .matters_at_every_moment = true};

}  // namespace interlock::machine
