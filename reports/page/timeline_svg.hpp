#pragma once
// The timeline of a story as SVG inside of a page: drawn without Graphviz, with a place to point at for each column.

#include "engine/trace/counterexample.hpp"

#include <string>

namespace interlock::reports {

/// An <svg> element. Over each column lies a rect of the class "column" that names its events (data-first, data-last)
/// and says them (its title).
std::string timeline_svg(const trace::Counterexample& story);

}  // namespace interlock::reports
