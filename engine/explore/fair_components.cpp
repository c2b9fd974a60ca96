#include "engine/explore/fair_components.hpp"

#include <numeric>

namespace interlock::explore {

FairComponents::FairComponents(const Components& components, const StateSet& candidates,
                               const std::vector<std::uint32_t>& threads)
    : components_(components),
      candidates_(candidates),
      threads_(threads),
      is_asked_(components.size.size(), false),
      passes_time_(components.size.size(), false),
      could_move_on_(components.size.size(), false),
      stands_still_(components.size.size(), false),
      rank_(components.of_state.size(), 0) {
  std::uint32_t count = 0;
  for (StateId state = 0; state < rank_.size(); ++state) {
    if (candidates.has(state)) rank_[state] = count++;
  }
  parents_.resize(std::size_t{count} * threads.size());
  std::iota(parents_.begin(), parents_.end(), 0U);
  served_.assign(parents_.size(), 0);
  acts_.assign(parents_.size(), false);
  rests_.assign(parents_.size(), false);
}

std::uint32_t FairComponents::root(std::uint32_t pair) {
  while (parents_[pair] != pair) {
    parents_[pair] = parents_[parents_[pair]];
    pair = parents_[pair];
  }
  return pair;
}

void FairComponents::note_free(StateId state, std::uint32_t slot, std::uint32_t threads) {
  served_[root(pair_of(state, slot))] |= threads;
}

void FairComponents::note_act(StateId state, const Turn& turn) {
  note_free(state, turn.actor, bit_of(turn));
  acts_[root(pair_of(state, turn.actor))] = true;
}

void FairComponents::note_rest(StateId state, std::uint32_t slot) { rests_[root(pair_of(state, slot))] = true; }

/// Does somebody act in the component who is never at rest in it?
bool FairComponents::is_driven(StateId state) {
  for (std::uint32_t slot = 0; slot < threads_.size(); ++slot) {
    const std::uint32_t one = root(pair_of(state, slot));
    if (acts_[one] && !rests_[one]) return true;
  }
  return false;
}

void FairComponents::note_edge(StateId from, StateId to, const Standing& renamed) {
  for (std::uint32_t slot = 0; slot < threads_.size(); ++slot) {
    const std::uint32_t one = root(pair_of(from, slot));
    const std::uint32_t other = root(pair_of(to, renamed[slot]));
    if (one == other) continue;
    parents_[other] = one;
    served_[one] |= served_[other];
    if (acts_[other]) acts_[one] = true;
    if (rests_[other]) rests_[one] = true;
  }
}

StateSet FairComponents::conclude() {
  std::vector<bool> fair(components_.size.size(), true);
  for (std::size_t index = 0; index < fair.size(); ++index) fair[index] = is_asked_[index] && !stands_still_[index];
  for (StateId state = 0; state < rank_.size(); ++state) {
    if (!candidates_.has(state)) continue;
    for (std::uint32_t slot = 0; slot < threads_.size(); ++slot) {
      if (served_[root(pair_of(state, slot))] != all_threads(threads_[slot])) fair[component(state)] = false;
    }
  }
  StateSet states(static_cast<StateId>(rank_.size()));
  for (StateId state = 0; state < rank_.size(); ++state) {
    if (!candidates_.has(state) || !fair[component(state)]) continue;
    if (passes_time_[component(state)])
      states.insert(state);
    else if (!could_move_on_[component(state)] && is_driven(state))
      is_timeless_ = true;
  }
  return states;
}

}  // namespace interlock::explore
