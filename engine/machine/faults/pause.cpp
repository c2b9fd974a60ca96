#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

bool strike_pause(const FaultScene& scene, language::ClientIndex client) {
  const ClientWords& block = scene.layout.clients[client];
  // Still marked as paused: this step has been delayed once, and once is all. With several threads each is marked.
  if ((block.delayed.empty() && scene.words[block.paused] != 0) || !strike(scene)) return false;
  scene.words[block.paused] = 1;
  if (block.pause_left != no_register)
    scene.words[block.pause_left] = static_cast<Word>(scene.fault.amount / scene.ticks.microseconds);
  return true;
}

}  // namespace interlock::machine
