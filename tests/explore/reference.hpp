#pragma once
// The same answers as the search gives, in the most obvious way: slow, and easy to believe.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/explore/obligation.hpp"
#include "tests/explore/random_system.hpp"

namespace interlock::explore::toys {

/// Faults and steps.
using Price = std::pair<unsigned, unsigned>;

inline Price price_after(Price price, Cost cost) {
  if (cost == Cost::fault) ++price.first;
  if (cost != Cost::time) ++price.second;
  return price;
}

/// The least price of every state that can be reached: Dijkstra's search with a set.
inline std::map<unsigned, Price> least_prices(const RandomSystem& system) {
  std::map<unsigned, Price> least;
  std::set<std::pair<Price, unsigned>> waiting;
  for (unsigned state = 0; state < system.shape().initial; ++state) {
    least[state] = {0, 0};
    waiting.insert({{0, 0}, state});
  }
  while (!waiting.empty()) {
    const auto [price, state] = *waiting.begin();
    waiting.erase(waiting.begin());
    for (const RandomSystem::Transition& edge : system.row(state)) {
      const Price after = price_after(price, edge.cost);
      const auto known = least.find(edge.to);
      if (known != least.end() && known->second <= after) continue;
      if (known != least.end()) waiting.erase({known->second, edge.to});
      least[edge.to] = after;
      waiting.insert({after, edge.to});
    }
  }
  return least;
}

/// The states in the order that the search promises: level by level, first by the faults of the level with one
/// fault and one step less, then by the steps of the one with one step less, then by time.
inline std::vector<unsigned> order_of_discovery(const RandomSystem& system) {
  std::vector<unsigned> order;
  std::set<unsigned> seen;
  std::map<Price, std::vector<unsigned>> levels;
  const auto take = [&](std::vector<unsigned>& level, unsigned state) {
    if (!seen.insert(state).second) return;
    order.push_back(state);
    level.push_back(state);
  };
  const auto take_successors = [&](std::vector<unsigned>& level, const std::vector<unsigned>& from, Cost cost) {
    for (std::size_t index = 0; index < from.size(); ++index) {
      const unsigned state = from[index];
      for (const RandomSystem::Transition& edge : system.row(state)) {
        if (edge.cost == cost) take(level, edge.to);
      }
    }
  };
  const unsigned most = system.shape().states + 1;
  for (unsigned faults = 0; faults < most; ++faults) {
    for (unsigned steps = faults; steps < most; ++steps) {
      std::vector<unsigned>& level = levels[{faults, steps}];
      if (steps == 0) {
        for (unsigned state = 0; state < system.shape().initial; ++state) take(level, state);
      }
      if (faults > 0) take_successors(level, levels[{faults - 1, steps - 1}], Cost::fault);
      if (steps > faults) take_successors(level, levels[{faults, steps - 1}], Cost::step);
      for (std::size_t index = 0; index < level.size(); ++index) {
        take_successors(level, {level[index]}, Cost::time);
      }
    }
  }
  return order;
}

/// All hits of an obligation with the least price, as (state, action or no_action).
struct Hits {
  Price price{~0U, ~0U};
  std::set<std::pair<unsigned, ActionId>> places;

  void add(Price at, unsigned state, ActionId action) {
    if (at > price) return;
    if (at < price) places.clear();
    price = at;
    places.insert({state, action});
  }
};

inline Hits first_hits(const RandomSystem& system, const Obligation& obligation) {
  Hits hits;
  for (const auto& [state, price] : least_prices(system)) {
    if ((system.labels_of(state) & obligation.states) != 0) hits.add(price, state, no_action);
    for (ActionId action = 0; action < system.row(state).size(); ++action) {
      const RandomSystem::Transition& edge = system.row(state)[action];
      if ((edge.labels & obligation.edges) != 0) hits.add(price_after(price, edge.cost), state, action);
    }
  }
  return hits;
}

/// States that can be reached without faults.
inline std::set<unsigned> follow(const RandomSystem& system, unsigned start) {
  std::set<unsigned> seen{start};
  std::vector<unsigned> waiting{start};
  while (!waiting.empty()) {
    const unsigned state = waiting.back();
    waiting.pop_back();
    for (const RandomSystem::Transition& edge : system.row(state)) {
      if (edge.cost != Cost::fault && seen.insert(edge.to).second) waiting.push_back(edge.to);
    }
  }
  return seen;
}

/// The traps of an `always_possible` with the least price; and is there a state from which no way out is known, but a
/// run was given up?
struct Traps {
  Hits sure;
  bool any_open = false;
};
inline Traps first_traps(const RandomSystem& system, const Obligation& obligation) {
  Traps traps;
  for (const auto& [start, price] : least_prices(system)) {
    if (obligation.asked != 0 && (system.labels_of(start) & obligation.asked) == 0) continue;
    bool possible = false;
    bool open = false;
    for (const unsigned state : follow(system, start)) {
      open |= system.cuts(state);
      possible |= (system.labels_of(state) & obligation.states) != 0;
      for (const RandomSystem::Transition& edge : system.row(state)) {
        possible |= edge.cost != Cost::fault && (edge.labels & obligation.edges) != 0;
      }
    }
    if (!possible && !open) traps.sure.add(price, start, no_action);
    traps.any_open |= !possible && open;
  }
  return traps;
}

/// Faults, steps, ticks, switches.
using StoryPrice = std::tuple<unsigned, unsigned, std::uint64_t, unsigned>;

/// Where a story is: a state, and who acted last (`no_actor`: nobody yet).
using StoryNode = std::pair<unsigned, std::uint32_t>;

inline std::pair<StoryPrice, std::uint32_t> story_after(const StoryPrice& price, std::uint32_t last,
                                                        const RandomSystem::Transition& edge) {
  auto [faults, steps, ticks, switches] = price;
  std::tie(faults, steps) = price_after({faults, steps}, edge.cost);
  ticks += edge.detail.ticks;
  if (edge.detail.actor != no_actor) {
    if (last != no_actor && last != edge.detail.actor) ++switches;
    last = edge.detail.actor;
  }
  if (last != no_actor) last = edge.detail.renamed[last];
  return {{faults, steps, ticks, switches}, last};
}

/// The least price of any story to one of some places.
inline StoryPrice least_story(const RandomSystem& system, const std::set<std::pair<unsigned, ActionId>>& places) {
  std::map<StoryNode, StoryPrice> least;
  std::set<std::pair<StoryPrice, StoryNode>> waiting;
  for (unsigned state = 0; state < system.shape().initial; ++state) {
    least[{state, no_actor}] = {};
    waiting.insert({{}, {state, no_actor}});
  }
  while (!waiting.empty()) {
    const auto [price, node] = *waiting.begin();
    waiting.erase(waiting.begin());
    if (least[node] < price) continue;
    for (const RandomSystem::Transition& edge : system.row(node.first)) {
      const auto [after, last] = story_after(price, node.second, edge);
      const auto known = least.find({edge.to, last});
      if (known != least.end() && known->second <= after) continue;
      least[{edge.to, last}] = after;
      waiting.insert({after, {edge.to, last}});
    }
  }
  StoryPrice best{~0U, 0, 0, 0};
  for (const auto& [node, price] : least) {
    for (const auto& [state, action] : places) {
      if (state != node.first) continue;
      const StoryPrice end =
          action == no_action ? price : story_after(price, node.second, system.row(state)[action]).first;
      best = std::min(best, end);
    }
  }
  return best;
}

}  // namespace interlock::explore::toys
