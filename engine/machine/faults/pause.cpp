#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

bool strike_pause(const FaultScene& scene) {
  const ClientWords& block = scene.layout.clients[scene.client];
  // Still marked as paused: this step has been delayed once, and once is all. With several threads each is marked.
  if ((block.delayed.empty() && scene.words[block.paused] != 0) || !strike(scene)) return false;
  scene.words[block.paused] = 1;
  if (block.pause_left)
    start(block.pause_left, scene.words, static_cast<Word>(scene.fault.amount / scene.ticks.microseconds));
  return true;
}

}  // namespace

const FaultAct pause_act{.strike = strike_pause, .delays = true};

}  // namespace interlock::machine
