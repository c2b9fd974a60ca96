#include "engine/machine/time/small_tick.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace interlock::machine {
namespace {

constexpr std::int64_t worth_saying = 10;

/// The unit that a person would write a duration in is the larger the rounder it is.
std::int64_t roundness(std::int64_t microseconds) {
  constexpr std::int64_t minute = 60'000'000;
  return std::gcd(microseconds, minute);
}

/// What a tick would be if a constant were not written anywhere.
std::optional<SmallTick> without(const Durations& durations, std::int64_t constant) {
  SmallTick found;
  found.tick = tick_of(durations);
  Durations others;
  others.instants = durations.instants;
  std::int64_t divisor = 0;
  for (const Duration& duration : durations.all) {
    if (duration.written == constant) {
      if (found.cause.written == 0) found.cause = duration;
      continue;
    }
    others.all.push_back(duration);
    divisor = std::gcd(divisor, duration.microseconds);
    if (duration.microseconds > found.longest.microseconds) found.longest = duration;
  }
  if (divisor == 0 || found.longest.microseconds / found.tick <= many_ticks) return std::nullopt;
  found.tick_without = tick_of(others);
  if (found.tick_without < worth_saying * found.tick) return std::nullopt;
  found.coarser = std::max<std::int64_t>(1, (constant + divisor / 2) / divisor) * divisor;
  return found;
}

}  // namespace

std::optional<SmallTick> find_small_tick(const language::Model& model, const language::Scenario& scenario) {
  const Durations durations = durations_of(model, scenario);
  std::set<std::int64_t> constants;
  for (const Duration& duration : durations.all)
    if (duration.written > 0) constants.insert(duration.written);
  std::optional<SmallTick> finest;
  for (const std::int64_t constant : constants) {
    const std::optional<SmallTick> found = without(durations, constant);
    if (found && (!finest || roundness(constant) < roundness(finest->cause.written))) finest = found;
  }
  return finest;
}

}  // namespace interlock::machine
