#pragma once
// The oracle's own ticks, from the text of the meaning: the greatest common divisor of all durations over one more than
// the number of instants that are compared strictly or for equality. It shares nothing with the engine's.

#include "engine/language/model.hpp"

#include <cstdint>
#include <vector>

namespace interlock::oracle {

struct Ticks {
  std::int64_t microseconds = 1;
  bool are_fine = true;  ///< false: behaviour between two of them may be lost
};

/// `most_parts`: the divisor is cut into no more, whatever is compared; a full search of many is long.
Ticks ticks_of(const language::Model& model, const language::Scenario& scenario,
               const std::vector<std::uint32_t>& specs, std::int64_t most_parts = 2);

}  // namespace interlock::oracle
