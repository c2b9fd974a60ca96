#pragma once
// All durations of a model under a scenario: what a tick must divide.

#include "engine/language/model.hpp"

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
  bool strict = false;  ///< something is compared strictly, or rounded
};

Durations durations_of(const language::Model& model, const language::Scenario& scenario);

/// The length of a tick in microseconds: it divides all of these, and is half their greatest common divisor where
/// anything is compared strictly or rounded. 1 s where there are none.
std::int64_t tick_of(const Durations& durations);

}  // namespace interlock::machine
