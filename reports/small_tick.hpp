#pragma once
// A warning about the one constant that makes time fine-grained, and with it a search long.

#include "engine/language/model.hpp"

#include <string>

namespace interlock::reports {

/// "warning: clock_semaphore: skew 10ms beside 10 s (my.interlock:11) makes ticks of 5 ms: 2,000 in 10 s", and how to
/// mend it; empty where there is no such constant. `asked_for_dense`: whoever asked for dense time, and did not get it,
/// is not told to ask for it.
std::string small_tick_warning(const language::Model& model, const language::Scenario& scenario, bool asked_for_dense);

}  // namespace interlock::reports
