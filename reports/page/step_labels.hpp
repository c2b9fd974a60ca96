#pragma once
// What the page says of a step and of a moment, on one line each.

#include "engine/trace/counterexample.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace interlock::reports {

/// "3, at 10 s: redis lock expires (was a)"; the passing of time has no number.
std::string step_label(const trace::Counterexample& story, std::size_t event);

/// Who or what there is, and how it is: "worker 1" "inside critical, paused", "redis.lock" "a: worker 1, until 10 s".
std::vector<std::pair<std::string, std::string>> state_lines(const trace::Counterexample& story, const View& view);

}  // namespace interlock::reports
