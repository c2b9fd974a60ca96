#pragma once
// The graph of all that a search in dense time has seen, as a system that can be searched for what has to happen in the
// end (explore/transition_system.hpp). A state of it is the number of a part of a symbolic state; that time passes is
// an edge from a part to itself, where it may.
//
// It has more loops than there are: a part has many moments, and what a state leads to may be more than it has. So what
// it says has to happen does. Threads are taken for able to act only where they are at all moments, goals for reached
// only where they are at all moments, and of a loop it is known (`outlast`) that time does not go on in it for ever
// if some moment that it does not pass by is never set anew. (In two steps like this: Laarman and others, CAV 2013, on
// what may be left out where loops are looked for; Tripakis, 1999, on loops in which time stands.)

#include "engine/check/searched_zones.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/transition_system.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace interlock::check {

class ZoneGraph {
 public:
  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    explore::Cost cost = explore::Cost::step;
    std::uint64_t labels = 0;
    std::optional<machine::SymbolicMove> move;  ///< none: time passes, and nothing else
    machine::ZoneRelation relation;             ///< of those that are no faults and not time alone
  };

  /// Of a search that has seen all runs. Throws explore::Stopped.
  ZoneGraph(const machine::Machine& machine, machine::SymbolicMachine& symbolic, const ZoneSearch& search,
            std::span<const explore::Obligation> obligations, const explore::Settings& settings);

  const Edge& edge(explore::ActionId action) const { return edges_[action]; }
  /// To which state of the search an edge leads.
  explore::StateId state_of(const Edge& edge) const { return nodes_[edge.to].state; }

  // What the search asks.

  struct Workspace {};
  static std::size_t state_bytes() { return sizeof(std::uint64_t); }
  static Workspace make_workspace() { return {}; }
  static bool has(explore::Cost) { return true; }
  template <class Sink>
  void initial(Workspace&, Sink& sink) const {
    for (std::uint64_t node = 0; node < first_nodes_; ++node)
      sink(explore::Cost::time, 0, 0, reinterpret_cast<const std::byte*>(&node));
  }
  template <class Sink>
  void successors(Workspace&, const std::byte* state, explore::Selection wanted, Sink& sink) const {
    const Node& node = nodes_[number_of(state)];
    for (std::size_t index = node.first_edge; index < node.end_edge; ++index) {
      const std::uint64_t to = edges_[index].to;
      if (wanted.has(edges_[index].cost))
        sink(edges_[index].cost, static_cast<explore::ActionId>(index), edges_[index].labels,
             reinterpret_cast<const std::byte*>(&to));
    }
  }
  std::uint64_t labels(Workspace&, const std::byte* state) const { return nodes_[number_of(state)].labels; }

  std::vector<std::uint32_t> threads() const { return threads_; }
  bool exchanges() const { return exchanges_; }
  explore::Turn turn(explore::ActionId action) const;
  explore::Passage passage(Workspace&, const std::byte*, explore::ActionId action) const;
  explore::Underway underway(Workspace&, const std::byte* state) const { return nodes_[number_of(state)].underway; }

  /// Can a run go by these edges, all of one component, without end? False: time comes to a stop in it.
  bool may_last(std::span<const explore::ActionId> actions) const;

 private:
  struct Node {
    explore::StateId state = explore::no_state;
    machine::SymbolicPart part;
    std::uint64_t labels = 0;
    explore::Underway underway;
    std::vector<bool> bounds_time;  ///< by moment: time does not pass by it here
    std::size_t first_edge = 0;
    std::size_t end_edge = 0;
  };

  static std::uint64_t number_of(const std::byte* packed) { return *reinterpret_cast<const std::uint64_t*>(packed); }
  void add_nodes(explore::StateId id, std::span<const explore::Obligation> obligations);
  std::uint64_t labels_of(const Node& node, std::span<const explore::Obligation> obligations);
  void add_edges(std::size_t from, const machine::SymbolicSuccessors& steps, const machine::SymbolicSuccessors& faults);
  void add_edge(std::size_t from, explore::Cost cost, const machine::SymbolicSuccessor& next);
  void find_able(Node& node) const;

  machine::SymbolicMachine& machine_;
  const ZoneSearch& search_;
  explore::StopWatch watch_;
  std::vector<std::uint32_t> threads_;
  bool exchanges_ = false;
  std::size_t first_nodes_ = 0;  ///< of the first state
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> alike_;  ///< by key: nodes, in order
};

}  // namespace interlock::check
