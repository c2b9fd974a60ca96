// Whose turn it is: what fairness has to know of a state.

#include "engine/machine/machine.hpp"

#include <algorithm>

namespace interlock::machine {

Underway Machine::underway(Workspace& workspace, const std::byte* state) const {
  take_parent(workspace, state);
  load(workspace);
  const Word* words = workspace.base.data();
  Underway underway;
  for (language::ClientIndex client = 0; client < layout_.clients.size(); ++client) {
    underway.anyone_paused = underway.anyone_paused || is_held_up(words, client);
    const ClientWords& block = layout_.clients[client];
    for (std::size_t thread = 0; thread < block.location.size(); ++thread)
      if (words[block.location[thread]] != 0) underway.threads[client] |= std::uint32_t{1} << thread;
  }
  return underway;
}

std::uint64_t Machine::ticks_of(Workspace& workspace, const std::byte* state, std::uint32_t action) const {
  if (this->action(action).kind != MoveKind::time) return 0;
  take_parent(workspace, state);
  load(workspace);
  return static_cast<std::uint64_t>(next_moment(workspace));
}

std::vector<std::uint32_t> Machine::thread_counts() const {
  std::vector<std::uint32_t> counts;
  for (const ClientWords& block : layout_.clients) counts.push_back(static_cast<std::uint32_t>(block.location.size()));
  return counts;
}

bool Machine::exchanges_clients() const {
  return reductions_.symmetry && std::any_of(rules_.interchangeable.begin(), rules_.interchangeable.end(),
                                             [](const auto& group) { return group.size() > 1; });
}

}  // namespace interlock::machine
