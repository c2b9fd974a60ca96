#pragma once
// The words around a story's graph: the title above it; the key and the notes below.

#include "reports/strip_drawing.hpp"

namespace interlock::reports {

/// Each draws from `top` on and gives where the next thing may begin.
double draw_title(DotCanvas& canvas, const trace::Counterexample& story, double width, double top);
double draw_key(DotCanvas& canvas, const Picture& picture, double top);
double draw_notes(DotCanvas& canvas, const Picture& picture, double top);

}  // namespace interlock::reports
