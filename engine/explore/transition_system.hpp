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
#include <span>
#include <utility>
#include <vector>

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

/// A system that notes things while it is searched, to be asked when it was searched to the end: `observed()` are
/// bytes, each of which only ever goes from 0 to 1, and which depend on the expanded states alone; `observe(bytes)`
/// adds what an earlier search of it had observed.
template <class System>
concept ObservingSystem = TransitionSystem<System> &&
    requires(const System& system, const std::vector<std::uint8_t>& bytes) {
  { system.observed() } -> std::same_as<std::vector<std::uint8_t>>;
  system.observe(bytes);
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

/// The most actors, and threads of all of them together, that fairness can follow.
inline constexpr std::size_t most_fair_actors = 32;
inline constexpr std::size_t most_fair_threads = 512;

/// Where each actor stands: actor `i` is in slot `standing[i]`.
using Standing = std::array<std::uint8_t, most_fair_actors>;

/// Whose turn an edge is: a thread of the actor in a slot; `no_actor` for time and what servers do.
struct Turn {
  std::uint32_t actor = no_actor;
  std::uint32_t thread = 0;
  bool is_deadline = false;  ///< what a deadline brings about, that of an actor or of a server
};

/// What else an edge does.
struct Passage {
  std::uint64_t ticks = 0;  ///< time that passes
  Standing renamed{};       ///< where each slot went
};

/// Who has something under way in a state.
struct Underway {
  bool stands_still = false;                              ///< somebody is held up, and until then the state is not fair
  std::array<std::uint32_t, most_fair_actors> threads{};  ///< by slot: a bit a thread that must act if it always can
};

/// A bit for each of so many threads; at most 31.
constexpr std::uint32_t all_threads(std::uint32_t count) { return (std::uint32_t{1} << count) - 1; }

constexpr std::uint32_t bit_of(const Turn& turn) { return std::uint32_t{1} << turn.thread; }

/// Of the `count` threads in a slot, those that owe nothing in a state: not under way, or not `able` to act.
constexpr std::uint32_t free_threads(std::uint32_t count, std::uint32_t underway, std::uint32_t able) {
  return all_threads(count) & ~(underway & able);
}

/// A system with actors that take turns, for what has to happen in the end. A run is fair when time
/// passes in it without end, nobody stands still for ever, and every thread that is under way and
/// could act, from some moment on without a break, does act.
/// - `threads()`: by slot, how many threads its actor has; interchangeable actors have the same.
/// - `exchanges()`: false when every edge leaves all actors in their slots.
template <class System>
concept FairSystem = TransitionSystem<System> &&
    requires(const System& system, WorkspaceOf<System>& workspace, const std::byte* state, ActionId action) {
  { system.threads() } -> std::convertible_to<std::vector<std::uint32_t>>;
  { system.exchanges() } -> std::convertible_to<bool>;
  { system.turn(action) } -> std::same_as<Turn>;
  { system.passage(workspace, state, action) } -> std::same_as<Passage>;
  { system.underway(workspace, state) } -> std::same_as<Underway>;
};

/// A fair system that has more loops than there are: `may_last(actions)` says whether a run can go by these edges, all
/// of one strong component, without end.
template <class System>
concept DoubtfulSystem = FairSystem<System> && requires(const System& system, std::span<const ActionId> actions) {
  { system.may_last(actions) } -> std::convertible_to<bool>;
};

}  // namespace interlock::explore
