#pragma once
// The table of steps and the lists below it, in a story's graph.

#include "reports/lists.hpp"
#include "reports/strip_drawing.hpp"

namespace interlock::reports {

inline constexpr double sentence_size = 14;

/// How wide a page must be for these words to stand on one line each, but for long comments.
double words_width(const trace::Counterexample& story);

/// Each draws from `top` on and gives where the next thing may begin. What is too long for the page goes on in the next
/// line, in its own column.
double draw_steps(DotCanvas& canvas, const trace::Counterexample& story, double width, double top);
double draw_list(DotCanvas& canvas, const List& list, double width, double top);

}  // namespace interlock::reports
