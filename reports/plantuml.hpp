#pragma once
// A story as a timing diagram for PlantUML.

#include "engine/trace/counterexample.hpp"

#include <string>

namespace interlock::reports {

/// A lane for each client, with what it believes, and one for each cell, with what it holds; a column is one unit of
/// its axis, which is linear, so the moments stand in a lane of their own.
std::string timeline_plantuml(const trace::Counterexample& story);

}  // namespace interlock::reports
