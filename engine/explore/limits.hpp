#pragma once
// How far a search may go, and what it tells on the way.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>

#include "engine/explore/ids.hpp"
#include "engine/explore/journal.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/storage.hpp"

namespace interlock::explore {

enum class Activity : std::uint8_t {
  searching,
  looking_ahead,      ///< at the graph of all states, for what stays possible and what must happen in the end
  looking_for_loops,  ///< for the shortest one that shows that something need not happen
  telling,            ///< looking for the simplest run
};

/// Where a search is. Only the counts of finished levels are the same on every run.
struct Progress {
  Activity activity = Activity::searching;
  std::uint32_t faults = 0;        ///< the bucket: runs with this many faults
  std::uint32_t steps = 0;         ///< the level in it
  std::uint64_t states = 0;        ///< found so far
  std::uint64_t edges = 0;         ///< generated so far
  std::uint64_t level_states = 0;  ///< found in this level so far
  std::uint64_t frontier = 0;      ///< states of the previous level, whose steps make this one
  std::uint64_t bytes = 0;         ///< memory of states and their index
  double ratio = 0;                ///< of the last two finished levels with these faults; 0: there are none
  /// About how many states with these faults are still to be found (see Pace), where that can be said.
  std::optional<std::uint64_t> to_come;
};

/// Of a search that has ended, and whose states are gone over again.
inline Progress progress_of(const Outcome& outcome, Activity activity) {
  Progress progress;
  progress.activity = activity;
  progress.faults = outcome.buckets_finished;
  progress.states = outcome.states;
  progress.edges = outcome.edges;
  return progress;
}

/// Bytes a state that the store needs beside the packed state, at most, between two growths.
inline constexpr std::uint64_t overhead_bytes = 24;

struct Limits {
  std::uint64_t states = most_states;
  /// Counted as `state_bytes + overhead_bytes` a state, so that a search ends at the same state
  /// on every machine. The graph of what looks ahead counts too, and the search for loops in it.
  std::uint64_t bytes = std::uint64_t{16} << 30U;
  /// Where states and their links go; null: they are in memory. With a storage they do not count, and `bytes` end no
  /// search, but only make it slower. The search has one thread then.
  Storage* storage = nullptr;
};

/// How a search with a storage divides its memory: an index that grows with the states, until it has its share; then
/// batches of states that are looked up; and the rest is for what comes after the search.
struct StorageShares {
  std::uint64_t index = 0;
  std::uint64_t batch = 0;
};
constexpr StorageShares storage_shares(std::uint64_t bytes) { return {bytes / 8 * 5, bytes / 4}; }

/// Bytes a state that the index of a search with a storage needs, at most, between two growths.
inline constexpr std::uint64_t index_entry_bytes = 11;

/// What a search has not used up.
inline std::uint64_t bytes_left(const Limits& limits, const Outcome& outcome, std::size_t state_bytes) {
  const StorageShares shares = storage_shares(limits.bytes);
  const std::uint64_t used = limits.storage != nullptr
                                 ? std::min(outcome.states * index_entry_bytes, shares.index) + shares.batch
                                 : outcome.states * (state_bytes + overhead_bytes);
  return limits.bytes > used ? limits.bytes - used : 0;
}

struct Settings {
  Limits limits;
  unsigned threads = 1;
  /// Called by the thread that called `explore`, after every level and about every 64 thousand
  /// expansions; false ends the search. May be empty.
  std::function<bool(const Progress&)> keep_going;
  /// Saves the search after its levels, and has what it goes on from; null: it is not saved.
  Journal* journal = nullptr;
};

/// Thrown in the middle of a question about what looks ahead where `keep_going` says so; it does not leave this room.
struct Stopped {};

/// Throws Stopped.
inline void ask_to_go_on(const Settings& settings, const Progress& progress) {
  if (settings.keep_going && !settings.keep_going(progress)) throw Stopped();
}

/// Asks `keep_going` every so many calls.
class StopWatch {
 public:
  StopWatch(const Settings& settings, const Progress& progress) : settings_(settings), progress_(progress) {}

  /// Throws Stopped.
  void look() {
    constexpr std::uint32_t calls_between_questions = 1U << 14U;
    if (++calls_ % calls_between_questions == 0) ask_to_go_on(settings_, progress_);
  }

 private:
  const Settings& settings_;
  Progress progress_;
  std::uint32_t calls_ = 0;
};

}  // namespace interlock::explore
