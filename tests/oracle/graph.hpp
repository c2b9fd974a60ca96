#pragma once
// All states that can be reached, and all moves between them.

#include "tests/oracle/oracle.hpp"

#include <cstdint>
#include <vector>

namespace interlock::oracle {

struct Edge {
  std::size_t from = 0;
  std::size_t to = 0;
  Move move;
  evaluator::Outcome outcome;
};

struct Node {
  evaluator::State state;
  Distance distance;
  std::vector<std::size_t> out;  ///< indices of edges
  std::vector<std::size_t> in;
};

struct Graph {
  std::vector<Node> nodes;  ///< nodes[0]: the start
  std::vector<Edge> edges;
};

/// Does a fair run without faults go on for ever through `allowed` edges from `start`? Gives the nodes of all loops
/// that do: time passes in them, nobody is paused, and every client that could always step does step.
/// `wanted`, `wanted_edges`: each loop passes one of these nodes or edges.
std::vector<std::size_t> fair_loops(const Graph& graph, const std::vector<std::size_t>& start,
                                    const std::vector<bool>& allowed, const std::vector<bool>& wanted,
                                    const std::vector<bool>& wanted_edges);

}  // namespace interlock::oracle
