#include "engine/machine/faults/fault_scene.hpp"

#include <algorithm>

namespace interlock::machine {

namespace {

/// A deadline that the clock has come to is due. One that is over stays so.
void move(TimerWord timer, Word ticks, FaultScene& scene) {
  const Word left = std::max(ticks_left(timer, scene.words) - ticks, Word{0});
  scene.lacks_range = scene.lacks_range || left > scene.layout.longest_deadline;
  start(timer, scene.words, left);
}

void move_lease(TimerWord end, Word cell, Word ticks, FaultScene& scene) {
  if (!end || !runs(end, scene.words)) return;
  const bool is_endless = ticks_left(end, scene.words) > scene.layout.longest_deadline;
  if (is_endless) return;
  // Where none runs there may be no cell that leases are on.
  const language::VariableIndex leased = scene.layout.leased[static_cast<std::size_t>(cell)];
  if (scene.model.variables[leased].owner == scene.server) move(end, ticks, scene);
}

bool strike_clock_jump(FaultScene& scene) {
  if (!strike(scene)) return false;
  const auto most = static_cast<Word>(scene.fault.amount / scene.ticks.microseconds);
  const auto chosen = static_cast<Word>(scene.choices.take(2 * static_cast<std::uint32_t>(most)));
  const Word ticks = chosen < most ? chosen - most : chosen - most + 1;
  for (const TimerRule& rule : scene.layout.timers) {
    const bool is_deadline = rule.kind == TimerKind::deadline || rule.kind == TimerKind::kept;
    if (is_deadline && scene.model.variables[rule.cell].owner == scene.server && is_started(rule.timer, scene.words))
      move(rule.timer, ticks, scene);
  }
  for (const ClientWords& client : scene.layout.clients) {
    for (const LeaseWords& lease : {client.lease, client.given})
      if (lease.cell != no_register) move_lease(lease.end, scene.words[lease.cell], ticks, scene);
    for (std::size_t index = 0; index < client.given_on.size(); ++index)
      move_lease(client.given_on[index], static_cast<Word>(index), ticks, scene);
  }
  return true;
}

}  // namespace

Word longest_jump(const language::Scenario& scenario, const Ticks& ticks) {
  constexpr std::int64_t most = 4;
  Word longest = 0;
  for (const language::Fault& fault : scenario.faults) {
    if (fault.kind != language::FaultKind::clock_jump) continue;
    const std::int64_t jumps = fault.times == language::unbounded ? most : std::min(fault.times, most);
    longest += static_cast<Word>(jumps * (fault.amount / ticks.microseconds));
  }
  return longest;
}

const FaultAct clock_jump_act{.strike = strike_clock_jump, .matters_at_every_moment = true};

}  // namespace interlock::machine
