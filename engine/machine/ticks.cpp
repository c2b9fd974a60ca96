#include "engine/machine/ticks.hpp"

#include "engine/assert.hpp"
#include "engine/machine/durations.hpp"

#include <algorithm>

namespace interlock::machine {

using namespace language;

Ticks measure_ticks(const Model& model, const Scenario& scenario, const Relevance& relevance, const InstantFlow& flow,
                    std::uint32_t doublings) {
  const Durations durations = durations_of(model, scenario, relevance, flow);
  std::int64_t longest = flow.longest;
  for (const Duration& duration : durations.all) longest = std::max(longest, duration.microseconds);
  Ticks ticks;
  const Fineness fineness = fineness_of(durations);
  ticks.microseconds = fineness.tick;
  ticks.is_exact = fineness.is_exact;
  const auto in_ticks = [&](std::int64_t microseconds) {
    return static_cast<std::int32_t>((microseconds + ticks.microseconds - 1) / ticks.microseconds);
  };
  if (flow.has_checks) ticks.range = std::max(in_ticks(std::max(flow.usual, longest)), 1) << doublings;
  ticks.horizon = in_ticks(flow.farthest) + ticks.range;
  ticks.longest = std::max(in_ticks(longest), ticks.range);
  INTERLOCK_ASSERT(std::max(ticks.longest, ticks.horizon) <= most_ticks, "durations are no longer than 2^28 ticks");
  return ticks;
}

Ticks measure_ticks(const Model& model, const Scenario& scenario) {
  const Relevance all = all_of(model);
  return measure_ticks(model, scenario, all, find_instant_flow(model, scenario, all), 0);
}

}  // namespace interlock::machine
