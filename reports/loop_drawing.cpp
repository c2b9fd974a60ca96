#include "reports/loop_drawing.hpp"

#include "reports/loop_words.hpp"
#include "reports/palette.hpp"

#include <optional>

namespace interlock::reports {
namespace {

/// The part of a frame that stands in one strip; it is open where the loop goes on in the strip before or behind.
struct Frame {
  double left = 0;
  double right = 0;
  bool opens = false;
  bool closes = false;
};

std::optional<Frame> frame_in(const Picture& picture, const Strip& strip) {
  const Storyboard& board = picture.board;
  if (!board.opening || !board.closing || strip.last <= *board.opening) return std::nullopt;
  Frame frame;
  frame.opens = *board.opening >= strip.first;
  frame.closes = *board.closing < strip.last;
  frame.left = frame.opens ? strip.x[*board.opening - strip.first] : strip.left;
  frame.right = frame.closes ? strip.x[*board.closing - strip.first] : strip.end;
  return frame;
}

TextLook look(std::string_view colour, bool bold) { return {label_size, std::string(colour), bold, Align::left}; }

LineLook stroke(double width, Head head = Head::none) { return {std::string(palette::bad), width, "solid", head}; }

void draw_edges(DotCanvas& canvas, const Frame& frame, double upper, double lower) {
  std::vector<std::vector<Point>> edges = {{{frame.left, upper}, {frame.right, upper}},
                                           {{frame.left, lower}, {frame.right, lower}}};
  if (frame.opens) edges.push_back({{frame.left, upper}, {frame.left, lower}});
  if (frame.closes) edges.push_back({{frame.right, upper}, {frame.right, lower}});
  canvas.lines(edges, stroke(1.8));
}

/// From the upper right corner back to the upper left one; through strips between them it runs straight.
void draw_arrow(DotCanvas& canvas, const Frame& frame, double high, double upper) {
  std::vector<Point> course;
  if (frame.closes) course.push_back({frame.right, upper});
  course.push_back({frame.right, high});
  course.push_back({frame.left, high});
  if (frame.opens) course.push_back({frame.left, upper});
  if (frame.opens)
    canvas.arrow("loop_end", "loop_start", course, stroke(1.8, Head::solid));
  else
    canvas.line(course, stroke(1.8));
}

}  // namespace

void draw_loop_ground(DotCanvas& canvas, const Picture& picture, const Strip& strip, double top) {
  const std::optional<Frame> frame = frame_in(picture, strip);
  if (!frame) return;
  canvas.box({frame->left, top + picture.layout.frame, frame->right, top + strip.bottom},
             {std::string(palette::loop), "", 1, false, false});
}

void draw_loop(DotCanvas& canvas, const Picture& picture, const Strip& strip, double top) {
  const double high = top + picture.layout.arrow, upper = top + picture.layout.frame;
  const double words = (high + upper) / 2;
  if (strip.first == 0 && picture.board.opening && *picture.board.opening > 0)
    canvas.text({strip.x.front() - 11, words}, "way in", look(palette::soft_ink, false));
  const std::optional<Frame> frame = frame_in(picture, strip);
  if (!frame) return;
  draw_edges(canvas, *frame, upper, top + strip.bottom);
  draw_arrow(canvas, *frame, high, upper);
  canvas.text({frame->left + 12, words}, frame->opens ? loop_text(picture.story) : "loop, for ever",
              look(palette::bad, true));
  if (frame->closes) canvas.text({frame->right + 8, words}, back_text(picture.story), look(palette::bad, true));
}

}  // namespace interlock::reports
