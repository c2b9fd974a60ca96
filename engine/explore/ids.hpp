#pragma once
// Numbers that stand for states and for edges.

#include "engine/index.hpp"

#include <cstdint>
#include <limits>

namespace interlock::explore {

/// A state's number: its place in the order of discovery.
using StateId = std::uint32_t;

/// A system's own name for an edge. A state and an action determine one edge.
using ActionId = Index<struct Action>;

/// The parent of an initial state; the answer of a lookup that found nothing.
inline constexpr StateId no_state = std::numeric_limits<StateId>::max();

/// Stands where no edge is meant. No system may use it as an action.
inline constexpr ActionId no_action{std::numeric_limits<std::uint32_t>::max()};

/// The most states a search can hold. Ids above it are for states not yet numbered.
inline constexpr StateId most_states = 0xF000'0000U;

}  // namespace interlock::explore
