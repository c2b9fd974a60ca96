#pragma once
// Goes once over all edges of an explored system that are no faults, and asks now and then whether to go on.

#include <algorithm>
#include <cstdint>

#include "engine/explore/edge_scan.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/outcome.hpp"

namespace interlock::explore {

/// As EdgeScan::scan, over all states; false: `keep_going` said to stop.
template <TransitionSystem System, class Keep, class Take>
bool scan_faultless(EdgeScan<System>& scan, const Settings& settings, const Outcome& outcome, const Keep& keep,
                    const Take& take) {
  constexpr StateId states_between_questions = StateId{1} << 16U;
  const auto size = static_cast<StateId>(outcome.states);
  for (StateId first = 0; first < size;) {
    const StateId end = first + std::min(size - first, states_between_questions);
    scan.scan(first, end, Cost::time | Cost::step, keep, take);
    first = end;
    if (first == size || !settings.keep_going) continue;
    if (!settings.keep_going(progress_of(outcome))) return false;
  }
  return true;
}

/// Whether the graph of all edges of a finished search may be built beside its states.
inline bool graph_fits(const Settings& settings, const StateStore& store, const Outcome& outcome, std::uint64_t bytes) {
  constexpr std::uint64_t most_edges = std::uint64_t{0xFFFF'FFFFU};
  const std::uint64_t states = outcome.states * (store.state_bytes() + overhead_bytes);
  return outcome.edges <= most_edges && bytes + states <= settings.limits.bytes;
}

}  // namespace interlock::explore
