#include "engine/explore/edge_rows.hpp"

#include "engine/explore/closure.hpp"

namespace interlock::explore {

StateSet EdgeRows::reachable(const StateSet& starts) const {
  return closure_of(starts, states_, [&](StateId id, const auto& visit) {
    for (std::uint32_t at = begin_of(id); at < ends_[id]; ++at) visit(targets_[at]);
  });
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
