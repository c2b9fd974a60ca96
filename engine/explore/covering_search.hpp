#pragma once
// Searches a system whose states are sets, some of which contain others: what a state contains needs no look of its own
// where the state was found with as few faults and steps. By faults first, then by steps, so a hit has the fewest.
// Serial: such systems are small.

#include "engine/explore/ids.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/successor_batch.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace interlock::explore {

template <class System>
concept CoveringSystem = requires(System& system, const typename System::State& state) {
  { system.initial() } -> std::same_as<typename System::State>;
  /// Calls `sink(state, labels)` for each successor, `sink.cut()` for each run that is given up.
  system.successors(
      state, Cost::step, [](typename System::State&&, std::uint64_t) {}, [] {});
  { system.labels(state) } -> std::convertible_to<std::uint64_t>;
  /// Only states with equal keys can contain each other. The key lies in the state.
  { system.key(state) } -> std::convertible_to<std::string_view>;
  { system.covers(state, state) } -> std::convertible_to<bool>;
  { system.bytes(state) } -> std::convertible_to<std::uint64_t>;
};

/// Where an obligation was hit: in a state, or on the way from it to its successor of that number.
struct CoveringHit {
  StateId state = no_state;
  Cost cost = Cost::step;         ///< of the way
  std::uint32_t way = no_action;  ///< `no_action`: in the state itself
};

struct CoveringFinding {
  std::vector<CoveringHit> hits;  ///< with the fewest faults and, with these, steps: the first few, in order
  std::uint32_t faults = 0;
  std::uint32_t steps = 0;
};

/// How a state was found: from which other, and which of its successors it is.
struct CoveringOrigin {
  StateId parent = no_state;
  Cost cost = Cost::step;
  std::uint32_t way = 0;
};

/// Finds hits. What looks ahead has none, and is decided by others once all was seen.
template <CoveringSystem System>
class CoveringSearch {
 public:
  using State = typename System::State;

  CoveringSearch(System& system, std::span<const Obligation> obligations, const Settings& settings)
      : system_(system), obligations_(obligations), settings_(settings), findings_(obligations.size()) {}

  Ending run() {
    for (;; ++faults_) {
      std::vector<Level> bucket(faults_);  // by steps; there are no fewer of these than faults
      for (steps_ = faults_;; ++steps_) {
        const bool seeds_left = faults_ > 0 && steps_ <= before_.size();
        const Level last = bucket.empty() ? Level{} : std::move(level_);
        level_.clear();
        if (const auto ending = search_level(last)) return *ending;
        if (all_decided()) return Ending::decided;
        bucket.push_back(level_);
        if (level_.empty() && !seeds_left) break;
      }
      const bool is_empty = std::all_of(bucket.begin(), bucket.end(), [](const Level& level) { return level.empty(); });
      before_ = std::move(bucket);
      if (is_empty) return Ending::exhausted;
    }
  }

  const std::vector<CoveringFinding>& findings() const { return findings_; }
  std::uint64_t states() const { return nodes_.size(); }
  std::uint64_t covered() const { return covered_; }
  std::uint64_t edges() const { return edges_; }
  std::uint64_t cuts() const { return cuts_; }
  /// Every run with fewer faults was seen; with as many, all with fewer steps than `steps`.
  std::uint32_t faults() const { return faults_; }
  std::uint32_t steps() const { return steps_; }
  const State& state(StateId id) const { return nodes_[id].state; }
  const CoveringOrigin& origin(StateId id) const { return nodes_[id].origin; }
  Progress progress(Activity activity) const {
    Progress progress;
    progress.activity = activity;
    progress.faults = faults_;
    progress.steps = steps_;
    progress.states = nodes_.size();
    progress.edges = edges_;
    progress.bytes = bytes_;
    return progress;
  }
  /// Was it looked at? Else one with as many faults and steps contains it.
  bool is_expanded(StateId id) const { return !nodes_[id].is_covered; }
  /// Of the states with this key those that no other contains, in order. Together they contain all.
  std::span<const StateId> largest(const State& state) const {
    const auto bucket = known_.find(system_.key(state));
    return bucket == known_.end() ? std::span<const StateId>{} : std::span<const StateId>{bucket->second};
  }
  /// The fewest faults and, with these, steps with which a state was found.
  std::pair<std::uint32_t, std::uint32_t> cost(StateId id) const {
    std::pair<std::uint32_t, std::uint32_t> cost;
    for (; nodes_[id].origin.parent != no_state; id = nodes_[id].origin.parent) {
      cost.first += nodes_[id].origin.cost == Cost::fault ? 1 : 0;
      ++cost.second;
    }
    return cost;
  }

 private:
  using Level = std::vector<StateId>;
  struct Node {
    State state;
    CoveringOrigin origin;
    bool is_covered = false;  ///< by one with as many faults and steps, before anybody looked at it
  };
  static constexpr std::size_t most_hits = 64;

  /// Faults from the states with one fault and one step less, steps from the level before.
  std::optional<Ending> search_level(const Level& last) {
    if (nodes_.empty()) take(system_.initial(), {});
    if (faults_ > 0 && steps_ > 0 && steps_ - 1 < before_.size())
      if (const auto ending = expand(before_[steps_ - 1], Cost::fault)) return ending;
    if (const auto ending = expand(last, Cost::step)) return ending;
    for (const StateId id : level_)
      if (!nodes_[id].is_covered)
        note(system_.labels(nodes_[id].state), &Obligation::states, {id, Cost::step, no_action});
    return std::nullopt;
  }

  std::optional<Ending> expand(const Level& states, Cost cost) {
    for (const StateId id : states) {
      if (nodes_[id].is_covered) continue;
      std::uint32_t way = 0;
      const auto sink = [&](State&& next, std::uint64_t labels) {
        ++edges_;
        note(labels, &Obligation::edges, {id, cost, way});
        take(std::move(next), {id, cost, way++});
      };
      system_.successors(nodes_[id].state, cost, sink, [&] { ++cuts_; });
      if (nodes_.size() > settings_.limits.states) return Ending::state_limit;
      if (bytes_ > settings_.limits.bytes) return Ending::memory_limit;
      if (!may_go_on()) return Ending::stopped;
    }
    return std::nullopt;
  }

  bool may_go_on() {
    constexpr std::uint32_t between_questions = 1U << 10U;
    if (++asked_ % between_questions != 0 || !settings_.keep_going) return true;
    return settings_.keep_going(progress(Activity::searching));
  }

  /// A new state of this level, unless one that is known contains it.
  void take(State&& state, const CoveringOrigin& origin) {
    const auto bucket = known_.find(system_.key(state));
    if (bucket != known_.end()) {
      std::vector<StateId>& others = bucket->second;
      const auto contains_it = [&](StateId id) { return system_.covers(nodes_[id].state, state); };
      if (std::any_of(others.begin(), others.end(), contains_it)) {
        ++covered_;
        return;
      }
      std::erase_if(others, [&](StateId id) {
        if (!system_.covers(state, nodes_[id].state)) return false;
        nodes_[id].is_covered = std::find(level_.begin(), level_.end(), id) != level_.end();
        return true;
      });
    }
    const auto id = static_cast<StateId>(nodes_.size());
    bytes_ += system_.bytes(state);
    nodes_.push_back({std::move(state), origin});
    known_[system_.key(nodes_.back().state)].push_back(id);
    level_.push_back(id);
  }

  void note(std::uint64_t labels, std::uint64_t Obligation::*which, const CoveringHit& hit) {
    if (labels == 0) return;
    for (std::size_t index = 0; index < obligations_.size(); ++index) {
      if ((obligations_[index].*which & labels) == 0 || obligations_[index].looks_ahead()) continue;
      CoveringFinding& finding = findings_[index];
      if (finding.hits.empty()) {
        finding.faults = faults_;
        finding.steps = steps_;
      }
      const bool is_as_cheap = finding.faults == faults_ && finding.steps == steps_;
      if (is_as_cheap && finding.hits.size() < most_hits) finding.hits.push_back(hit);
    }
  }

  bool all_decided() const {
    bool all = true;
    for (std::size_t index = 0; index < obligations_.size(); ++index)
      all = all && (!findings_[index].hits.empty() || obligations_[index].by_the_way);
    return all;
  }

  System& system_;
  std::span<const Obligation> obligations_;
  const Settings& settings_;
  std::vector<CoveringFinding> findings_;
  std::deque<Node> nodes_;  ///< states stay where they are: the keys lie in them
  std::unordered_map<std::string_view, std::vector<StateId>> known_;
  std::vector<Level> before_;  ///< by steps: with one fault less
  Level level_;
  std::uint32_t faults_ = 0;
  std::uint32_t steps_ = 0;
  std::uint64_t covered_ = 0;
  std::uint64_t edges_ = 0;
  std::uint64_t cuts_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint32_t asked_ = 0;
};

}  // namespace interlock::explore
