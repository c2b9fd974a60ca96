#pragma once
// The search: buckets of runs with equally many faults, and in them levels of equally many steps.
//
// Level (k, s) takes in, in this order: the successors by a fault of the states of level
// (k - 1, s - 1), the successors by a step of those of level (k, s - 1), and then, until nothing
// new comes, the successors by time of its own states. Bucket k is searched to its end before
// bucket k + 1. So a state is found first with the fewest faults and, with these, the fewest
// steps, and ids go up with (faults, steps). This is Dial's shortest path search (Algorithm 360,
// CACM 12:11, 1969) with pairs for lengths; edges by faults are not kept, but generated again
// when their bucket comes.

#include <algorithm>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "engine/explore/limits.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/parallel_expansion.hpp"
#include "engine/explore/search_context.hpp"
#include "engine/explore/serial_expansion.hpp"
#include "engine/explore/thread_team.hpp"

namespace interlock::explore {

template <TransitionSystem System>
class LevelSearch {
 public:
  LevelSearch(const System& system, std::span<const Obligation> obligations, const Settings& settings,
              StateStore& store, ThreadTeam& team)
      : system_(system),
        settings_(settings),
        store_(store),
        team_(team),
        findings_(obligations),
        meter_(settings, store),
        context_{system, obligations, store, findings_, meter_},
        serial_(context_) {}

  /// Leaves obligations that look ahead `unknown`. Call it once.
  Outcome run() {
    Outcome outcome;
    resume();
    try {
      outcome.ending = search();
    } catch (const std::bad_alloc&) {
      outcome.ending = Ending::memory_limit;
      finish_level();
    }
    if (levels_saved_ != levels_done_) save();
    outcome.findings = findings_.conclude(outcome.complete());
    outcome.states = store_.size();
    outcome.edges = meter_.edges();
    outcome.cuts = meter_.cuts();
    outcome.buckets_finished = buckets_finished_;
    outcome.levels_finished = levels_finished_;
    outcome.levels = std::move(levels_);
    return outcome;
  }

 private:
  // Below this many states, waking threads takes longer than what they would save.
  static constexpr StateId least_parallel = 2000;

  /// Takes up what the journal has of an earlier search.
  void resume() {
    Journal* journal = settings_.journal;
    const Checkpoint* from = journal == nullptr ? nullptr : journal->start(store_.capacity());
    if (from == nullptr || from->levels.empty()) return;
    store_.load(from->states(),
                [&](std::span<std::byte> states, std::span<Link> links) { journal->read(states, links); });
    levels_ = from->levels;
    meter_.resume(*from);
    findings_.resume(from->findings);
    if constexpr (ObservingSystem<System>) system_.observe(from->observed);
    note_finished_level();
    levels_saved_ = levels_done_;
    states_saved_ = from->states();
  }

  void note_finished_level() {
    levels_done_ = levels_.size();
    edges_done_ = meter_.edges();
    buckets_finished_ = levels_.back().faults;
    levels_finished_ = levels_.back().steps + 1;
  }

  /// Saves the search as it was after its last finished level. What the system observed since then is observed again
  /// when the search goes on.
  void save() {
    if (settings_.journal == nullptr) return;
    Checkpoint checkpoint;
    checkpoint.levels.assign(levels_.begin(), levels_.begin() + static_cast<std::ptrdiff_t>(levels_done_));
    checkpoint.edges = edges_done_;
    checkpoint.cuts = meter_.cuts();
    checkpoint.findings = findings_.decided_until(checkpoint.levels.back());
    if constexpr (ObservingSystem<System>) checkpoint.observed = system_.observed();
    store_.hand_over(
        states_saved_, checkpoint.states(),
        [&](std::span<const std::byte> states, std::span<const Link> links) { settings_.journal->add(states, links); });
    settings_.journal->save(checkpoint);
    levels_saved_ = levels_done_;
    states_saved_ = checkpoint.states();
  }

  Ending search() {
    if (findings_.all_decided()) return Ending::decided;
    for (std::uint32_t faults = levels_.empty() ? 0 : levels_.back().faults;; ++faults) {
      if (const std::optional<Ending> ending = search_bucket(faults)) return *ending;
      buckets_finished_ = faults + 1;
      levels_finished_ = 0;
      const std::span<const Level> bucket = levels_with(faults);
      const bool found_none = bucket.empty() || bucket.front().first == store_.size();
      if (found_none || !system_.has(Cost::fault)) return Ending::exhausted;
    }
  }

  /// They stand side by side, one a step.
  std::span<const Level> levels_with(std::uint32_t faults) const {
    const auto has_fewer = [&](const Level& level) { return level.faults < faults; };
    const auto has_no_more = [&](const Level& level) { return level.faults <= faults; };
    return {std::partition_point(levels_.begin(), levels_.end(), has_fewer),
            std::partition_point(levels_.begin(), levels_.end(), has_no_more)};
  }

  std::optional<Ending> search_bucket(std::uint32_t faults) {
    const std::span<const Level> before = faults == 0 ? std::span<const Level>() : levels_with(faults - 1);
    const std::vector<Level> fewer_faults(before.begin(), before.end());
    const std::span<const Level> done = levels_with(faults);  // of a search that goes on
    Level frontier = done.empty() ? Level{} : done.back();
    for (std::uint32_t steps = faults + static_cast<std::uint32_t>(done.size());; ++steps) {
      // The bucket before starts at `faults - 1` steps: its levels stand one by one.
      const std::size_t step = steps - faults;
      const bool seeds_left = step < fewer_faults.size();
      const bool at_start = faults == 0 && steps == 0;
      if (!at_start && !seeds_left && frontier.size() == 0) return std::nullopt;
      const Level seeds = seeds_left ? fewer_faults[step] : Level{};
      if (const auto ending = search_level(faults, steps, seeds, frontier)) return ending;
      frontier = levels_.back();
    }
  }

  std::optional<Ending> search_level(std::uint32_t faults, std::uint32_t steps, const Level& seeds,
                                     const Level& frontier) {
    levels_.push_back({faults, steps, store_.size(), store_.size()});
    meter_.start_level(faults, steps, frontier.size());
    const Expansion expansion = expand_level(seeds, frontier);
    finish_level();
    if (expansion == Expansion::full) {
      return store_.size() < settings_.limits.states ? Ending::memory_limit : Ending::state_limit;
    }
    if (expansion == Expansion::stopped) return Ending::stopped;
    meter_.finish_level();
    note_finished_level();
    if (settings_.journal != nullptr && settings_.journal->wants(store_.size())) save();
    if (findings_.all_decided()) return Ending::decided;
    if (!meter_.ask()) return Ending::stopped;
    return std::nullopt;
  }

  Expansion expand_level(const Level& seeds, const Level& frontier) {
    Expansion expansion = Expansion::finished;
    if (store_.size() == 0) expansion = serial_.take_initial();
    if (expansion == Expansion::finished) expansion = expand(seeds, Cost::fault);
    if (expansion == Expansion::finished) expansion = expand(frontier, Cost::step);
    Level fresh = levels_.back();
    while (expansion == Expansion::finished && fresh.first < store_.size()) {
      fresh.end = store_.size();
      expansion = expand(fresh, Cost::time);
      fresh.first = fresh.end;
    }
    return expansion;
  }

  Expansion expand(const Level& range, Cost cost) {
    if (!system_.has(cost) || range.size() == 0) return Expansion::finished;
    if (team_.size() == 1 || range.size() < least_parallel) {
      return serial_.expand(range.first, range.end, cost);
    }
    if (!parallel_) parallel_.emplace(context_, team_);
    return parallel_->expand(range.first, range.end, cost);
  }

  /// Also of a level that is not finished: what it has hit is true.
  void finish_level() {
    if (levels_.empty()) return;
    levels_.back().end = store_.size();
    findings_.finish_level(levels_.back().faults, levels_.back().steps);
  }

  const System& system_;
  const Settings& settings_;
  StateStore& store_;
  ThreadTeam& team_;
  Findings findings_;
  Meter meter_;
  SearchContext<System> context_;
  SerialExpansion<System> serial_;
  std::optional<ParallelExpansion<System>> parallel_;
  std::vector<Level> levels_;
  std::size_t levels_done_ = 0;  // the last of `levels_` may be unfinished
  std::size_t levels_saved_ = 0;
  StateId states_saved_ = 0;
  std::uint64_t edges_done_ = 0;  // of finished levels
  std::uint32_t buckets_finished_ = 0;
  std::uint32_t levels_finished_ = 0;
};

}  // namespace interlock::explore
