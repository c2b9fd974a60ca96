#include "reports/timeline_dot.hpp"

#include "reports/captions.hpp"
#include "reports/owners.hpp"
#include "reports/palette.hpp"
#include "reports/table_drawing.hpp"

namespace interlock::reports {

std::string timeline_dot(const trace::Counterexample& told) {
  const Storyboard board = storyboard(told);
  const trace::Counterexample story = with_last_owners(told);
  const auto [words, layout] = plan_picture(story, board, words_width(story));
  const Picture picture{story, board, words, layout};
  DotCanvas canvas;
  double y = draw_title(canvas, story, layout.width, margin);
  for (const Strip& strip : layout.strips) {
    draw_strip(canvas, picture, strip, y);
    y += strip.height;
  }
  y = draw_key(canvas, picture, y);
  canvas.line({{margin, y + 4}, {layout.width - margin, y + 4}}, {std::string(palette::guide), 1, "solid", Head::none});
  y = draw_steps(canvas, story, layout.width, y + 10);
  y = draw_notes(canvas, picture, y + 6);
  return canvas.dot(story.protocol + " " + story.spec, layout.width, y + margin / 2);
}

}  // namespace interlock::reports
