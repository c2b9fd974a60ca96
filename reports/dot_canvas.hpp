#pragma once
// A DOT graph as a sheet to draw on: boxes, texts and points are nodes with pinned positions, lines are edges with
// pinned courses. For `neato -n2`, which then decides nothing. What is drawn later lies on top.

#include <string>
#include <string_view>
#include <vector>

namespace interlock::reports {

/// In points from the upper left corner.
struct Point {
  double x = 0;
  double y = 0;
};

struct Rect {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

struct BoxLook {
  std::string fill;  ///< "#rrggbb"; empty: not filled
  std::string line;  ///< empty: no line
  double line_width = 1;
  bool rounded = false;
  bool dashed = false;
};

enum class Align { left, centre, right };

struct TextLook {
  double size = 12;
  std::string colour = "#1f2933";
  bool bold = false;
  Align align = Align::left;
};

enum class Head { none, solid, hollow };

struct LineLook {
  std::string colour = "#1f2933";
  double width = 1;
  std::string style = "solid";  ///< or "dashed", "dotted"
  Head head = Head::none;
};

struct Stroke {
  std::string from;  ///< of an arrow: its nodes
  std::string to;
  std::vector<std::vector<Point>> courses;
  LineLook look;
};

/// What was drawn at one go.
struct Shape {
  enum class Kind { box, disc, text, stroke } kind = Kind::box;
  Rect rect;
  BoxLook box;
  TextLook text;
  std::string words;
  Stroke stroke;
};

class DotCanvas {
 public:
  void box(Rect rect, const BoxLook& look);
  void disc(Point centre, double radius, const BoxLook& look);

  /// `at` is the middle of the text's height, and of its left end, middle or right end.
  void text(Point at, std::string_view words, const TextLook& look);

  /// One stroke through all points.
  void line(const std::vector<Point>& points, const LineLook& look);

  /// Many strokes of one look.
  void lines(const std::vector<std::vector<Point>>& strokes, const LineLook& look);

  /// A stroke between two named nodes, so that the graph says who calls whom. It comes in from above or from below.
  void arrow(std::string_view from, std::string_view to, const std::vector<Point>& course, const LineLook& look);

  /// The whole graph on a light sheet of that size with a thin border.
  std::string dot(std::string_view name, double width, double height) const;

  /// From the bottom up.
  const std::vector<Shape>& shapes() const { return shapes_; }

 private:
  static std::string item_text(const Shape& item, std::size_t number, double height);
  static std::string stroke_text(const Stroke& stroke, std::size_t number, double height);

  std::vector<Shape> shapes_;
};

}  // namespace interlock::reports
