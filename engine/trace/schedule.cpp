#include "engine/trace/schedule.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <numeric>

namespace interlock::trace {

language::ClientIndex client_at(const machine::Renaming& standing, language::ClientIndex place) {
  const auto found = std::find(standing.begin(), standing.end(), static_cast<std::uint8_t>(place));
  INTERLOCK_ASSERT(found != standing.end(), "renaming keeps every client");
  return static_cast<language::ClientIndex>(found - standing.begin());
}

namespace {

void add(std::vector<Move>& moves, std::size_t barrier, Move move) {
  const bool may_join = !moves.empty() && moves.size() != barrier;
  if (may_join && move.kind == MoveKind::time && moves.back().kind == move.kind)
    moves.back().ticks += move.ticks;
  else
    moves.push_back(std::move(move));
}

/// The moves of a path, told of the clients by their first numbers.
std::vector<Move> moves_of(const machine::Machine& machine, const explore::StateStore& store,
                           std::span<const explore::PathStep> steps, machine::Renaming& standing) {
  machine::Workspace workspace = machine.make_workspace();
  std::vector<Move> moves;
  for (const explore::PathStep& step : steps) {
    const std::byte* state = store.state(step.state);
    Move move = machine.describe(workspace, state, step.action);
    if (move.client != language::nothing) move.client = client_at(standing, move.client);
    moves.push_back(std::move(move));
    const machine::Renaming renaming = machine.renaming(workspace, state, step.action);
    for (std::size_t client = 0; client < machine.model().clients.size(); ++client)
      standing[client] = renaming[standing[client]];
  }
  return moves;
}

}  // namespace

std::variant<Schedule, Keeping> make_schedule(const machine::Machine& machine, const machine::Machine* keeping,
                                              const explore::StateStore& store,
                                              std::span<const explore::PathStep> steps, std::size_t loop_start) {
  constexpr int more_turns = 2;
  std::vector<explore::PathStep> turned(steps.begin(), steps.end());
  const std::span<const explore::PathStep> loop = steps.subspan(std::min(loop_start, steps.size()));
  for (int turn = 0; turn < more_turns; ++turn) turned.insert(turned.end(), loop.begin(), loop.end());

  Schedule schedule;
  std::iota(schedule.standing.begin(), schedule.standing.end(), std::uint8_t{0});
  // A loop leads everybody to where they were.
  std::vector<Move> moves = moves_of(machine, store, turned, schedule.standing);
  if (keeping != nullptr) {
    const Keeping kept = keep_members(machine, *keeping, store, turned, moves);
    if (kept != Keeping::found) return kept;
  }
  for (std::size_t index = 0; index < moves.size(); ++index) {
    const std::size_t in_turn = index < steps.size() ? index : loop_start + (index - steps.size()) % loop.size();
    if (index == loop_start) schedule.loop_start = schedule.moves.size();
    if (index < steps.size())
      add(schedule.moves, schedule.loop_start, std::move(moves[index]));
    else
      add(schedule.more_turns, in_turn == loop_start ? schedule.more_turns.size() : no_loop, std::move(moves[index]));
  }
  return schedule;
}

}  // namespace interlock::trace
