#pragma once
// Questions about the graph of an explored system as a whole. Compressed sparse rows of Boost.Graph with 32-bit
// indices: 4 bytes an edge beside the rows that they are built from.

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/explore/edge_rows.hpp"
#include "engine/explore/ids.hpp"
#include "engine/explore/state_set.hpp"

namespace interlock::explore {

/// The graph against the direction of its edges: who comes before whom.
class StateGraph {
 public:
  /// Throws std::bad_alloc.
  explicit StateGraph(EdgeRows rows);
  ~StateGraph();

  /// The states from which one of `goals` can be reached, these included.
  StateSet can_reach(const StateSet& goals) const;

 private:
  struct Reversed;
  std::unique_ptr<const Reversed> reversed_;
  StateId states_;
};

/// Which states can reach each other.
struct Components {
  std::vector<std::uint32_t> of_state;  ///< by state: the number of its component
  std::vector<StateId> size;            ///< by component: states
};

/// The strong components of finished rows (Tarjan, SIAM J. Comput. 1:2, 1972). 20 bytes a state while it runs.
Components strong_components(const EdgeRows& rows);

/// Memory that a graph needs while it is built.
constexpr std::uint64_t graph_bytes(std::uint64_t states, std::uint64_t edges) { return states * 8 + edges * 8; }

}  // namespace interlock::explore
