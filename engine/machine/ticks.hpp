#pragma once
// The unit of time of a model under a scenario, and the largest difference between instants that any comparison of it
// can tell from a larger one.

#include "engine/language/model.hpp"

#include <cstdint>

namespace interlock::machine {

/// `microseconds`: one tick. It divides every duration of the model and the scenario, and is half their greatest
/// common divisor where anything is compared strictly or rounded (semantics.md, Time 6). 1 s where there are none.
/// `horizon`: in ticks; two instants further apart than this are "far apart" for every comparison.
/// `longest`: in ticks; no timer or deadline is ever set further ahead.
struct Ticks {
  std::int64_t microseconds = 1'000'000;
  std::int32_t horizon = 0;
  std::int32_t longest = 0;
};

inline constexpr std::int64_t most_ticks = std::int64_t{1} << 28;  ///< of one duration: sums of a few fit a word

Ticks measure_ticks(const language::Model& model, const language::Scenario& scenario);

}  // namespace interlock::machine
