#include "reports/page/timeline_svg.hpp"

#include "reports/captions.hpp"
#include "reports/dot_text.hpp"
#include "reports/html_text.hpp"
#include "reports/owners.hpp"
#include "reports/page/step_labels.hpp"
#include "reports/table_drawing.hpp"

#include <fmt/format.h>

namespace interlock::reports {
namespace {

std::string_view dashes(std::string_view style) {
  if (style == "dashed") return " stroke-dasharray=\"5 4\"";
  return style == "dotted" ? " stroke-dasharray=\"1.5 3\"" : "";
}

std::string paint(const BoxLook& look) {
  std::string text = fmt::format(" fill=\"{}\"", look.fill.empty() ? "none" : look.fill);
  if (!look.line.empty())
    text += fmt::format(" stroke=\"{}\" stroke-width=\"{}\"", look.line, number_text(look.line_width));
  if (look.dashed) text += dashes("dashed");
  return text;
}

std::string box_svg(const Rect& rect, const BoxLook& look) {
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}{}/>", number_text(rect.left),
                     number_text(rect.top), number_text(rect.right - rect.left), number_text(rect.bottom - rect.top),
                     look.rounded ? " rx=\"4\"" : "", paint(look));
}

std::string disc_svg(const Rect& rect, const BoxLook& look) {
  return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>", number_text((rect.left + rect.right) / 2),
                     number_text((rect.top + rect.bottom) / 2), number_text((rect.right - rect.left) / 2), paint(look));
}

std::string words_svg(const Rect& at, const std::string& words, const TextLook& look) {
  const char* anchor = look.align == Align::left ? "start" : (look.align == Align::right ? "end" : "middle");
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\"{}>{}</text>",
                     number_text(at.left), number_text(at.top + look.size * 0.36), number_text(look.size), look.colour,
                     anchor, look.bold ? " font-weight=\"bold\"" : "", html_escaped(words));
}

/// A head of 8 points at the end of the last course, which comes from above or from below.
std::string head_svg(const std::vector<Point>& course, const LineLook& look) {
  const Point tip = course.back();
  const double back = tip.y > course[course.size() - 2].y ? -8 : 8;
  return fmt::format("<path d=\"M{0} {1} L{2} {3} L{4} {3} Z\" fill=\"{5}\" stroke=\"{6}\" stroke-width=\"1.2\"/>",
                     number_text(tip.x), number_text(tip.y), number_text(tip.x - 3.5), number_text(tip.y + back),
                     number_text(tip.x + 3.5), look.head == Head::hollow ? "#ffffff" : look.colour, look.colour);
}

std::string stroke_svg(const Stroke& stroke) {
  std::string path;
  for (const std::vector<Point>& course : stroke.courses) {
    for (std::size_t point = 0; point < course.size(); ++point)
      path +=
          fmt::format("{}{} {}", point == 0 ? "M" : "L", number_text(course[point].x), number_text(course[point].y));
  }
  std::string text = fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>", path,
                                 stroke.look.colour, number_text(stroke.look.width), dashes(stroke.look.style));
  if (stroke.look.head != Head::none) text += head_svg(stroke.courses.back(), stroke.look);
  return text;
}

std::string shape_svg(const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::box: return box_svg(shape.rect, shape.box);
    case Shape::Kind::disc: return disc_svg(shape.rect, shape.box);
    case Shape::Kind::text: return words_svg(shape.rect, shape.words, shape.text);
    case Shape::Kind::stroke: return stroke_svg(shape.stroke);
  }
  return {};
}

/// What answers to the pointer: half of the way to the columns beside it.
std::string columns_svg(const Picture& picture, const Strip& strip, double top) {
  std::string text;
  for (std::size_t column = strip.first; column < strip.last; ++column) {
    const Column& here = picture.board.columns[column];
    if (here.kind == ColumnKind::edge) continue;
    const std::size_t at = column - strip.first;
    const double left = at == 0 ? strip.left : (strip.x[at - 1] + strip.x[at]) / 2;
    const double right = column + 1 == strip.last ? strip.end : (strip.x[at] + strip.x[at + 1]) / 2;
    std::string label = step_label(picture.story, here.first);
    if (here.last > here.first) label += " ... " + step_label(picture.story, here.last);
    text += fmt::format(
        "<rect class=\"column\" data-first=\"{}\" data-last=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
        "role=\"button\" tabindex=\"-1\" aria-label=\"{}\"><title>{}</title></rect>\n",
        here.first, here.last, number_text(left), number_text(top + picture.layout.numbers - 16),
        number_text(right - left), number_text(strip.axis + 10 - picture.layout.numbers + 16), html_escaped(label),
        html_escaped(label));
  }
  return text;
}

}  // namespace

std::string timeline_svg(const trace::Counterexample& told) {
  const Storyboard board = storyboard(told);
  if (board.columns.empty()) return {};
  const trace::Counterexample story = with_last_owners(told);
  const auto [words, layout] = plan_picture(story, board, 0);
  const Picture picture{story, board, words, layout};
  DotCanvas canvas;
  std::string columns;
  double y = 0;
  for (const Strip& strip : layout.strips) {
    draw_strip(canvas, picture, strip, y);
    columns += columns_svg(picture, strip, y);
    y += strip.height;
  }
  y = draw_key(canvas, picture, y) + 6;
  std::string text = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"group\" aria-label=\"{2}\" "
      "font-family=\"{3}\">\n<g aria-hidden=\"true\">\n",
      number_text(layout.width), number_text(y), html_escaped("Timeline: " + story.headline), font);
  for (const Shape& shape : canvas.shapes()) text += shape_svg(shape) + "\n";
  return text + "</g>\n" + columns + "</svg>\n";
}

}  // namespace interlock::reports
