#include "engine/machine/time/ticks.hpp"

#include "engine/machine/limits.hpp"
#include "engine/machine/time/durations.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace interlock::machine {

using namespace language;

namespace {

/// A jump moves deadlines by any real time. If one deadline lies across it, and nothing else moves along, then what
/// comes before what is a matter of sums in which each jump stands once, and whole ticks are enough; two deadlines, or
/// two jumps, may have to meet in the middle of one.
bool may_jump_between(const Model& model, const Scenario& scenario, const Relevance& relevance) {
  const auto jump = std::find_if(scenario.faults.begin(), scenario.faults.end(),
                                 [](const Fault& fault) { return fault.kind == FaultKind::clock_jump; });
  if (jump == scenario.faults.end()) return false;
  if (jump->times != 1 || relevance.lease) return true;
  std::vector<std::uint32_t> deadlines(model.servers.size(), 0);
  for (VariableIndex index{0}; index < model.variables.size(); ++index) {
    const Variable& variable = model.variables[index];
    if (variable.scope != Scope::server || variable.shape != Shape::expiring || !relevance.variable[index]) continue;
    if (keeps_writes(model, scenario, variable.owner) || ++deadlines[variable.owner] > 1) return true;
  }
  return false;
}

}  // namespace

Ticks measure_ticks(const Model& model, const Scenario& scenario, const Relevance& relevance, const InstantFlow& flow,
                    std::uint32_t doublings) {
  const Durations durations = durations_of(model, scenario, relevance, flow);
  std::int64_t longest = flow.longest;
  for (const Duration& duration : durations.all) longest = std::max(longest, duration.microseconds);
  Ticks ticks;
  const Fineness fineness = fineness_of(durations);
  ticks.microseconds = fineness.tick;
  ticks.is_exact = fineness.is_exact && !may_jump_between(model, scenario, relevance);
  const std::int64_t farthest = std::max({longest, flow.farthest, flow.has_checks ? flow.usual << doublings : 0});
  const auto is_longest = [&](const Duration& one) { return one.microseconds == longest; };
  const auto found = std::find_if(durations.all.begin(), durations.all.end(), is_longest);
  // Half of it, since the horizon is a sum of two of these.
  require_within(Limit::ticks, static_cast<std::uint64_t>(2 * (farthest / ticks.microseconds)),
                 found == durations.all.end() ? Place{} : found->place);
  const auto in_ticks = [&](std::int64_t microseconds) {
    return static_cast<std::int32_t>((microseconds + ticks.microseconds - 1) / ticks.microseconds);
  };
  if (flow.has_checks) ticks.range = std::max(in_ticks(std::max(flow.usual, longest)), 1) << doublings;
  ticks.horizon = in_ticks(flow.farthest) + ticks.range;
  ticks.longest = std::max(in_ticks(longest), ticks.range);
  return ticks;
}

Ticks whole_units(const Model& model, const Scenario& scenario, const Relevance& relevance, const InstantFlow& flow) {
  std::int64_t unit = 0;
  std::int64_t longest = 0;
  for (const Duration& duration : durations_of(model, scenario, relevance, flow).all) {
    unit = std::gcd(unit, duration.microseconds);
    longest = std::max(longest, duration.microseconds);
  }
  // How far off a clock is that is off may have to lie between two units.
  constexpr std::int64_t many = std::int64_t{1} << 20U;
  const bool are_clocks_off = std::any_of(scenario.faults.begin(), scenario.faults.end(), [](const Fault& fault) {
    return rule_of(fault.kind).target == FaultTarget::clock;
  });
  for (const std::int64_t parts : {10, 4, 2})
    if (are_clocks_off && unit % parts == 0 && unit != 0 && longest / unit * parts <= many) {
      unit /= parts;
      break;
    }
  Ticks units;
  if (unit != 0) units.microseconds = unit;
  require_within(Limit::ticks, static_cast<std::uint64_t>(longest / units.microseconds));
  units.longest = static_cast<std::int32_t>(most_ticks);
  return units;
}

Ticks measure_ticks(const Model& model, const Scenario& scenario) {
  const Relevance all = all_of(model);
  return measure_ticks(model, scenario, all, find_instant_flow(model, scenario, all), 0);
}

}  // namespace interlock::machine
