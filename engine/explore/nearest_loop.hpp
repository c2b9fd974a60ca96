#pragma once
// The nearest states of fair loops: fewest faults, then fewest steps of a run that comes to an asked state and from
// there, without faults and past no goal, to the loop.

#include <algorithm>
#include <cstdint>
#include <map>
#include <new>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/assert.hpp"
#include "engine/explore/edge_scan.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/state_set.hpp"

namespace interlock::explore {

/// `Allowed(edge)`: whether a run may take an edge once it has been asked.
template <TransitionSystem System, class Allowed>
class NearestLoop {
 public:
  /// `starts`: asked, and no goals; `pending`: what allowed edges reach from there. `room`: bytes that it may have.
  NearestLoop(EdgeScan<System>& scan, std::span<const Level> levels, const StateSet& starts, const StateSet& pending,
              std::uint64_t room, StopWatch& watch, Allowed allowed)
      : scan_(scan),
        watch_(watch),
        levels_(levels),
        starts_(starts),
        pending_(pending),
        room_(room),
        allowed_(std::move(allowed)) {
    const StateId states = levels.empty() ? 0 : levels.back().end;
    for (StateId id = 0; id < states && !leaves_starts_; ++id) leaves_starts_ = pending.has(id) && !starts.has(id);
  }

  /// The nearest states of `looping`, the first `most_entries` of them; empty where none can be reached. Throws
  /// Stopped, and std::bad_alloc where there is no room.
  std::vector<StateId> find(const StateSet& looping) {
    for (const Level& level : levels_) {
      if (search_before(level, looping)) return entries_;
      faults_ = level.faults;
      steps_ = level.steps;
      for (StateId id = level.first; id < level.end; ++id) {
        if (starts_.has(id)) settle(id, {id, no_action}, looping);
      }
      if (settle_all(waiting_[{faults_, steps_}], looping)) return entries_;
    }
    search_before({~std::uint32_t{0}, 0, 0, 0}, looping);
    return entries_;
  }

  std::uint32_t faults() const { return faults_; }
  std::uint32_t steps() const { return steps_; }

  /// The asked state from which a found one was reached, and the way from there.
  StateId start_of(StateId state, std::vector<PathStep>& onward) const {
    for (;;) {
      const PathStep& before = before_.at(state);
      if (before.action == no_action) break;
      onward.push_back(before);
      state = before.state;
    }
    std::reverse(onward.begin(), onward.end());
    return state;
  }

 private:
  static constexpr std::size_t most_entries = 64;
  static constexpr std::uint64_t bytes_of_state = 80;  // of a state in the containers below, about

  /// The states that wait with a price below that of a level. True: a loop was found.
  bool search_before(const Level& level, const StateSet& looping) {
    while (!waiting_.empty() && waiting_.begin()->first < std::pair(level.faults, level.steps)) {
      std::tie(faults_, steps_) = waiting_.begin()->first;
      if (settle_all(waiting_.begin()->second, looping)) return true;
      waiting_.erase(waiting_.begin());
    }
    return false;
  }

  bool settle_all(std::vector<std::pair<StateId, PathStep>>& queue, const StateSet& looping) {
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const auto [state, before] = queue[next];
      settle(state, before, looping);
    }
    return !entries_.empty();
  }

  void settle(StateId state, const PathStep& before, const StateSet& looping) {
    if (!before_.emplace(state, before).second) return;
    watch_.look();
    if (before_.size() * bytes_of_state > room_) throw std::bad_alloc();
    if (looping.has(state) && entries_.size() < most_entries) entries_.push_back(state);
    // A run reaches no start sooner by way of another.
    if (!leaves_starts_) return;
    scan_.scan(
        state, state + 1, Cost::time | Cost::step,
        [&](const Edge& edge) { return allowed_(edge) && !starts_.has(edge.to) && pending_.has(edge.to); },
        [&](const Edge& edge) {
          if (before_.contains(edge.to)) return;
          const std::uint32_t steps = steps_ + (edge.cost == Cost::time ? 0 : 1);
          waiting_[{faults_, steps}].emplace_back(edge.to, PathStep{edge.from, edge.action});
        });
  }

  EdgeScan<System>& scan_;
  StopWatch& watch_;
  std::span<const Level> levels_;
  const StateSet& starts_;
  const StateSet& pending_;
  std::uint64_t room_;
  Allowed allowed_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::pair<StateId, PathStep>>> waiting_;
  std::map<StateId, PathStep> before_;
  std::vector<StateId> entries_;
  bool leaves_starts_ = false;
  std::uint32_t faults_ = 0;
  std::uint32_t steps_ = 0;
};

}  // namespace interlock::explore
