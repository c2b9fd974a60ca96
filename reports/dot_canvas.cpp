#include "reports/dot_canvas.hpp"

#include "reports/dot_text.hpp"
#include "reports/text_metrics.hpp"

#include <fmt/format.h>

namespace interlock::reports {
namespace {

constexpr double points_per_inch = 72;

std::string place(Point at, double height) { return number_text(at.x) + "," + number_text(height - at.y); }

/// A straight stroke as the curve that Graphviz wants: each part with two inner points on it.
std::string course_text(const std::vector<Point>& points, double height) {
  std::string text = place(points.front(), height);
  for (std::size_t index = 1; index < points.size(); ++index) {
    const Point a = points[index - 1], b = points[index];
    const Point third{a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3};
    const Point two_thirds{b.x - (b.x - a.x) / 3, b.y - (b.y - a.y) / 3};
    text += " " + place(third, height) + " " + place(two_thirds, height) + " " + place(b, height);
  }
  return text;
}

std::string size_text(double width, double height) {
  return fmt::format("width={} height={}", fmt::format("{:.4f}", width / points_per_inch),
                     fmt::format("{:.4f}", height / points_per_inch));
}

std::string box_style(const BoxLook& look) {
  std::string style = look.fill.empty() ? "" : "filled";
  if (look.rounded) style += style.empty() ? "rounded" : ",rounded";
  if (look.dashed) style += style.empty() ? "dashed" : ",dashed";
  return style.empty() ? "solid" : style;
}

std::string box_text(const Rect& rect, const BoxLook& look, double height, std::string_view shape) {
  const Point centre{(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2};
  const std::string fill = look.fill.empty() ? "#ffffff" : look.fill;
  return fmt::format("[shape={} label=\"\" pos=\"{}\" {} style=\"{}\" fillcolor=\"{}\" color=\"{}\" penwidth={}]",
                     shape, place(centre, height), size_text(rect.right - rect.left, rect.bottom - rect.top),
                     box_style(look), fill, look.line.empty() ? fill : look.line,
                     number_text(look.line.empty() ? 0 : look.line_width));
}

/// The node is a little wider than its text, and the text stands at that end which the caller has named.
std::string words_text(const Rect& rect, const std::string& words, const TextLook& look, double height) {
  const double width = text_width(words, look.size, look.bold) * 1.04 + 4;
  double centre = rect.left;
  if (look.align == Align::left) centre += width / 2;
  if (look.align == Align::right) centre -= width / 2;
  std::string label = quoted(words);
  label.pop_back();
  label += look.align == Align::left ? "\\l\"" : (look.align == Align::right ? "\\r\"" : "\"");
  return fmt::format("[shape=none label={} pos=\"{}\" {} fontsize={} fontcolor=\"{}\"{}]", label,
                     place({centre, rect.top}, height), size_text(width, look.size * 1.5), number_text(look.size),
                     look.colour, look.bold ? fmt::format(" fontname=\"{}\"", bold_font) : "");
}

}  // namespace

void DotCanvas::box(Rect rect, const BoxLook& look) {
  Shape item;
  item.rect = rect;
  item.box = look;
  shapes_.push_back(std::move(item));
}

void DotCanvas::disc(Point centre, double radius, const BoxLook& look) {
  Shape item;
  item.kind = Shape::Kind::disc;
  item.rect = {centre.x - radius, centre.y - radius, centre.x + radius, centre.y + radius};
  item.box = look;
  shapes_.push_back(std::move(item));
}

void DotCanvas::text(Point at, std::string_view words, const TextLook& look) {
  if (words.empty()) return;
  Shape item;
  item.kind = Shape::Kind::text;
  item.rect = {at.x, at.y, at.x, at.y};
  item.text = look;
  item.words = std::string(words);
  shapes_.push_back(std::move(item));
}

void DotCanvas::line(const std::vector<Point>& points, const LineLook& look) { lines({points}, look); }

void DotCanvas::lines(const std::vector<std::vector<Point>>& strokes, const LineLook& look) {
  if (strokes.empty()) return;
  Shape item;
  item.kind = Shape::Kind::stroke;
  item.stroke = {{}, {}, strokes, look};
  shapes_.push_back(std::move(item));
}

void DotCanvas::arrow(std::string_view from, std::string_view to, const std::vector<Point>& course,
                      const LineLook& look) {
  Shape item;
  item.kind = Shape::Kind::stroke;
  item.stroke = {std::string(from), std::string(to), {course}, look};
  shapes_.push_back(std::move(item));
}

std::string DotCanvas::stroke_text(const Stroke& stroke, std::size_t number, double height) {
  const std::string tail = stroke.from.empty() ? fmt::format("line{}", number) : stroke.from;
  const std::string head = stroke.to.empty() ? tail : stroke.to;
  const Point first = stroke.courses.front().front(), last = stroke.courses.back().back();
  std::string text =
      fmt::format("  {} [shape=point style=invis width=0 height=0 pos=\"{}\"];\n", quoted(tail), place(first, height));
  if (head != tail)
    text +=
        fmt::format("  {} [shape=point style=invis width=0 height=0 pos=\"{}\"];\n", quoted(head), place(last, height));
  std::string courses;
  for (std::size_t index = 0; index < stroke.courses.size(); ++index) {
    std::vector<Point> course = stroke.courses[index];
    std::string tip;
    if (stroke.look.head != Head::none) {
      // The arrow head reaches from the end of the curve to the tip.
      const Point end = course.back();
      const double sign = end.y > course[course.size() - 2].y ? -1 : 1;
      tip = "e," + place(end, height) + " ";
      course.back().y += sign * 8;
    }
    courses += (index == 0 ? "" : ";") + tip + course_text(course, height);
  }
  const std::string_view shape =
      stroke.look.head == Head::none ? "none" : (stroke.look.head == Head::solid ? "normal" : "onormal");
  text += fmt::format("  {} -> {} [pos=\"{}\" color=\"{}\" penwidth={} style={} arrowhead={} arrowsize=0.8];\n",
                      quoted(tail), quoted(head), courses, stroke.look.colour, number_text(stroke.look.width),
                      stroke.look.style, shape);
  return text;
}

std::string DotCanvas::item_text(const Shape& item, std::size_t number, double height) {
  switch (item.kind) {
    case Shape::Kind::box: return fmt::format("  box{} {};\n", number, box_text(item.rect, item.box, height, "box"));
    case Shape::Kind::disc:
      return fmt::format("  disc{} {};\n", number, box_text(item.rect, item.box, height, "circle"));
    case Shape::Kind::text:
      return fmt::format("  text{} {};\n", number, words_text(item.rect, item.words, item.text, height));
    case Shape::Kind::stroke: return stroke_text(item.stroke, number, height);
  }
  return {};
}

std::string DotCanvas::dot(std::string_view name, double width, double height) const {
  std::string text = "// Positions are pinned: draw with neato -n2.\n";
  text += fmt::format("digraph {} {{\n", quoted(name));
  text += "  graph [bgcolor=\"#ffffff\" outputorder=breadthfirst splines=line pad=0.02];\n";
  text += fmt::format("  node [fontname=\"{}\" fixedsize=true margin=0];\n", font);
  text += "  edge [headclip=false tailclip=false];\n";
  const BoxLook sheet{"#ffffff", "#c5ccd3", 1, false, false};
  text += fmt::format("  sheet {};\n", box_text({0, 0, width, height}, sheet, height, "box"));
  for (std::size_t index = 0; index < shapes_.size(); ++index) text += item_text(shapes_[index], index + 1, height);
  return text + "}\n";
}

}  // namespace interlock::reports
