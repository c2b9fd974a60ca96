// Boost.Graph on the engine's own rows: a facade of 8 bytes an edge descriptor, and no copy of the edges.

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/explore/edge_rows.hpp"

namespace interlock::explore {

/// An edge: who it leaves, and where in the targets it is.
struct RowEdge {
  StateId from = no_state;
  std::uint32_t at = 0;

  friend bool operator==(const RowEdge&, const RowEdge&) = default;
};

struct MakeRowEdge {
  StateId from = no_state;
  RowEdge operator()(std::uint32_t at) const { return {from, at}; }
};

using RowEdges = boost::transform_iterator<MakeRowEdge, boost::counting_iterator<std::uint32_t>, RowEdge, RowEdge>;

}  // namespace interlock::explore

namespace boost {

template <>
struct graph_traits<interlock::explore::EdgeRows> {
  struct traversal_category : vertex_list_graph_tag, incidence_graph_tag {};
  using vertex_descriptor = interlock::explore::StateId;
  using edge_descriptor = interlock::explore::RowEdge;
  using directed_category = directed_tag;
  using edge_parallel_category = allow_parallel_edge_tag;
  using vertices_size_type = interlock::explore::StateId;
  using edges_size_type = std::uint32_t;
  using degree_size_type = std::uint32_t;
  using vertex_iterator = counting_iterator<vertex_descriptor>;
  using out_edge_iterator = interlock::explore::RowEdges;
  static vertex_descriptor null_vertex() { return interlock::explore::no_state; }
};

}  // namespace boost

namespace interlock::explore {

// Found by argument-dependent look-up: what Boost asks of a graph.

static auto vertices(const EdgeRows& rows) {
  return std::pair(boost::counting_iterator<StateId>(0), boost::counting_iterator<StateId>(rows.states()));
}
static auto out_edges(StateId state, const EdgeRows& rows) {
  const auto edge_at = [&](std::uint32_t at) {
    return RowEdges(boost::counting_iterator<std::uint32_t>(at), MakeRowEdge{state});
  };
  return std::pair(edge_at(rows.begin_of(state)), edge_at(rows.end_of(state)));
}
static std::uint32_t out_degree(StateId state, const EdgeRows& rows) {
  return rows.end_of(state) - rows.begin_of(state);
}
static StateId source(const RowEdge& edge, const EdgeRows&) { return edge.from; }
static StateId target(const RowEdge& edge, const EdgeRows& rows) { return rows.targets()[edge.at]; }

Components strong_components(const EdgeRows& rows) {
  Components components;
  components.of_state.resize(rows.states());
  std::vector<StateId> roots(rows.states());
  std::vector<std::uint32_t> discovered(rows.states());
  std::vector<boost::default_color_type> colors(rows.states());
  const auto map = [](auto& values) {
    return boost::make_iterator_property_map(values.begin(), boost::typed_identity_property_map<StateId>());
  };
  const std::uint32_t count =
      boost::strong_components(rows, map(components.of_state),
                               boost::root_map(map(roots))
                                   .discover_time_map(map(discovered))
                                   .color_map(map(colors))
                                   .vertex_index_map(boost::typed_identity_property_map<StateId>()));
  components.size.assign(count, 0);
  for (const std::uint32_t component : components.of_state) ++components.size[component];
  return components;
}

}  // namespace interlock::explore
