#include "engine/machine/ticks.hpp"

#include "engine/assert.hpp"
#include "engine/machine/durations.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace interlock::machine {

using namespace language;

Ticks measure_ticks(const Model& model, const Scenario& scenario) {
  const Durations durations = durations_of(model, scenario);
  std::int64_t longest = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> moved;  // by place, so that copies count once
  for (const Duration& duration : durations.all) {
    longest = std::max(longest, duration.microseconds);
    if (!duration.moves) continue;
    auto& most = moved[{duration.place.line, duration.place.column}];
    most = std::max(most, duration.microseconds);
  }
  std::int64_t far = 0;
  for (const auto& fault : scenario.faults)
    if (fault.kind == FaultKind::skew || fault.kind == FaultKind::drift) far += 2 * fault.amount;
  for (const auto& [place, most] : moved) far += most;

  Ticks ticks;
  ticks.microseconds = tick_of(durations);
  const std::int64_t most = std::max(longest, far) / ticks.microseconds;
  INTERLOCK_ASSERT(most <= most_ticks, "durations are no longer than 2^28 ticks");
  ticks.horizon = static_cast<std::int32_t>(far / ticks.microseconds);
  ticks.longest = static_cast<std::int32_t>(most);
  return ticks;
}

}  // namespace interlock::machine
