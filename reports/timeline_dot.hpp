#pragma once
// A story as a DOT graph with pinned positions, for `neato -n2`: the timeline, and the numbered steps under it.

#include "engine/trace/counterexample.hpp"

#include <string>

namespace interlock::reports {

std::string timeline_dot(const trace::Counterexample& story);

}  // namespace interlock::reports
