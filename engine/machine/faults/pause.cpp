#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

namespace {

bool strike_pause(FaultScene& scene) {
  const ClientWords& block = scene.layout.clients[scene.client];
  // Still marked as paused: this step has been delayed once, and once is all. With several threads each is marked.
  if ((block.delayed.empty() && scene.words[block.paused] != 0) || !strike(scene)) return false;
  scene.words[block.paused] = 1;
  if (block.pause_left)
    start(block.pause_left, scene.words, static_cast<Word>(scene.fault.amount / scene.ticks.microseconds));
  return true;
}

void remember_pause(const language::Fault& fault, const Ticks& ticks, FaultRoom& room, ClientWords& words) {
  words.paused = room.flag();
  if (fault.amount != language::unbounded)
    words.pause_left = room.timer(TimerKind::pause, fault.amount / ticks.microseconds);
  if (room.threads() == 1) return;
  for (std::size_t thread = 0; thread < room.threads(); ++thread) words.delayed.push_back(room.flag());
}

}  // namespace

const FaultAct pause_act{.strike = strike_pause, .remember = remember_pause, .delays = true};

}  // namespace interlock::machine
