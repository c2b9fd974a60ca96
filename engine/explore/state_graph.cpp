#include "engine/explore/state_graph.hpp"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <cstddef>
#include <iterator>
#include <utility>

#include "engine/explore/closure.hpp"

namespace interlock::explore {
namespace {

using Rows = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                boost::no_property, StateId, std::uint32_t>;

enum class Direction : std::uint8_t { forward, backward };

/// Goes over rows as pairs, so that a graph needs no second list of edges.
template <Direction direction>
class RowEdges {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = std::pair<StateId, StateId>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = const value_type&;

  RowEdges() = default;
  RowEdges(const EdgeRows& rows, std::size_t position) : rows_(&rows), position_(position) { load(); }
  reference operator*() const { return edge_; }
  pointer operator->() const { return &edge_; }
  RowEdges& operator++() {
    ++position_;
    load();
    return *this;
  }
  RowEdges operator++(int) {
    RowEdges before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const RowEdges& a, const RowEdges& b) { return a.position_ == b.position_; }
  friend bool operator!=(const RowEdges& a, const RowEdges& b) { return !(a == b); }

 private:
  void load() {
    if (position_ >= rows_->targets().size()) return;
    while (rows_->ends()[from_] <= position_) ++from_;
    const StateId to = rows_->targets()[position_];
    edge_ = direction == Direction::forward ? value_type{from_, to} : value_type{to, from_};
  }

  const EdgeRows* rows_ = nullptr;
  std::size_t position_ = 0;
  StateId from_ = 0;
  value_type edge_{0, 0};
};

}  // namespace

struct StateGraph::Reversed {
  explicit Reversed(const EdgeRows& rows)
      : graph(boost::edges_are_unsorted_multi_pass, RowEdges<Direction::backward>(rows, 0),
              RowEdges<Direction::backward>(rows, rows.targets().size()), rows.states()) {}
  Rows graph;
};

StateGraph::StateGraph(EdgeRows rows) : states_(rows.states()) {
  rows.finish();
  reversed_ = std::make_unique<const Reversed>(rows);
}

StateGraph::~StateGraph() = default;

StateSet StateGraph::can_reach(const StateSet& goals) const {
  return closure_of(goals, states_, [&](StateId id, const auto& visit) {
    const auto [begin, end] = boost::adjacent_vertices(id, reversed_->graph);
    for (auto before = begin; before != end; ++before) visit(*before);
  });
}

Components strong_components(const EdgeRows& rows) {
  const Rows graph(boost::edges_are_sorted, RowEdges<Direction::forward>(rows, 0),
                   RowEdges<Direction::forward>(rows, rows.targets().size()), rows.states(),
                   static_cast<std::uint32_t>(rows.targets().size()));
  Components components;
  components.of_state.resize(rows.states());
  std::vector<StateId> roots(rows.states());
  std::vector<std::uint32_t> discovered(rows.states());
  std::vector<boost::default_color_type> colors(rows.states());
  const auto by_state = get(boost::vertex_index, graph);
  const auto map = [&](auto& values) { return boost::make_iterator_property_map(values.begin(), by_state); };
  const std::uint32_t count =
      boost::strong_components(graph, map(components.of_state),
                               boost::root_map(map(roots)).discover_time_map(map(discovered)).color_map(map(colors)));
  components.size.assign(count, 0);
  for (const std::uint32_t component : components.of_state) ++components.size[component];
  return components;
}

}  // namespace interlock::explore
