#pragma once
// What a search found out: a plain value, the same for every number of threads.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/explore/ids.hpp"

namespace interlock::explore {

/// Where an obligation was hit: a state, or the edge that `action` of `state` is.
struct Place {
  StateId state = no_state;
  ActionId action = no_action;  ///< `no_action`: the state itself

  bool is_edge() const { return action != no_action; }
  friend bool operator==(const Place&, const Place&) = default;
};

/// One edge of a run.
struct PathStep {
  StateId state = no_state;  ///< the state before
  ActionId action = no_action;

  friend bool operator==(const PathStep&, const PathStep&) = default;
};

/// A run that goes on for ever, from a place on.
struct Lasso {
  std::vector<PathStep> onward;  ///< from the place to the state where the loop begins; no faults
  std::vector<PathStep> loop;    ///< and back to that state, with every actor where it was
  bool is_stuck = false;         ///< from the loop no run without faults ever gets to a goal
};

enum class Verdict : std::uint8_t {
  holds,    ///< never hit; a witness found; always possible; inevitable
  fails,    ///< hit; no witness in the whole state space; a state from which it is impossible; a fair loop
  unknown,  ///< the search ended before
};

/// The most places that a finding lists.
inline constexpr std::size_t most_places = 1024;

struct Finding {
  Verdict verdict = Verdict::unknown;
  /// `never`: violations. `reachable`: witnesses. `always_possible`: states from which it is
  /// impossible. All those with the fewest faults and, among these, steps; the first
  /// `most_places` in order of discovery. `leads_to`, `again_and_again`: the one state in which `lasso` begins.
  std::vector<Place> places;
  std::uint32_t faults = 0;  ///< of a run to one of `places`; `leads_to`: to the loop
  std::uint32_t steps = 0;
  std::optional<Lasso> lasso;  ///< `leads_to` that fails
  bool never_asked = false;    ///< looks ahead and holds: there is no state that it is asked of
  /// `leads_to` that holds: there are runs in which everybody acts, but no time passes, for ever. They do not count.
  bool is_timeless = false;
  /// Looks ahead and is unknown, although the search was complete: what was found may only be so because the system
  /// gave up runs (`cut`).
  bool gave_up = false;
};

/// The states that need exactly this many faults and, with these, exactly this many steps.
struct Level {
  std::uint32_t faults = 0;
  std::uint32_t steps = 0;
  StateId first = 0;
  StateId end = 0;  ///< one past the last

  StateId size() const { return end - first; }
  friend bool operator==(const Level&, const Level&) = default;
};

enum class Ending : std::uint8_t {
  exhausted,     ///< every run was seen
  decided,       ///< nothing was left to decide
  state_limit,   ///< `Limits::states`
  memory_limit,  ///< `Limits::bytes`, or the machine's memory
  stopped,       ///< `Settings::keep_going` said so
};

/// How looking ahead ended, once every run was seen.
enum class Ahead : std::uint8_t {
  done,           ///< or there was nothing to look for
  out_of_memory,  ///< what is not decided needs more than `Limits::bytes`, or than the machine has
  stopped,        ///< `Settings::keep_going` said so
};

struct Outcome {
  std::vector<Finding> findings;  ///< one an obligation, in their order
  Ending ending = Ending::exhausted;
  Ahead ahead = Ahead::done;
  std::uint64_t states = 0;
  std::uint64_t edges = 0;  ///< successors generated, faults included
  /// Runs that the system gave up because of a capacity of its own; in finished levels.
  std::uint64_t cuts = 0;
  /// Every run with fewer faults than this was seen.
  std::uint32_t buckets_finished = 0;
  /// Every run with `buckets_finished` faults and fewer steps than this was seen. Where the search
  /// is complete, this is 0.
  std::uint32_t levels_finished = 0;
  /// In order of discovery, by faults, then steps; some are empty, the last may be unfinished.
  std::vector<Level> levels;

  bool complete() const { return ending == Ending::exhausted; }
};

/// The index of the level that a state belongs to. `levels` are those of the outcome.
inline std::size_t level_of(std::span<const Level> levels, StateId state) {
  const auto after = std::upper_bound(levels.begin(), levels.end(), state,
                                      [](StateId wanted, const Level& level) { return wanted < level.first; });
  return static_cast<std::size_t>(after - levels.begin()) - 1;
}

}  // namespace interlock::explore
