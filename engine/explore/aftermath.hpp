#pragma once
// What can still happen after a state when no fault comes any more: what holds a trap shut.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/explore/edge_scan.hpp"
#include "engine/explore/state_set.hpp"

namespace interlock::explore {

struct Aftermath {
  std::vector<StateId> states;  ///< reachable without a fault, the start included; ascending
  std::vector<Edge> edges;      ///< that are no faults, from these states; in order
  bool complete = true;         ///< false: there are more states than the limit
};

/// Of more than `most` states, those nearest to `start` (fewest edges) are listed; edges may then
/// lead to states that are not. Throws std::bad_alloc.
template <TransitionSystem System>
Aftermath what_can_follow(const System& system, const StateStore& store, StateId start, std::size_t most = 1000) {
  ThreadTeam alone(1);
  EdgeScan<System> scan(system, store, alone);
  StateSet seen(store.size());
  Aftermath aftermath;
  seen.insert(start);
  aftermath.states.push_back(start);
  for (std::size_t next = 0; next < aftermath.states.size(); ++next) {
    const StateId from = aftermath.states[next];
    scan.scan(
        from, from + 1, Cost::time | Cost::step, [](const Edge&) { return true; },
        [&](const Edge& edge) {
          aftermath.edges.push_back(edge);
          if (edge.to == no_state || !seen.insert(edge.to)) return;
          if (aftermath.states.size() < most) {
            aftermath.states.push_back(edge.to);
          } else {
            aftermath.complete = false;
          }
        });
  }
  std::sort(aftermath.states.begin(), aftermath.states.end());
  std::stable_sort(aftermath.edges.begin(), aftermath.edges.end(),
                   [](const Edge& a, const Edge& b) { return a.from < b.from; });
  return aftermath;
}

}  // namespace interlock::explore
