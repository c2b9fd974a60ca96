// Runs that go on for ever: loops of the graph in which everybody gets a turn.

#include "tests/oracle/graph.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace interlock::oracle {

using evaluator::State;

namespace {

/// Depth-first numbers for the part of the graph that is allowed (Tarjan's strong components, without recursion).
class Components {
 public:
  Components(const Graph& graph, const std::vector<bool>& node_allowed, const std::vector<bool>& edge_allowed)
      : graph_(graph),
        node_allowed_(node_allowed),
        edge_allowed_(edge_allowed),
        number_(graph.nodes.size()),
        low_(graph.nodes.size()),
        component(graph.nodes.size(), 0) {
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
      if (node_allowed[node] && number_[node] == 0) visit(node);
  }

 private:
  void open(std::size_t node) {
    number_[node] = low_[node] = ++count_;
    stack_.push_back(node);
    way_.emplace_back(node, 0);
  }

  void visit(std::size_t start) {
    open(start);
    while (!way_.empty()) {
      const std::size_t node = way_.back().first;
      if (way_.back().second < graph_.nodes[node].out.size()) {
        const std::size_t edge = graph_.nodes[node].out[way_.back().second++];
        const std::size_t to = graph_.edges[edge].to;
        if (!edge_allowed_[edge] || !node_allowed_[to]) continue;
        if (number_[to] == 0)
          open(to);
        else if (component[to] == 0)
          low_[node] = std::min(low_[node], number_[to]);
      } else {
        close(node);
      }
    }
  }

  void close(std::size_t node) {
    way_.pop_back();
    if (!way_.empty()) low_[way_.back().first] = std::min(low_[way_.back().first], low_[node]);
    if (low_[node] != number_[node]) return;
    ++components_;
    while (true) {
      const std::size_t member = stack_.back();
      stack_.pop_back();
      component[member] = components_;
      if (member == node) return;
    }
  }

  const Graph& graph_;
  const std::vector<bool>& node_allowed_;
  const std::vector<bool>& edge_allowed_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> low_;
  std::vector<std::size_t> stack_;
  std::vector<std::pair<std::size_t, std::size_t>> way_;
  std::size_t count_ = 0;
  std::size_t components_ = 0;

 public:
  std::vector<std::size_t> component;  ///< by node, from 1; 0: not allowed
};

bool is_turn(MoveKind kind) { return kind == MoveKind::step || kind == MoveKind::give_up; }

/// Of a strong component: is a run that stays in it for ever fair?
bool is_fair(const Graph& graph, const std::vector<std::size_t>& nodes, const std::vector<std::size_t>& edges) {
  const auto passes = [&](std::size_t edge) { return graph.edges[edge].move.kind == MoveKind::time; };
  if (std::none_of(edges.begin(), edges.end(), passes)) return false;
  const State& any = graph.nodes[nodes.front()].state;
  for (std::uint32_t client = 0; client < any.clients.size(); ++client) {
    for (std::uint32_t thread = 0; thread < any.clients[client].threads.size(); ++thread) {
      const auto is_its = [&](std::size_t edge) {
        const auto& move = graph.edges[edge].move;
        return is_turn(move.kind) && move.client == client && move.thread == thread;
      };
      const auto could = [&](std::size_t node) {
        const auto& out = graph.nodes[node].out;
        return graph.nodes[node].state.clients[client].threads[thread].active &&
               std::any_of(out.begin(), out.end(), is_its);
      };
      const bool steps = std::any_of(edges.begin(), edges.end(), is_its);
      if (!steps && std::all_of(nodes.begin(), nodes.end(), could)) return false;
    }
  }
  return true;
}

std::vector<bool> reachable_from(const Graph& graph, std::vector<std::size_t> open, const std::vector<bool>& allowed) {
  std::vector<bool> reached(graph.nodes.size(), false);
  for (const std::size_t node : open) reached[node] = true;
  while (!open.empty()) {
    const std::size_t node = open.back();
    open.pop_back();
    for (const std::size_t edge : graph.nodes[node].out) {
      const std::size_t to = graph.edges[edge].to;
      if (!allowed[edge] || reached[to]) continue;
      reached[to] = true;
      open.push_back(to);
    }
  }
  return reached;
}

}  // namespace

std::vector<std::size_t> fair_loops(const Graph& graph, const std::vector<std::size_t>& start,
                                    const std::vector<bool>& allowed, const std::vector<bool>& wanted,
                                    const std::vector<bool>& wanted_edges) {
  std::vector<bool> inside = reachable_from(graph, start, allowed);
  for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
    const State& state = graph.nodes[node].state;
    for (const auto& client : state.clients)
      inside[node] = inside[node] && !client.is_paused(state.now) && client.cut_off.empty();
  }
  const Components components(graph, inside, allowed);
  std::map<std::size_t, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> parts;
  for (std::size_t node = 0; node < graph.nodes.size(); ++node)
    if (components.component[node] != 0) parts[components.component[node]].first.push_back(node);
  for (std::size_t edge = 0; edge < graph.edges.size(); ++edge) {
    const auto& [from, to, move, outcome] = graph.edges[edge];
    if (allowed[edge] && components.component[from] != 0 && components.component[from] == components.component[to])
      parts[components.component[from]].second.push_back(edge);
  }
  std::vector<std::size_t> looping;
  const auto has_any = [](const std::vector<std::size_t>& among, const std::vector<bool>& chosen) {
    return std::any_of(among.begin(), among.end(), [&](std::size_t one) { return chosen[one]; });
  };
  for (const auto& [number, part] : parts) {
    const auto& [nodes, edges] = part;
    if ((has_any(nodes, wanted) || has_any(edges, wanted_edges)) && is_fair(graph, nodes, edges))
      looping.insert(looping.end(), nodes.begin(), nodes.end());
  }
  return looping;
}

}  // namespace interlock::oracle
