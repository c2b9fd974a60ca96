#pragma once
// A counterexample as a Mermaid sequence diagram, which GitHub draws by itself. It has no axis and no leases: whoever
// is inside critical has a bar, time and faults are notes, a loop is a loop. The text timeline and pictures say more.

#include "engine/trace/counterexample.hpp"

#include <string>

namespace interlock::reports {

/// From "sequenceDiagram" on, without a fence around it.
std::string timeline_mermaid(const trace::Counterexample& story);

}  // namespace interlock::reports
