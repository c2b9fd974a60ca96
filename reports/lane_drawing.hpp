#pragma once
// Draws one lane of a strip: what a client believes, or what a server holds.

#include "reports/strip_drawing.hpp"

namespace interlock::reports {

void draw_client(DotCanvas& canvas, const Picture& picture, const Strip& strip, std::size_t lane, double top);

void draw_cell(DotCanvas& canvas, const Picture& picture, const Strip& strip, std::size_t lane, double top);

/// Slanted strokes over a bar: still believed, no longer true.
void draw_hatching(DotCanvas& canvas, Rect bar, std::string_view colour);

/// A sand-glass of two small bars: a pause.
void draw_pause_sign(DotCanvas& canvas, Point middle, std::string_view colour);

}  // namespace interlock::reports
