#pragma once
// What the search asks of a system: packed states and how one follows another. Nothing of names,
// languages or locks. `machine` satisfies it; so do the toy systems of tests/explore.
//
// A system is immutable while it is searched. Its functions are called from several threads at
// once, each with a workspace of its own. Pointers to states are aligned to 8 bytes.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "engine/explore/ids.hpp"
#include "engine/explore/successor_batch.hpp"

namespace interlock::explore {

template <class System>
using WorkspaceOf = decltype(std::declval<const System&>().make_workspace());

/// - `state_bytes()`: size of a packed state: 8 to 4096, a multiple of 8; padding bytes are
///   always equal (zero).
/// - `make_workspace()`: scratch memory, one a thread.
/// - `has(cost)`: false when no state has a successor of that cost.
/// - `initial(workspace, sink)`: calls `sink(Cost::time, n, 0, state)` once an initial state.
/// - `successors(workspace, state, selection, sink)`: calls `sink(cost, action, labels,
///   successor)` for each successor of a selected cost, in an order that depends on the state
///   alone. `labels` are those of the edge. `state` stays valid meanwhile; `successor` need only
///   be valid during the call. States that count as the same must be the same bytes. A system that gives up
///   a run because of a capacity of its own calls `sink.cut()`.
/// - `labels(workspace, state)`: the labels of a state.
template <class System>
concept TransitionSystem = requires(const System& system, WorkspaceOf<System>& workspace, const std::byte* state,
                                    Selection selection, SuccessorBatch& sink) {
  { system.state_bytes() } -> std::convertible_to<std::size_t>;
  { system.has(Cost::time) } -> std::convertible_to<bool>;
  system.initial(workspace, sink);
  system.successors(workspace, state, selection, sink);
  { system.labels(workspace, state) } -> std::convertible_to<std::uint64_t>;
};

/// The most actors that a system may tell apart.
inline constexpr std::size_t most_actors = 8;

/// Nobody acts: time passes, or a server does something.
inline constexpr std::uint32_t no_actor = std::numeric_limits<std::uint32_t>::max();

/// What makes one story simpler than another of the same number of faults and steps.
struct EdgeDetail {
  std::uint64_t ticks = 0;         ///< time that passes along the edge
  std::uint32_t actor = no_actor;  ///< who acts: a slot of the state before, below `most_actors`
  /// Where each slot went: slot `i` of the state before is slot `renamed[i]` of the state after.
  /// Not the identity only where a canonical form exchanged interchangeable actors.
  std::array<std::uint8_t, most_actors> renamed{0, 1, 2, 3, 4, 5, 6, 7};
};

/// A system that can also compare stories: `edge_detail(workspace, state, action)`. Asked only of
/// edges that the system has given.
template <class System>
concept DetailedSystem = TransitionSystem<System> &&
    requires(const System& system, WorkspaceOf<System>& workspace, const std::byte* state, ActionId action) {
  { system.edge_detail(workspace, state, action) } -> std::same_as<EdgeDetail>;
};

}  // namespace interlock::explore
