#pragma once
// The front of this room: searches a system and decides obligations. Exact and deterministic:
// states are kept whole, and ids, counts, verdicts and places are the same for any number of
// threads.

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/explore/level_search.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/looking_ahead.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/state_store.hpp"
#include "engine/explore/thread_team.hpp"

namespace interlock::explore {

struct Exploration {
  Outcome outcome;
  StateStore store;
};

/// How many states of this size the limits allow.
inline StateId capacity_of(const Limits& limits, std::size_t state_bytes) {
  if (limits.storage != nullptr) return static_cast<StateId>(std::min<std::uint64_t>(limits.states, most_states));
  const std::uint64_t by_bytes = limits.bytes / (state_bytes + overhead_bytes);
  return static_cast<StateId>(std::min<std::uint64_t>({limits.states, by_bytes, most_states}));
}

/// Searches until everything is decided or a limit is met. Throws what the system throws, and
/// std::bad_alloc when there is not even memory to begin.
template <TransitionSystem System>
Exploration explore(const System& system, std::span<const Obligation> obligations, const Settings& settings = {}) {
  const std::size_t state_bytes = system.state_bytes();
  const StateId capacity = capacity_of(settings.limits, state_bytes);
  Storage* const storage = settings.limits.storage;
  ThreadTeam team(storage == nullptr ? settings.threads : 1);
  Exploration result{{},
                     storage == nullptr
                         ? StateStore(state_bytes, capacity)
                         : StateStore(state_bytes, capacity, *storage, storage_shares(settings.limits.bytes))};
  // What a search needs beside its states goes with it.
  result.outcome = LevelSearch<System>(system, obligations, settings, result.store, team).run();
  look_ahead(system, obligations, settings, team, result.store, result.outcome);
  return result;
}

}  // namespace interlock::explore
