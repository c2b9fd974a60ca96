#pragma once
// Draws one strip of a story's graph: the numbers, the lanes, the calls, the axis, the mark.

#include "reports/dot_canvas.hpp"
#include "reports/picture_layout.hpp"

namespace interlock::reports {

/// What all parts of a drawing look at.
struct Picture {
  const trace::Counterexample& story;
  const Storyboard& board;
  const PictureWords& words;
  const PictureLayout& layout;
};

/// `top`: where the strip begins on the sheet.
void draw_strip(DotCanvas& canvas, const Picture& picture, const Strip& strip, double top);

}  // namespace interlock::reports
