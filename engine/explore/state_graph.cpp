#include "engine/explore/state_graph.hpp"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cstddef>
#include <iterator>
#include <utility>

namespace interlock::explore {
namespace {

using Rows = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                boost::no_property, StateId, std::uint32_t>;

/// Goes over rows as pairs (to, from), so that the graph needs no second list of edges.
class ReversedEdges {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = std::pair<StateId, StateId>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = const value_type&;

  ReversedEdges() = default;
  ReversedEdges(const EdgeRows& rows, std::size_t position) : rows_(&rows), position_(position) { load(); }
  reference operator*() const { return edge_; }
  pointer operator->() const { return &edge_; }
  ReversedEdges& operator++() {
    ++position_;
    load();
    return *this;
  }
  ReversedEdges operator++(int) {
    ReversedEdges before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const ReversedEdges& a, const ReversedEdges& b) { return a.position_ == b.position_; }

 private:
  void load() {
    if (position_ >= rows_->targets().size()) return;
    while (rows_->ends()[edge_.second] <= position_) ++edge_.second;
    edge_.first = rows_->targets()[position_];
  }

  const EdgeRows* rows_ = nullptr;
  std::size_t position_ = 0;
  value_type edge_{0, 0};
};

}  // namespace

struct StateGraph::Reversed {
  explicit Reversed(const EdgeRows& rows)
      : graph(boost::edges_are_unsorted_multi_pass, ReversedEdges(rows, 0), ReversedEdges(rows, rows.targets().size()),
              rows.states()) {}
  Rows graph;
};

StateGraph::StateGraph(EdgeRows rows) : states_(rows.states()) {
  rows.finish();
  reversed_ = std::make_unique<const Reversed>(rows);
}

StateGraph::~StateGraph() = default;

StateSet StateGraph::can_reach(const StateSet& goals) const {
  StateSet reached(states_);
  std::vector<StateId> waiting;
  for (StateId id = 0; id < states_; ++id) {
    if (!goals.has(id)) continue;
    reached.insert(id);
    waiting.push_back(id);
  }
  while (!waiting.empty()) {
    const StateId id = waiting.back();
    waiting.pop_back();
    const auto [begin, end] = boost::adjacent_vertices(id, reversed_->graph);
    for (auto before = begin; before != end; ++before) {
      if (reached.insert(*before)) waiting.push_back(*before);
    }
  }
  return reached;
}

}  // namespace interlock::explore
