#pragma once
// The part of a system that the shortest runs to some places lie in, and the simplest of them.
//
// Every edge here is tight: it leads to a level of exactly its cost more. So all runs along these
// edges have the fewest faults and steps, and what is left to choose is the least time and then
// the fewest switches from one actor to another: a shortest path over (state, last actor), level
// by level, with Dijkstra's search inside a level for the edges of time.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/explore/ids.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/transition_system.hpp"

namespace interlock::explore {

/// A run from an initial state.
struct Path {
  std::vector<PathStep> steps;
  StateId end = no_state;      ///< the state after the last step
  std::uint64_t ticks = 0;     ///< time that passes
  std::uint32_t switches = 0;  ///< from one actor to another
  /// False: a run with the fewest faults and steps, but it was not searched for a simpler one;
  /// `ticks` and `switches` were not counted.
  bool simplest = false;
};

struct StoryEdge {
  StateId from = no_state;
  StateId to = no_state;
  ActionId action = no_action;
  EdgeDetail detail;
};

class StoryGraph {
 public:
  /// `states`: all states that lie on a run to a place, ascending. `edges`: the tight edges among
  /// them. `last_edges`: for each place that is an edge, that edge.
  StoryGraph(std::vector<StateId> states, std::vector<StoryEdge> edges, std::vector<StoryEdge> last_edges);

  /// The simplest run from one of `initial` to one of `places`; of equals, to the first of them.
  Path simplest(std::span<const StateId> initial, std::span<const Place> places, std::span<const Level> levels);

 private:
  static constexpr std::size_t lasts = most_actors + 1;
  static constexpr std::uint32_t no_edge = ~std::uint32_t{0};

  /// The best known run to a state after which an actor was the last to act.
  struct Node {
    std::uint64_t ticks = ~std::uint64_t{0};
    std::uint32_t switches = 0;
    std::uint32_t edge = no_edge;  // that it comes by
    std::uint8_t last_before = 0;
    bool settled = false;

    bool reached() const { return ticks != ~std::uint64_t{0}; }
  };
  struct Price {
    std::uint64_t ticks;
    std::uint32_t switches;
    std::size_t last;

    bool less(const Price& other) const {
      return ticks != other.ticks ? ticks < other.ticks : switches < other.switches;
    }
  };

  std::size_t rank(StateId state) const;
  Node& node(std::size_t rank, std::size_t last) { return nodes_[rank * lasts + last]; }
  Price price_after(const Node& node, std::size_t last, const EdgeDetail& detail) const;
  bool relax(std::size_t rank, std::size_t last, std::uint32_t edge);
  void settle_level(std::size_t first, std::size_t end, const Level& level);
  void leave_level(std::size_t first, std::size_t end, const Level& level);
  Path choose(std::span<const Place> places);
  void trace_back(std::size_t rank, std::size_t last, Path& path) const;

  std::vector<StateId> states_;
  std::vector<StoryEdge> edges_;  // by `from`
  std::vector<StoryEdge> last_edges_;
  std::vector<std::uint32_t> first_edge_;  // of each state, by rank; one more at the end
  std::vector<Node> nodes_;
};

}  // namespace interlock::explore
