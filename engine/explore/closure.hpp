#pragma once
// What can be reached in a relation between states.

#include <vector>

#include "engine/explore/ids.hpp"
#include "engine/explore/state_set.hpp"

namespace interlock::explore {

/// `starts` and all that follows from them: `for_each_next(state, visit)` calls `visit(next)` once or more for each
/// state that is related to a state. All are below `states`.
template <class ForEachNext>
StateSet closure_of(const StateSet& starts, StateId states, const ForEachNext& for_each_next) {
  StateSet reached(states);
  std::vector<StateId> waiting;
  const auto reach = [&](StateId id) {
    if (reached.insert(id)) waiting.push_back(id);
  };
  for (StateId id = 0; id < states; ++id) {
    if (starts.has(id)) reach(id);
  }
  while (!waiting.empty()) {
    const StateId id = waiting.back();
    waiting.pop_back();
    for_each_next(id, reach);
  }
  return reached;
}

}  // namespace interlock::explore
