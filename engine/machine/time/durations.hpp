#pragma once
// All durations of a model under a scenario: what a tick must divide.

#include "engine/language/model.hpp"
#include "engine/machine/relevance.hpp"
#include "engine/machine/time/instant_flow.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::machine {

struct Duration {
  std::int64_t microseconds = 0;  ///< its size
  std::int64_t written = 0;       ///< as it is written: the half of a unit that is rounded to has the unit here
  language::Place place;          ///< of a fault: none
  std::string fault;              ///< "skew 10ms"; of the model: empty
  bool moves = false;             ///< written in an expression: it can shift one instant against another
};

struct Durations {
  std::vector<Duration> all;
  std::uint32_t instants = 0;  ///< how many are compared strictly, for equality, or rounded
};

/// Of what is relevant.
Durations durations_of(const language::Model& model, const language::Scenario& scenario, const Relevance& relevance,
                       const InstantFlow& flow);
/// Of all that is written.
Durations durations_of(const language::Model& model, const language::Scenario& scenario);

struct Fineness {
  std::int64_t tick = 0;  ///< microseconds
  bool is_exact = true;   ///< no behaviour is lost between two ticks
};

/// A tick divides all durations. It is exact where the greatest common divisor is cut into one part more than there
/// are instants whose order, or whose being equal, something hangs on: each may then stand between the others. Where
/// that makes too many ticks of the longest duration, it is cut into as many parts as are few enough, and into two at
/// least. 1 s where there are no durations.
Fineness fineness_of(const Durations& durations);
inline std::int64_t tick_of(const Durations& durations) { return fineness_of(durations).tick; }

}  // namespace interlock::machine
