#include "engine/check/zone_graph.hpp"

#include "engine/assert.hpp"
#include "engine/machine/symbolic/zone_union.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace interlock::check {

using explore::Cost;
using explore::Obligation;
using explore::StateId;
using machine::SymbolicPart;
using machine::SymbolicSuccessor;
using machine::SymbolicSuccessors;
using machine::Zone;
using machine::ZoneUnion;

namespace {

bool meets(const Zone& zone, const Zone& other) {
  Zone both = zone;
  both.meet(other);
  return !both.is_empty();
}

}  // namespace

ZoneGraph::ZoneGraph(const machine::Machine& machine, machine::SymbolicMachine& symbolic, const ZoneSearch& search,
                     std::span<const Obligation> obligations, const explore::Settings& settings)
    : machine_(symbolic),
      search_(search),
      watch_(settings, search.progress(explore::Activity::looking_ahead)),
      threads_(machine.thread_counts()),
      exchanges_(machine.exchanges_clients()) {
  for (StateId id = 0; id < search.states(); ++id)
    if (search.is_expanded(id)) add_nodes(id, obligations);
  for (std::size_t node = 0; node < nodes_.size();) {
    const StateId state = nodes_[node].state;
    const SymbolicSuccessors steps = machine_.onward(search_.state(state));
    const SymbolicSuccessors faults = machine_.successors(search_.state(state), true);
    for (; node < nodes_.size() && nodes_[node].state == state; ++node) add_edges(node, steps, faults);
  }
}

void ZoneGraph::add_nodes(StateId id, std::span<const Obligation> obligations) {
  const machine::SymbolicState& state = search_.state(id);
  const std::vector<std::size_t> bounding = machine_.bounding(state);
  for (SymbolicPart& part : machine_.parts_of(state)) {
    Node node;
    node.state = id;
    node.part = std::move(part);
    node.labels = labels_of(node, obligations);
    node.bounds_time.assign(state.zone.size(), !node.part.may_wait);
    for (const std::size_t moment : bounding) node.bounds_time[moment] = true;
    if (id == 0) ++first_nodes_;
    alike_[SearchedZones::key(state)].push_back(nodes_.size());
    nodes_.push_back(std::move(node));
  }
}

/// It is asked where it is at some moment, and a goal where it is one at all of them.
std::uint64_t ZoneGraph::labels_of(const Node& node, std::span<const Obligation> obligations) {
  std::uint64_t asked = 0;
  std::uint64_t goals = 0;
  for (const Obligation& obligation : obligations) {
    asked |= obligation.asked;
    goals |= obligation.states;
  }
  std::map<std::uint64_t, ZoneUnion> where;
  for (auto& [labels, zone] : machine_.labelled(search_.state(node.state), node.part.zone, asked | goals))
    for (std::uint64_t left = labels; left != 0; left &= left - 1) where[left & ~(left - 1)].add(zone);
  std::uint64_t found = 0;
  for (const auto& [label, zones] : where)
    if ((label & asked) != 0 || zones.includes(node.part.zone)) found |= label;
  return found;
}

void ZoneGraph::add_edges(std::size_t from, const SymbolicSuccessors& steps, const SymbolicSuccessors& faults) {
  watch_.look();
  nodes_[from].first_edge = edges_.size();
  if (nodes_[from].part.may_wait) edges_.push_back({from, from, Cost::time, 0, std::nullopt, {}});
  for (const SymbolicSuccessor& next : steps.found)
    add_edge(from, next.move.way.kind == MoveKind::time ? Cost::time : Cost::step, next);
  for (const SymbolicSuccessor& next : faults.found) add_edge(from, Cost::fault, next);
  nodes_[from].end_edge = edges_.size();
  find_able(nodes_[from]);
}

/// To the parts that it leads to of the first state that contains what it leads to.
void ZoneGraph::add_edge(std::size_t from, Cost cost, const SymbolicSuccessor& next) {
  machine::ZoneRelation relation;
  Zone after = next.state.zone;
  if (cost != Cost::fault) {
    relation = next.relation.from(nodes_[from].part.zone);
    if (relation.is_empty()) return;
    after = relation.after();
  }
  const std::vector<std::size_t>& alike = alike_.at(SearchedZones::key(next.state));
  const auto found = std::find_if(alike.begin(), alike.end(), [&](std::size_t node) {
    return search_.state(nodes_[node].state).zone.includes(next.state.zone);
  });
  INTERLOCK_ASSERT(found != alike.end(), "a search that was finished has seen all that follows");
  for (auto to = found; to != alike.end() && nodes_[*to].state == nodes_[*found].state; ++to)
    if (meets(nodes_[*to].part.zone, after)) edges_.push_back({from, *to, cost, next.labels, next.move, relation});
}

/// Threads that are under way, and can step at all moments, or have to as time goes on.
void ZoneGraph::find_able(Node& node) const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, ZoneUnion> able;
  for (std::size_t index = node.first_edge; index < node.end_edge; ++index) {
    const explore::Turn turn = this->turn(static_cast<explore::ActionId>(index));
    if (turn.actor != explore::no_actor && edges_[index].cost == Cost::step)
      able[{turn.actor, turn.thread}].add(edges_[index].relation.before(Zone()));
  }
  const machine::SymbolicUnderway underway = machine_.underway(search_.state(node.state));
  node.underway.stands_still = underway.all.anyone_paused;
  for (const auto& [thread, zones] : able) {
    const std::uint32_t bit = std::uint32_t{1} << thread.second;
    const bool must_step = (underway.waiting[thread.first] & bit) != 0 || zones.includes(node.part.zone);
    if (must_step) node.underway.threads[thread.first] |= underway.all.threads[thread.first] & bit;
  }
}

explore::Turn ZoneGraph::turn(explore::ActionId action) const {
  const Edge& edge = edges_[action];
  if (!edge.move) return {};
  switch (edge.move->way.kind) {
    case MoveKind::step: return {edge.move->way.client, edge.move->way.thread, false};
    case MoveKind::give_up: return {edge.move->way.client, edge.move->way.thread, true};
    case MoveKind::expiry: return {explore::no_actor, 0, true};
    case MoveKind::time:
    case MoveKind::resume:
    case MoveKind::arrival:
    case MoveKind::fault: break;
  }
  return {};
}

explore::Passage ZoneGraph::passage(Workspace&, const std::byte*, explore::ActionId action) const {
  const Edge& edge = edges_[action];
  explore::Passage passage;
  passage.ticks = edge.cost == Cost::time ? 1 : 0;
  std::iota(passage.renamed.begin(), passage.renamed.end(), std::uint8_t{0});
  if (edge.move) std::copy_n(edge.move->renaming.begin(), threads_.size(), passage.renamed.begin());
  return passage;
}

bool ZoneGraph::may_last(std::span<const explore::ActionId> actions) const {
  // Moments that a run which stays here never leaves behind: each step has one after it that is not later.
  std::set<std::pair<std::size_t, std::size_t>> stays;
  for (const explore::ActionId action : actions) {
    const std::size_t node = edges_[action].from;
    for (std::size_t moment = 1; moment < nodes_[node].bounds_time.size(); ++moment)
      if (nodes_[node].bounds_time[moment]) stays.emplace(node, moment);
  }
  const auto stays_on = [&](const Edge& edge, std::size_t moment) {
    if (!edge.move) return true;
    for (std::size_t after = 1; after < nodes_[edge.to].bounds_time.size(); ++after)
      if (edge.relation.is_not_later(after, moment) && stays.contains({edge.to, after})) return true;
    return false;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const explore::ActionId action : actions) {
      const Edge& edge = edges_[action];
      for (std::size_t moment = 1; moment < nodes_[edge.from].bounds_time.size(); ++moment)
        if (stays.contains({edge.from, moment}) && !stays_on(edge, moment)) {
          stays.erase({edge.from, moment});
          changed = true;
        }
    }
  }
  return stays.empty();
}

}  // namespace interlock::check
