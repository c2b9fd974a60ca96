#include "engine/explore/edge_rows.hpp"

#include <utility>

#include "engine/explore/closure.hpp"

namespace interlock::explore {

StateSet EdgeRows::reachable(const StateSet& starts) const {
  return closure_of(starts, states_, [&](StateId id, const auto& visit) {
    for (std::uint32_t at = begin_of(id); at < ends_[id]; ++at) visit(targets_[at]);
  });
}

EdgeRows EdgeRows::reversed() const {
  EdgeRows other(states_);
  // First how many come before each state, then where its row begins; filling it makes that where it ends.
  other.ends_.assign(states_, 0);
  for (const StateId to : targets_) ++other.ends_[to];
  std::uint32_t begin = 0;
  for (std::uint32_t& row : other.ends_) begin += std::exchange(row, begin);
  other.targets_.resize(targets_.size());
  for (StateId from = 0; from < states_; ++from)
    for (std::uint32_t at = begin_of(from); at < end_of(from); ++at) other.targets_[other.ends_[targets_[at]]++] = from;
  return other;
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
