#include "engine/explore/edge_rows.hpp"

namespace interlock::explore {

StateSet EdgeRows::reachable(const StateSet& starts) const {
  StateSet reached(states_);
  std::vector<StateId> waiting;
  for (StateId id = 0; id < states_; ++id) {
    if (!starts.has(id)) continue;
    reached.insert(id);
    waiting.push_back(id);
  }
  while (!waiting.empty()) {
    const StateId id = waiting.back();
    waiting.pop_back();
    for (std::uint32_t at = begin_of(id); at < ends_[id]; ++at) {
      if (reached.insert(targets_[at])) waiting.push_back(targets_[at]);
    }
  }
  return reached;
}

void EdgeRows::keep_only(const StateSet& states) {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  for (StateId id = 0; id < states_; ++id) {
    const std::uint32_t end = ends_[id];
    if (states.has(id)) {
      for (std::uint32_t at = from; at < end; ++at) targets_[to++] = targets_[at];
    }
    from = end;
    ends_[id] = to;
  }
  targets_.resize(to);
}

}  // namespace interlock::explore
