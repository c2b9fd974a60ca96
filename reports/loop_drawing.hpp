#pragma once
// The frame around a loop in a story's graph, and the arrow from its end back to its start.

#include "reports/strip_drawing.hpp"

namespace interlock::reports {

/// What lies under the lanes. Both draw nothing where the strip has no part of a loop.
void draw_loop_ground(DotCanvas& canvas, const Picture& picture, const Strip& strip, double top);

/// The edges, the arrow and the words.
void draw_loop(DotCanvas& canvas, const Picture& picture, const Strip& strip, double top);

}  // namespace interlock::reports
