#pragma once
// The simplest run to what an obligation found: fewest faults, then steps (every run along tight
// edges has these), then least time, then fewest switches of actor.
//
// A sweep over the levels, from the places backward, generates the edges of each level again and
// keeps those that lead to a state already known to be on the way; `StoryGraph` then chooses.
// This costs about as much as the search up to there.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/assert.hpp"
#include "engine/explore/edge_scan.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/state_set.hpp"
#include "engine/explore/story_graph.hpp"
#include "engine/explore/thread_team.hpp"

namespace interlock::explore {

struct PathSettings {
  /// The most states that may lie on shortest runs to the places; with more, the first place and
  /// the way on which it was found are taken.
  std::size_t states = std::size_t{1} << 20U;
  unsigned threads = 1;
  /// Asked now and then; false: the first place and the way on which it was found are taken. May be empty.
  std::function<bool()> keep_going;
};

/// Bytes that a state on a shortest run costs while a story is chosen, with its edges, about.
inline constexpr std::size_t story_state_bytes = 512;

/// The index of the level with these faults and steps, if there is one.
inline std::optional<std::size_t> find_level(std::span<const Level> levels, std::uint32_t faults, std::uint32_t steps) {
  const auto found = std::lower_bound(levels.begin(), levels.end(), std::pair(faults, steps),
                                      [](const Level& level, const std::pair<std::uint32_t, std::uint32_t>& wanted) {
                                        return std::pair(level.faults, level.steps) < wanted;
                                      });
  if (found == levels.end() || found->faults != faults || found->steps != steps) return {};
  return static_cast<std::size_t>(found - levels.begin());
}

template <TransitionSystem System>
class PathSearch {
 public:
  PathSearch(const System& system, const StateStore& store, std::span<const Level> levels, const PathSettings& settings)
      : system_(system),
        store_(store),
        levels_(levels),
        settings_(settings),
        team_(store.is_stored() ? 1 : settings.threads),
        workspace_(system.make_workspace()),
        scan_(system, store, team_),
        on_the_way_(store.size()),
        counts_(levels.size(), 0) {}

  Path run(std::span<const Place> places) {
    INTERLOCK_ASSERT(!places.empty(), "a path needs a place to lead to");
    std::size_t top = 0;
    for (const Place& place : places) {
      add_state(place.state);
      top = std::max(top, level_of(levels_, place.state));
      if (place.is_edge() && !store_.is_stored()) last_edges_.push_back(edge_at(place));
    }
    if (store_.is_stored()) find_last_edges(places);
    for (std::size_t index = top + 1; index-- > 0;) {
      sweep(index);
      if (is_stopped_ || states_.size() > settings_.states) return first_path(places.front());
    }
    std::sort(states_.begin(), states_.end());
    std::vector<StateId> initial;
    for (const StateId id : states_) {
      if (store_.parent(id) == no_state) initial.push_back(id);
    }
    StoryGraph graph(std::move(states_), std::move(edges_), std::move(last_edges_));
    return graph.simplest(initial, places, levels_);
  }

 private:
  bool add_state(StateId id) {
    if (!on_the_way_.insert(id)) return false;
    states_.push_back(id);
    ++counts_[level_of(levels_, id)];
    return true;
  }

  StoryEdge edge_at(const Place& place) {
    StoryEdge found;
    scan_.scan(
        place.state, place.state + 1, Cost::time | Cost::step | Cost::fault,
        [&](const Edge& edge) { return edge.action == place.action; },
        [&](const Edge& edge) { found = story_edge(edge); });
    INTERLOCK_ASSERT(found.from != no_state, "a system gave an edge only once");
    return found;
  }

  /// All at once: where states are far away, looking one up costs as much as looking many up.
  void find_last_edges(std::span<const Place> places) {
    using Key = std::pair<StateId, ActionId>;
    const auto key_of = [](const Place& place) { return Key(place.state, place.action); };
    std::map<Key, StoryEdge> found;
    for (const Place& place : places)
      if (place.is_edge()) found[key_of(place)];
    if (found.empty()) return;
    scan_.scan(
        found.begin()->first.first, found.rbegin()->first.first + 1, Cost::time | Cost::step | Cost::fault,
        [&](const Edge& edge) { return found.contains(Key(edge.from, edge.action)); },
        [&](const Edge& edge) { found[Key(edge.from, edge.action)] = story_edge(edge); });
    for (const Place& place : places)
      if (place.is_edge()) last_edges_.push_back(found[key_of(place)]);
  }

  StoryEdge story_edge(const Edge& edge) {
    StoryEdge story{edge.from, edge.to, edge.action, {}};
    if constexpr (DetailedSystem<System>) {
      story.detail = system_.edge_detail(workspace_, store_.state(edge.from), edge.action);
    }
    return story;
  }

  /// Adds the states of a level that are on the way, and their edges.
  void sweep(std::size_t index) {
    const Level& level = levels_[index];
    Selection wanted;
    const Level by_step = next_on_the_way(level, 0);
    const Level by_fault = next_on_the_way(level, 1);
    if (by_step.size() != 0) wanted = wanted | Cost::step;
    if (by_fault.size() != 0) wanted = wanted | Cost::fault;
    scan_in_pieces(
        level, wanted,
        [&](const Edge& edge) {
          const Level& target = edge.cost == Cost::step ? by_step : by_fault;
          return edge.to >= target.first && edge.to < target.end && on_the_way_.has(edge.to);
        },
        [&](const Edge& edge) { add_edge(edge); });
    if (counts_[index] != 0 && !is_stopped_) sweep_time(level);
  }

  /// EdgeScan::scan of a level, with questions whether to go on.
  template <class Keep, class Take>
  void scan_in_pieces(const Level& level, Selection wanted, const Keep& keep, const Take& take) {
    constexpr StateId states_between_questions = StateId{1} << 16U;
    for (StateId first = level.first; first < level.end && !is_stopped_;) {
      const StateId end = first + std::min(level.end - first, states_between_questions);
      scan_.scan(first, end, wanted, keep, take);
      first = end;
      is_stopped_ = settings_.keep_going && !settings_.keep_going();
    }
  }

  /// The level that a step or a fault leads to, where it matters.
  Level next_on_the_way(const Level& level, std::uint32_t faults) const {
    const auto next = find_level(levels_, level.faults + faults, level.steps + 1);
    return next && counts_[*next] != 0 ? levels_[*next] : Level{};
  }

  void add_edge(const Edge& edge) {
    if (states_.size() > settings_.states) return;
    add_state(edge.from);
    edges_.push_back(story_edge(edge));
  }

  /// Time may also lead a state to itself and yet exchange its actors.
  void sweep_time(const Level& level) {
    std::vector<Edge> inside;
    scan_in_pieces(
        level, Cost::time, [&](const Edge& edge) { return edge.to >= level.first && edge.to < level.end; },
        [&](const Edge& edge) { inside.push_back(edge); });
    if (is_stopped_) return;
    // Most lead to a later state, so one turn from the end nearly always does.
    for (bool more = true; more;) {
      more = false;
      for (auto edge = inside.rbegin(); edge != inside.rend(); ++edge) {
        if (on_the_way_.has(edge->to) && add_state(edge->from)) more = true;
      }
    }
    for (const Edge& edge : inside) {
      if (on_the_way_.has(edge.to)) add_edge(edge);
    }
  }

  /// The way on which a place was found.
  Path first_path(const Place& place) {
    Path path;
    path.end = place.state;
    for (StateId id = place.state; store_.parent(id) != no_state; id = store_.parent(id)) {
      path.steps.push_back({store_.parent(id), store_.action(id)});
    }
    std::reverse(path.steps.begin(), path.steps.end());
    if (place.is_edge()) {
      path.steps.push_back({place.state, place.action});
      path.end = edge_at(place).to;
    }
    return path;
  }

  const System& system_;
  const StateStore& store_;
  std::span<const Level> levels_;
  PathSettings settings_;
  ThreadTeam team_;
  WorkspaceOf<System> workspace_;
  EdgeScan<System> scan_;
  StateSet on_the_way_;
  std::vector<std::uint32_t> counts_;  // of states on the way, by level
  std::vector<StateId> states_;
  std::vector<StoryEdge> edges_;
  std::vector<StoryEdge> last_edges_;
  bool is_stopped_ = false;
};

/// The simplest run to one of `places`, which are those of one finding. Throws std::bad_alloc.
template <TransitionSystem System>
Path simplest_path(const System& system, const StateStore& store, const Outcome& outcome, std::span<const Place> places,
                   const PathSettings& settings = {}) {
  return PathSearch<System>(system, store, outcome.levels, settings).run(places);
}

}  // namespace interlock::explore
