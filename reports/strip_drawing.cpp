#include "reports/strip_drawing.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/lane_drawing.hpp"
#include "reports/loop_drawing.hpp"
#include "reports/palette.hpp"
#include "reports/text_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

TextLook look(double size, std::string_view colour, bool bold = false, Align align = Align::left) {
  return {size, std::string(colour), bold, align};
}

LineLook stroke(std::string_view colour, double width, std::string style = "solid") {
  return {std::string(colour), width, std::move(style), Head::none};
}

class StripDrawing {
 public:
  StripDrawing(DotCanvas& canvas, const Picture& picture, const Strip& strip, double top)
      : canvas_(canvas), picture_(picture), strip_(strip), top_(top) {}

  void draw() {
    draw_loop_ground(canvas_, picture_, strip_, top_);
    draw_ground();
    draw_guides();
    if (picture_.board.counts) draw_chart();
    draw_names();
    for (std::size_t lane = 0; lane < picture_.board.lanes.size(); ++lane) {
      if (!strip_.lanes[lane].is_shown) continue;
      const LaneKind kind = picture_.board.lanes[lane].kind;
      if (kind == LaneKind::client) draw_client(canvas_, picture_, strip_, lane, top_);
      if (kind == LaneKind::cell) draw_cell(canvas_, picture_, strip_, lane, top_);
    }
    for (std::size_t column = strip_.first; column < strip_.last; ++column) draw_break(column);
    for (std::size_t column = strip_.first; column < strip_.last; ++column) draw_call(column);
    for (std::size_t column = strip_.first; column < strip_.last; ++column) draw_number(column);
    draw_axis();
    draw_loop(canvas_, picture_, strip_, top_);
    if (has_end()) draw_mark();
  }

 private:
  bool is_good() const { return picture_.story.kind == trace::StoryKind::witness; }
  /// The end of a loop is its start: nothing is marked there.
  bool has_end() const { return strip_.last == picture_.board.columns.size() && !picture_.board.closing; }
  /// Behind it stand the numbers: in a loop beside its frame.
  double chart_end() const { return strip_.end - (strip_.end < strip_.right ? 0 : 60); }
  double y(double in_strip) const { return top_ + in_strip; }
  double x(std::size_t column) const { return strip_.x[column - strip_.first]; }
  const Column& column_at(std::size_t column) const { return picture_.board.columns[column]; }
  std::string_view end_colour() const { return is_good() ? palette::good : palette::bad; }

  void draw_ground() {
    for (const LanePlace& place : strip_.lanes) {
      if (!place.is_shown) continue;
      canvas_.box({strip_.left, y(place.top), strip_.end, y(place.bottom)},
                  {std::string(palette::lane), "", 1, false, false});
    }
    if (!has_end()) return;
    const double end = x(strip_.last - 1);
    const std::string light(is_good() ? palette::good_light : palette::bad_light);
    canvas_.box({end - 13, y(picture_.layout.chart - 6), end + 13, y(strip_.axis + 12)}, {light, "", 1, false, false});
  }

  void draw_guides() {
    for (std::size_t column = strip_.first; column < strip_.last; ++column) {
      if (column_at(column).kind == ColumnKind::gap || column_at(column).kind == ColumnKind::edge) continue;
      canvas_.line({{x(column), y(picture_.layout.numbers)}, {x(column), y(strip_.lanes_bottom)}},
                   stroke(palette::guide, 1));
    }
  }

  void draw_names() {
    for (std::size_t lane = 0; lane < picture_.board.lanes.size(); ++lane) {
      if (strip_.lanes[lane].is_shown) draw_name(lane);
    }
  }

  void draw_name(std::size_t index) {
    const Lane& lane = picture_.board.lanes[index];
    const LanePlace& place = strip_.lanes[index];
    const bool is_client = lane.kind == LaneKind::client;
    const double middle = y(lane.rows > 1 || has_rows(picture_.story, lane) ? place.top + 4 + (rank_height - 4) / 2
                                                                            : place.bottom - 5 - bar_height / 2);
    if (is_client)
      canvas_.box({margin, middle - 5, margin + 10, middle + 5},
                  {std::string(palette::client(lane.index).strong), "", 1, false, false});
    canvas_.text({margin + 16, middle}, lane.name, look(label_size, palette::ink, true));
    if (!lane.head.empty()) draw_clock(lane, y(place.top + above_height / 2 - 2));
    if (has_rows(picture_.story, lane)) draw_ranks(lane, place);
  }

  void draw_ranks(const Lane& lane, const LanePlace& place) {
    if (picture_.story.cells[lane.index].shape != language::Shape::ranked) return;
    for (std::size_t rank = 0; rank < lane.rows; ++rank) {
      const double middle = place.top + 4 + rank_height * static_cast<double>(rank) + (rank_height - 4) / 2;
      canvas_.text({strip_.left - 8, y(middle)}, fmt::format("rank {}", rank),
                   look(small_size, palette::soft_ink, false, Align::right));
    }
  }

  /// The step that set the clock wrong has no column: its number stands here.
  void draw_clock(const Lane& lane, double middle) {
    for (std::size_t event = 0; event < picture_.board.first_view; ++event) {
      if (picture_.story.events[event].client != lane.index) continue;
      const Point number{margin + 32 + text_width(lane.head, label_size, true) + 14, middle};
      canvas_.disc(number, 8, {std::string(palette::cause), std::string(palette::cause_ink), 1.2, false, false});
      canvas_.text(number, std::to_string(picture_.story.events[event].number),
                   look(small_size, palette::ink, true, Align::centre));
    }
    canvas_.disc({margin + 22, middle}, 5.5,
                 {std::string(palette::white), std::string(palette::cause_ink), 1.4, false, false});
    canvas_.lines({{{margin + 22, middle - 3.5}, {margin + 22, middle}, {margin + 25, middle}}},
                  stroke(palette::cause_ink, 1.2));
    canvas_.text({margin + 32, middle}, lane.head, look(label_size, palette::cause_ink, true));
  }

  void draw_number(std::size_t column) {
    const Column& here = column_at(column);
    if (here.kind == ColumnKind::gap || here.kind == ColumnKind::edge) return;
    const Point middle{x(column), y(picture_.layout.numbers)};
    const std::string number =
        here.from == here.to ? std::to_string(here.to) : fmt::format("{}-{}", here.from, here.to);
    BoxLook disc{std::string(palette::neutral), std::string(palette::neutral_line), 1, false, false};
    std::string_view ink = palette::ink;
    if (here.is_cause) disc = {std::string(palette::cause), std::string(palette::cause_ink), 1.2, false, false};
    if (here.is_end) disc = {std::string(end_colour()), "", 1, false, false};
    if (here.is_end) ink = palette::white;
    // Not by its colour alone: a cause has a second ring.
    if (here.is_cause && !here.is_end && here.from == here.to)
      canvas_.disc(middle, 14, {"", std::string(palette::cause_ink), 1.2, false, false});
    if (here.from == here.to)
      canvas_.disc(middle, 11, disc);
    else
      canvas_.box({middle.x - 20, middle.y - 10, middle.x + 20, middle.y + 10}, disc);
    canvas_.text(middle, number, look(label_size, ink, true, Align::centre));
  }

  /// A tear through all lanes.
  void draw_break(std::size_t column) {
    if (column_at(column).kind != ColumnKind::gap) return;
    const double middle = x(column), from = y(picture_.layout.lanes_top - 4), to = y(strip_.lanes_bottom - 4);
    std::vector<Point> left, right;
    bool out = false;
    for (double at = from; at <= to; at += 7) {
      const double shift = out ? 2.5 : -2.5;
      left.push_back({middle - 4 + shift, at});
      right.push_back({middle + 4 + shift, at});
      out = !out;
    }
    canvas_.box({middle - 4, from, middle + 4, to}, {std::string(palette::white), "", 1, false, false});
    canvas_.line(left, stroke(palette::neutral_line, 1.2));
    canvas_.line(right, stroke(palette::neutral_line, 1.2));
  }

  bool is_token(std::size_t lane) const {
    const Lane& drawn = picture_.board.lanes[lane];
    return drawn.kind == LaneKind::cell && picture_.story.cells[drawn.index].is_token;
  }

  void draw_call(std::size_t column) {
    if (!picture_.words.source[column]) return;
    const std::size_t from = *picture_.words.source[column], to = *picture_.words.target[column];
    const LanePlace& source = strip_.lanes[from];
    const LanePlace& target = strip_.lanes[to];
    const bool down = from < to;
    const double start = y(down ? source.bottom - 5 - bar_height / 2 + 5 : source.bottom - 5 - bar_height / 2 - 5);
    const bool is_server = picture_.board.lanes[to].kind == LaneKind::server;
    double end = y(down ? target.bottom - 5 - bar_height : target.bottom - 5);
    if (has_rows(picture_.story, picture_.board.lanes[to])) end = y(down ? target.top + 4 : target.bottom - 2);
    if (is_server) end = y(down ? target.top + 4 : target.bottom - 4);
    const bool refused = is_refused_write(picture_.story.events[column_at(column).last]);
    // A token that is refused arrives below the line of high-water marks.
    if (refused && down && is_token(to)) end = y(target.bottom - 3);
    const LineLook arrow{std::string(palette::ink), 1.4, "solid", refused ? Head::hollow : Head::solid};
    const std::uint32_t number = column_at(column).to;
    canvas_.arrow(fmt::format("step{}_from", number), fmt::format("step{}_to", number),
                  {{x(column), start}, {x(column), end}}, arrow);
    double line = y(down ? source.calls : source.calls_up);
    for (const std::string& words : picture_.words.lanes[from][column].calls) {
      const bool is_reason = words.rfind("refused", 0) == 0;
      canvas_.text({x(column) + 7, line}, words, look(label_size, palette::ink, is_reason));
      line += call_height;
    }
  }

  void draw_axis() {
    std::size_t column = strip_.first;
    while (column < strip_.last) {
      const std::size_t end = end_of_moment(picture_.board, column, strip_.last);
      draw_moment(column, end);
      column = end;
    }
  }

  void draw_moment(std::size_t first, std::size_t end) {
    const double middle = y(strip_.axis);
    const Column& here = column_at(first);
    if (here.kind == ColumnKind::edge) return;
    if (here.kind == ColumnKind::gap) {
      canvas_.text({x(first), middle}, language::duration_text(here.passed) + " pass",
                   look(label_size, palette::soft_ink, false, Align::centre));
      return;
    }
    const std::string words = moment_text(end - first, here.at, picture_.words.wording);
    if (end - first < 2) {
      canvas_.text({x(first), middle}, words, look(label_size, palette::ink, false, Align::centre));
      return;
    }
    const double top = middle - 14, left = x(first), right = x(end - 1);
    canvas_.lines({{{left, top - 4}, {left, top}, {right, top}, {right, top - 4}}}, stroke(palette::soft_ink, 1.2));
    canvas_.text({left, middle}, words, look(label_size, palette::ink));
  }

  void draw_mark() {
    for (std::size_t lane = 0; lane < picture_.board.lanes.size(); ++lane) {
      const Lane& drawn = picture_.board.lanes[lane];
      if (drawn.kind != LaneKind::client || is_good() || !is_marked(picture_.story, picture_.board, client_of(drawn)))
        continue;
      draw_cross({x(strip_.last - 1), y(strip_.lanes[lane].bottom - 5 - bar_height / 2)});
    }
    const std::string words = end_label(picture_.story);
    const double left = x(strip_.last - 1) + 16;
    const bool fits = left + text_width(words, label_size, true) <= strip_.right;
    if (fits || !may_stand_above(picture_.board, picture_.words))
      canvas_.text({left, y(picture_.layout.numbers)}, words, look(label_size, end_colour(), true));
    else
      canvas_.text({strip_.right, y(picture_.layout.numbers - 20)}, words,
                   look(label_size, end_colour(), true, Align::right));
  }

  void draw_cross(Point middle) {
    const auto cross = [&](double size) {
      return std::vector<std::vector<Point>>{{{middle.x - size, middle.y - size}, {middle.x + size, middle.y + size}},
                                             {{middle.x - size, middle.y + size}, {middle.x + size, middle.y - size}}};
    };
    canvas_.lines(cross(8.5), stroke(palette::white, 6));
    canvas_.lines(cross(7), stroke(palette::bad, 3.4));
  }

  void draw_chart() {
    std::int64_t highest = picture_.story.limit.value_or(0);
    for (const View& view : picture_.story.views) highest = std::max(highest, inside_count(view));
    const double base = y(picture_.layout.chart) + level_height * static_cast<double>(highest) + 8;
    const auto level = [base](std::int64_t count) { return base - level_height * static_cast<double>(count); };
    canvas_.text({margin + 16, level(highest)}, "inside critical", look(label_size, palette::ink, true));
    for (std::int64_t count = 0; count <= highest; ++count) {
      canvas_.text({strip_.left - 8, level(count)}, std::to_string(count),
                   look(small_size, palette::soft_ink, false, Align::right));
      canvas_.line({{strip_.left, level(count)}, {chart_end(), level(count)}}, stroke(palette::guide, 1));
    }
    const std::int64_t limit = picture_.story.limit.value_or(0);
    canvas_.line({{strip_.left, level(limit)}, {chart_end(), level(limit)}}, stroke(palette::soft_ink, 1.4, "dashed"));
    canvas_.text({chart_end() + 6, level(limit)}, fmt::format("limit {}", limit), look(label_size, palette::soft_ink));
    draw_count_line(level, limit);
  }

  template <typename Level>
  void draw_count_line(Level level, std::int64_t limit) {
    std::int64_t count = inside_count(picture_.story.views[view_before(column_at(strip_.first))]);
    std::vector<Point> course = {{strip_.left, level(count)}};
    for (std::size_t column = strip_.first; column < strip_.last; ++column) {
      const std::int64_t next = inside_count(picture_.story.views[view_after(column_at(column))]);
      if (next == count) continue;
      course.push_back({x(column), level(count)});
      if (next > limit) {
        canvas_.line(course, stroke(palette::ink, 2.2));
        course = {{x(column), level(count)}};
      }
      course.push_back({x(column), level(next)});
      count = next;
    }
    course.push_back({chart_end(), level(count)});
    canvas_.line(course, stroke(count > limit ? palette::bad : palette::ink, count > limit ? 3 : 2.2));
    if (count > limit)
      canvas_.text({chart_end() + 6, level(count)}, fmt::format("{} > {}", count, limit),
                   look(label_size, palette::bad, true));
  }

  DotCanvas& canvas_;
  const Picture& picture_;
  const Strip& strip_;
  double top_;
};

}  // namespace

void draw_strip(DotCanvas& canvas, const Picture& picture, const Strip& strip, double top) {
  StripDrawing(canvas, picture, strip, top).draw();
}

}  // namespace interlock::reports
