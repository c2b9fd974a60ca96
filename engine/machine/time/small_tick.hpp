#pragma once
// The one constant that makes time fine-grained: without it a tick would be much longer.

#include "engine/machine/time/durations.hpp"

#include <optional>

namespace interlock::machine {

struct SmallTick {
  Duration cause;         ///< where it is first written
  Duration longest;       ///< of the other durations
  std::int64_t tick = 0;  ///< microseconds
  std::int64_t tick_without = 0;
  std::int64_t coarser = 0;  ///< the nearest duration that would do no harm in the place of `cause`
};

/// Nothing where no duration has more than `many_ticks`, or where no one constant (wherever it is written) makes ticks
/// at least ten times shorter than the others would. Of several that do, the one in the smallest units.
std::optional<SmallTick> find_small_tick(const language::Model& model, const language::Scenario& scenario);

inline constexpr std::int64_t many_ticks = 200;

}  // namespace interlock::machine
