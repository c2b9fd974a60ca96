#include "engine/explore/story_graph.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

#include "engine/assert.hpp"

namespace interlock::explore {

StoryGraph::StoryGraph(std::vector<StateId> states, std::vector<StoryEdge> edges, std::vector<StoryEdge> last_edges)
    : states_(std::move(states)),
      edges_(std::move(edges)),
      last_edges_(std::move(last_edges)),
      nodes_(states_.size() * lasts) {
  std::stable_sort(edges_.begin(), edges_.end(),
                   [](const StoryEdge& a, const StoryEdge& b) { return a.from < b.from; });
  std::uint32_t edge = 0;
  for (const StateId state : states_) {
    first_edge_.push_back(edge);
    while (edge < edges_.size() && edges_[edge].from == state) ++edge;
  }
  first_edge_.push_back(edge);
  INTERLOCK_ASSERT(edge == edges_.size(), "an edge of a story leaves a state outside of it");
}

std::size_t StoryGraph::rank(StateId state) const {
  const auto found = std::lower_bound(states_.begin(), states_.end(), state);
  INTERLOCK_ASSERT(found != states_.end() && *found == state, "a state outside of the story");
  return static_cast<std::size_t>(found - states_.begin());
}

StoryGraph::Price StoryGraph::price_after(const Node& node, std::size_t last, const EdgeDetail& detail) const {
  std::uint32_t switches = node.switches;
  std::size_t actor = last;
  if (detail.actor != no_actor) {
    INTERLOCK_ASSERT(detail.actor < most_actors, "more actors than a story can tell apart");
    actor = detail.actor;
    if (last != most_actors && last != actor) ++switches;
  }
  const std::size_t renamed = actor == most_actors ? actor : detail.renamed[actor];
  return {node.ticks + detail.ticks, switches, renamed};
}

/// Offers a run over an edge to the state that it leads to. True: it is now the best one there.
bool StoryGraph::relax(std::size_t rank_from, std::size_t last, std::uint32_t edge) {
  const StoryEdge& over = edges_[edge];
  const Price price = price_after(node(rank_from, last), last, over.detail);
  Node& target = node(rank(over.to), price.last);
  if (target.settled) return false;
  const Price current{target.ticks, target.switches, price.last};
  if (target.reached() && current.less(price)) return false;
  if (target.reached() && !price.less(current)) {
    if (target.edge == no_edge) return false;
    const StoryEdge& other = edges_[target.edge];
    if (std::tuple(other.from, other.action, std::size_t{target.last_before}) <=
        std::tuple(over.from, over.action, last)) {
      return false;
    }
  }
  target.ticks = price.ticks;
  target.switches = price.switches;
  target.edge = edge;
  target.last_before = static_cast<std::uint8_t>(last);
  return true;
}

/// Dijkstra's search over the edges that stay in a level.
void StoryGraph::settle_level(std::size_t first, std::size_t end, const Level& level) {
  using Item = std::tuple<std::uint64_t, std::uint32_t, std::size_t, std::size_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> waiting;
  for (std::size_t at = first; at < end; ++at) {
    for (std::size_t last = 0; last < lasts; ++last) {
      const Node& start = node(at, last);
      if (start.reached()) waiting.emplace(start.ticks, start.switches, at, last);
    }
  }
  while (!waiting.empty()) {
    const auto [ticks, switches, at, last] = waiting.top();
    waiting.pop();
    if (node(at, last).settled) continue;
    node(at, last).settled = true;
    for (std::uint32_t edge = first_edge_[at]; edge < first_edge_[at + 1]; ++edge) {
      if (edges_[edge].to >= level.end || !relax(at, last, edge)) continue;
      const std::size_t to = rank(edges_[edge].to);
      const std::size_t after = price_after(node(at, last), last, edges_[edge].detail).last;
      waiting.emplace(node(to, after).ticks, node(to, after).switches, to, after);
    }
  }
}

void StoryGraph::leave_level(std::size_t first, std::size_t end, const Level& level) {
  for (std::size_t at = first; at < end; ++at) {
    for (std::uint32_t edge = first_edge_[at]; edge < first_edge_[at + 1]; ++edge) {
      if (edges_[edge].to < level.end) continue;
      for (std::size_t last = 0; last < lasts; ++last) {
        if (node(at, last).reached()) relax(at, last, edge);
      }
    }
  }
}

Path StoryGraph::simplest(std::span<const StateId> initial, std::span<const Place> places,
                          std::span<const Level> levels) {
  for (const StateId state : initial) node(rank(state), most_actors).ticks = 0;
  std::size_t first = 0;
  while (first < states_.size()) {
    const Level& level = levels[level_of(levels, states_[first])];
    std::size_t end = first;
    while (end < states_.size() && states_[end] < level.end) ++end;
    settle_level(first, end, level);
    leave_level(first, end, level);
    first = end;
  }
  return choose(places);
}

Path StoryGraph::choose(std::span<const Place> places) {
  Path best;
  Price best_price{~std::uint64_t{0}, 0, 0};
  std::size_t next_edge = 0;
  for (const Place& place : places) {
    const StoryEdge* over = place.is_edge() ? &last_edges_[next_edge++] : nullptr;
    const std::size_t at = rank(place.state);
    for (std::size_t last = 0; last < lasts; ++last) {
      const Node& end = node(at, last);
      if (!end.reached()) continue;
      const Price price = over != nullptr ? price_after(end, last, over->detail) : Price{end.ticks, end.switches, last};
      if (!price.less(best_price)) continue;
      best_price = price;
      best = Path{{}, place.state, price.ticks, price.switches, true};
      trace_back(at, last, best);
      if (over == nullptr) continue;
      best.steps.push_back({over->from, over->action});
      best.end = over->to;
    }
  }
  INTERLOCK_ASSERT(best.end != no_state, "no run leads to a place that was found");
  return best;
}

void StoryGraph::trace_back(std::size_t at, std::size_t last, Path& path) const {
  for (;;) {
    const Node& here = nodes_[at * lasts + last];
    if (here.edge == no_edge) break;
    path.steps.push_back({edges_[here.edge].from, edges_[here.edge].action});
    at = rank(edges_[here.edge].from);
    last = here.last_before;
  }
  std::reverse(path.steps.begin(), path.steps.end());
}

}  // namespace interlock::explore
