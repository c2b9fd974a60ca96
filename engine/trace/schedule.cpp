#include "engine/trace/schedule.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <numeric>

namespace interlock::trace {

namespace {

/// The client, by its first number, that stands at a place now.
language::ClientIndex client_at(const machine::Renaming& standing, language::ClientIndex place) {
  const auto found = std::find(standing.begin(), standing.end(), static_cast<std::uint8_t>(place));
  INTERLOCK_ASSERT(found != standing.end(), "renaming keeps every client");
  return static_cast<language::ClientIndex>(found - standing.begin());
}

void add(Schedule& schedule, Move move) {
  std::vector<Move>& moves = schedule.moves;
  const bool may_join = !moves.empty() && moves.size() != schedule.loop_start;
  if (may_join && move.kind == MoveKind::time && moves.back().kind == move.kind)
    moves.back().ticks += move.ticks;
  else
    moves.push_back(std::move(move));
}

}  // namespace

Schedule make_schedule(const machine::Machine& machine, const explore::StateStore& store,
                       std::span<const explore::PathStep> steps, std::size_t loop_start) {
  machine::Workspace workspace = machine.make_workspace();
  Schedule schedule;
  std::iota(schedule.standing.begin(), schedule.standing.end(), std::uint8_t{0});
  const std::size_t clients = machine.model().clients.size();
  for (std::size_t index = 0; index < steps.size(); ++index) {
    const explore::PathStep& step = steps[index];
    if (index == loop_start) schedule.loop_start = schedule.moves.size();
    const std::byte* state = store.state(step.state);
    Move move = machine.describe(workspace, state, step.action);
    if (move.client != language::nothing) move.client = client_at(schedule.standing, move.client);
    add(schedule, std::move(move));
    const machine::Renaming renaming = machine.renaming(workspace, state, step.action);
    for (std::size_t client = 0; client < clients; ++client)
      schedule.standing[client] = renaming[schedule.standing[client]];
  }
  return schedule;
}

}  // namespace interlock::trace
