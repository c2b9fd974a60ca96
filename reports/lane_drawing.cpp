#include "reports/lane_drawing.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/palette.hpp"
#include "reports/text_metrics.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr double text_inset = 8;
constexpr double mark_inset = 7;  // more, beside the mark of the violation

/// A stretch of a lane in which one thing is so. `column`: where it began, if in this strip.
template <typename State>
struct Stretch {
  double from = 0;
  double to = 0;
  State state;
};

/// The stretches of a strip, by the state after each column.
template <typename State, typename StateAt>
std::vector<Stretch<State>> stretches(const Picture& picture, const Strip& strip, StateAt state_at) {
  const Column& first = picture.board.columns[strip.first];
  std::vector<Stretch<State>> result = {{strip.left, strip.left, state_at(view_before(first))}};
  for (std::size_t column = strip.first; column < strip.last; ++column) {
    const double x = strip.x[column - strip.first];
    const State next = state_at(view_after(picture.board.columns[column]));
    result.back().to = x;
    if (!(next == result.back().state)) result.push_back({x, x, next});
  }
  result.back().to = strip.end;
  return result;
}

Rect bar_of(const LanePlace& place, double top, double from, double to) {
  const double bottom = top + place.bottom - 5;
  return {from, bottom - bar_height, to, bottom};
}

TextLook look(double size, std::string_view colour, bool bold = false, Align align = Align::left) {
  return {size, std::string(colour), bold, align};
}

LineLook stroke(std::string_view colour, double width, std::string style = "solid") {
  return {std::string(colour), width, std::move(style), Head::none};
}

class ClientDrawing {
 public:
  ClientDrawing(DotCanvas& canvas, const Picture& picture, const Strip& strip, std::size_t lane, double top)
      : canvas_(canvas),
        picture_(picture),
        strip_(strip),
        lane_(lane),
        top_(top),
        client_(client_of(picture.board.lanes[lane])),
        place_(strip.lanes[lane]),
        hue_(palette::client(client_)) {}

  void draw() {
    const auto moment_at = [this](std::size_t view) { return picture_.board.moments[view][client_]; };
    const auto all = stretches<ClientMoment>(picture_, strip_, moment_at);
    for (const Stretch<ClientMoment>& stretch : all) {
      if (stretch.state.paused) draw_pause(stretch);
    }
    for (std::size_t column = strip_.first == 0 ? 0 : strip_.first - 1; column < strip_.last; ++column)
      draw_chance(column);
    for (const Stretch<ClientMoment>& stretch : all) draw_presence(stretch);
    for (std::size_t column = strip_.first; column < strip_.last; ++column) draw_column(column);
    if (strip_.first > 0) draw_resumed();
  }

 private:
  void draw_pause(const Stretch<ClientMoment>& stretch) {
    canvas_.box({stretch.from, top_ + place_.top, stretch.to, top_ + place_.bottom},
                {std::string(palette::pause), "", 1, false, false});
  }

  void draw_presence(const Stretch<ClientMoment>& stretch) {
    const Rect bar = bar_of(place_, top_, stretch.from, stretch.to);
    const double middle = (bar.top + bar.bottom) / 2;
    switch (stretch.state.presence) {
      case Presence::idle: return;
      case Presence::in_round:
        if (!stretch.state.section.empty())
          canvas_.box(bar, {std::string(hue_.light), std::string(hue_.strong), 1, false, true});
        else
          canvas_.line({{bar.left, middle}, {bar.right, middle}}, stroke(hue_.strong, 2));
        return;
      case Presence::inside:
        canvas_.box(bar, {std::string(hue_.strong), std::string(hue_.strong), 1, false, false});
        return;
      case Presence::overhang:
        if (bar.right - bar.left < 2) return;
        canvas_.box(bar, {std::string(palette::white), std::string(hue_.strong), 1.4, false, false});
        draw_hatching(canvas_, bar, hue_.strong);
        return;
      case Presence::dead:
        canvas_.line({{bar.left, middle}, {bar.right, middle}}, stroke(palette::neutral_line, 2, "dotted"));
        return;
    }
  }

  /// Up to the next column it could go on: a dashed field over the whole lane. From the strip before it goes on here.
  void draw_chance(std::size_t column) {
    if (!could_go(picture_.board, column, client_)) return;
    const std::size_t next = column + 1 - strip_.first;
    const double from = column < strip_.first ? strip_.left : strip_.x[column - strip_.first];
    const double to = next < strip_.x.size() ? strip_.x[next] : strip_.end;
    const double top = top_ + place_.top, bottom = top_ + place_.bottom;
    const bool begins = column >= strip_.first && (column == 0 || !could_go(picture_.board, column - 1, client_));
    const bool ends = next < strip_.x.size() && !could_go(picture_.board, column + 1, client_);
    canvas_.box({from, top, to, bottom}, {std::string(palette::good_light), "", 1, false, false});
    std::vector<std::vector<Point>> sides = {{{from, top}, {to, top}}, {{from, bottom}, {to, bottom}}};
    if (begins) sides.push_back({{from, top}, {from, bottom}});
    if (ends) sides.push_back({{to, top}, {to, bottom}});
    canvas_.lines(sides, stroke(palette::good, 1.4, "dashed"));
  }

  void draw_column(std::size_t column) {
    const Words& words = picture_.words.lanes[lane_][column];
    const Column& here = picture_.board.columns[column];
    const double x = strip_.x[column - strip_.first];
    const Rect bar = bar_of(place_, top_, x, x);
    const double middle = (bar.top + bar.bottom) / 2, above = top_ + place_.top + above_height / 2;
    const trace::Event& event = picture_.story.events[here.last];
    const bool is_own = shows_step(here) && event.client == client_;
    const bool has_mark = here.is_end && is_marked(picture_.story, picture_.board, client_);
    canvas_.text({x + text_inset + (has_mark ? mark_inset : 0), middle}, words.bar,
                 look(label_size, bar_ink(view_after(here)), true));
    const std::optional<language::FaultSign> sign = is_own ? sign_of(event) : std::nullopt;
    if (sign == language::FaultSign::cross)
      draw_cross({x, middle}, palette::cause_ink, 6);
    else if (is_own && sign != language::FaultSign::bars)
      canvas_.disc({x, middle}, 4.5, {std::string(palette::white), std::string(hue_.strong), 2, false, false});
    const bool is_pause = sign == language::FaultSign::bars;
    if (is_pause) draw_pause_sign(canvas_, {x + text_inset + 3, above}, palette::cause_ink);
    const bool is_fault = is_own && event.fault != 0;
    canvas_.text({x + text_inset + (is_pause ? 11 : 0), above}, words.above,
                 look(label_size, is_fault ? palette::cause_ink : palette::ink, is_fault));
  }

  /// Of a fault.
  static std::optional<language::FaultSign> sign_of(const trace::Event& event) {
    return event.struck ? std::optional(language::rule_of(*event.struck).sign) : std::nullopt;
  }

  /// Of the words in a bar: a named section has a light one.
  std::string_view bar_ink(std::size_t view) const {
    return picture_.board.moments[view][client_].section.empty() ? palette::white : palette::ink;
  }

  void draw_cross(Point middle, std::string_view colour, double size) {
    canvas_.lines({{{middle.x - size, middle.y - size}, {middle.x + size, middle.y + size}},
                   {{middle.x - size, middle.y + size}, {middle.x + size, middle.y - size}}},
                  stroke(colour, 3));
  }

  void draw_resumed() {
    const ClientMoment moment = picture_.board.moments[view_before(picture_.board.columns[strip_.first])][client_];
    const Rect bar = bar_of(place_, top_, strip_.left, strip_.left);
    const double middle = (bar.top + bar.bottom) / 2, above = top_ + place_.top + above_height / 2;
    canvas_.text({strip_.left + text_inset, middle}, picture_.words.resumed[lane_][strip_.first - 1].bar,
                 look(label_size, bar_ink(view_before(picture_.board.columns[strip_.first])), true));
    if (moment.paused) draw_pause_sign(canvas_, {strip_.left + text_inset + 3, above}, palette::cause_ink);
    if (moment.paused)
      canvas_.text({strip_.left + text_inset + 11, above}, "paused", look(label_size, palette::cause_ink, true));
  }

  DotCanvas& canvas_;
  const Picture& picture_;
  const Strip& strip_;
  std::size_t lane_;
  double top_;
  language::ClientIndex client_;
  const LanePlace& place_;
  palette::Hue hue_;
};

struct Holding {
  CellView view;

  bool operator==(const Holding& other) const { return same_look(view, other.view); }
};

class CellDrawing {
 public:
  CellDrawing(DotCanvas& canvas, const Picture& picture, const Strip& strip, std::size_t lane, double top)
      : canvas_(canvas),
        picture_(picture),
        strip_(strip),
        lane_(lane),
        top_(top),
        index_(picture.board.lanes[lane].index),
        cell_(picture.story.cells[index_]),
        place_(strip.lanes[lane]) {}

  void draw() {
    if (has_rows(picture_.story, picture_.board.lanes[lane_])) {
      draw_members();
      return;
    }
    const auto view_at = [this](std::size_t view) { return Holding{picture_.story.views[view].cells[index_]}; };
    for (const Stretch<Holding>& stretch : stretches<Holding>(picture_, strip_, view_at)) {
      if (cell_.is_token)
        draw_token(stretch);
      else if (stretch.state.view.present)
        draw_bar(stretch);
    }
    draw_notes();
  }

 private:
  bool is_last_strip() const { return strip_.last == picture_.board.columns.size(); }

  void draw_bar(const Stretch<Holding>& stretch) {
    const CellView& view = stretch.state.view;
    const palette::Hue hue = view.owner < picture_.story.clients.size() ? palette::client(view.owner) : palette::nobody;
    const bool is_open = stretch.to >= strip_.right && is_last_strip() && !picture_.board.closing;
    const bool for_ever = is_open && picture_.story.kind == trace::StoryKind::trap && !view.deadline &&
                          view.owner < picture_.story.clients.size();
    const bool waits = is_open && view.deadline.has_value();
    const double room = for_ever ? 74 : (waits ? 58 : 0);
    // Nothing runs through its name: the dashes are shorter, or not there.
    const double label = text_width(cell_label(picture_.story, cell_, view), label_size) + 2 * text_inset;
    const double wanted = std::max(stretch.from + (room > 0 ? label : 20), stretch.to - room);
    const Rect bar = bar_of(place_, top_, stretch.from, std::min(wanted, std::max(stretch.to, stretch.from + 20)));
    canvas_.box(bar, {std::string(hue.light), std::string(hue.strong), 1.4, false, false});
    draw_label(bar, view, hue);
    const double middle = (bar.top + bar.bottom) / 2;
    if (for_ever) draw_for_ever(bar.right, middle, hue);
    if (waits) draw_deadline(bar.right, *view.deadline, bar, hue);
  }

  /// Up to the next thing that is drawn in this lane, a tear and an arrow that crosses it included.
  double room_in(const Rect& bar) const {
    double end = bar.right;
    for (std::size_t column = strip_.last; column-- > strip_.first;) {
      const bool stops =
          picture_.words.lanes[lane_][column].is_taken || picture_.board.columns[column].kind == ColumnKind::gap;
      const double x = strip_.x[column - strip_.first];
      if (stops && x > bar.left + 1) end = std::min(end, x);
    }
    return end - bar.left - 2 * text_inset;
  }

  void draw_label(const Rect& bar, const CellView& view, palette::Hue hue) {
    std::string label = cell_label(picture_.story, cell_, view);
    std::string more = label;
    if (view.deadline)
      more += ", until " + language::duration_text(*view.deadline);
    else if (cell_.shape == language::Shape::expiring)
      more += ", no deadline";
    if (text_width(more, label_size) <= room_in(bar)) label = more;
    canvas_.text({bar.left + text_inset, (bar.top + bar.bottom) / 2}, label,
                 look(label_size, view.owner < picture_.story.clients.size() ? hue.strong : palette::ink, false));
  }

  void draw_for_ever(double from, double middle, palette::Hue hue) {
    canvas_.line({{from, middle}, {from + 14, middle}}, stroke(hue.strong, 1.4));
    canvas_.lines({{{from + 9, middle - 4}, {from + 15, middle}, {from + 9, middle + 4}}}, stroke(hue.strong, 1.4));
    canvas_.text({from + 19, middle}, "for ever", look(label_size, palette::ink, true));
  }

  void draw_deadline(double from, std::int64_t deadline, const Rect& bar, palette::Hue hue) {
    const double end = strip_.right - 6;
    if (from + 10 < end) {
      canvas_.line({{from, (bar.top + bar.bottom) / 2}, {end, (bar.top + bar.bottom) / 2}},
                   stroke(hue.strong, 1.4, "dashed"));
      canvas_.line({{end, bar.top}, {end, bar.bottom}}, stroke(hue.strong, 1.4));
    }
    canvas_.text({end, top_ + place_.top + above_height / 2}, "until " + language::duration_text(deadline),
                 look(small_size, palette::soft_ink, false, Align::right));
  }

  /// A line of high-water marks: low while nothing has arrived, a step up at each accepted token.
  void draw_token(const Stretch<Holding>& stretch) {
    const Rect bar = bar_of(place_, top_, stretch.from, stretch.to);
    const bool present = stretch.state.view.present;
    const double y = present ? bar.top + 2 : bar.bottom;
    canvas_.line(
        {{bar.left, bar.bottom}, {bar.left, y}, {bar.right, y}},
        stroke(present ? palette::ink : palette::neutral_line, present ? 2 : 1.4, present ? "solid" : "dashed"));
    std::string label = present ? cell_label(picture_.story, cell_, stretch.state.view) : "none yet";
    if (!present && text_width(label, label_size) > room_in(bar)) label.clear();
    canvas_.text({bar.left + text_inset, present ? y + 10 : y - 9}, label,
                 look(label_size, present ? palette::ink : palette::soft_ink));
  }

  void draw_notes() {
    for (std::size_t column = strip_.first; column < strip_.last; ++column) {
      const Words& words = picture_.words.lanes[lane_][column];
      const double x = strip_.x[column - strip_.first];
      draw_judged(words, x + text_inset);
      if (words.above.empty()) continue;
      const Rect bar = bar_of(place_, top_, x, x);
      canvas_.line({{x, bar.top - 8}, {x, bar.bottom + 4}},
                   stroke(palette::soft_ink, 1.4, words.above == "expires" ? "dashed" : "solid"));
      const double middle = (bar.top + bar.bottom) / 2;
      const bool is_fault = picture_.story.events[picture_.board.columns[column].last].fault != 0;
      if (is_fault)
        canvas_.disc({x, middle}, 4.5, {std::string(palette::white), std::string(palette::cause_ink), 2, false, false});
      // Where its bar goes on, that has words of its own.
      const double height = words.bar.empty() ? middle : top_ + place_.top + above_height / 2;
      canvas_.text({x + text_inset + (is_fault ? 4 : 0), height}, words.above,
                   look(label_size, is_fault ? palette::cause_ink : palette::ink, is_fault));
    }
  }

  void draw_judged(const Words& words, double x) {
    const double middle = top_ + place_.top + above_height / 2 - 2;
    if (words.lost.empty()) {
      canvas_.text({x, middle}, words.judged, look(label_size, palette::ink, true));
      return;
    }
    const double width = text_width(words.lost, label_size, true);
    canvas_.text({x + 5, middle}, words.lost, look(label_size, palette::ink, true));
    canvas_.line({{x + 2, middle}, {x + width + 8, middle}}, stroke(palette::bad, 2));
    canvas_.text({x + width + 13, middle}, words.judged, look(label_size, palette::bad, true));
  }

  void draw_members() {
    for (std::size_t rank = 0; rank < picture_.board.lanes[lane_].rows; ++rank) draw_rank(rank);
  }

  void draw_rank(std::size_t rank) {
    const auto member_at = [this, rank](std::size_t view) {
      const std::vector<MemberView>& members = picture_.story.views[view].cells[index_].members;
      return rank < members.size() ? std::vector<MemberView>{members[rank]} : std::vector<MemberView>{};
    };
    struct Row {
      std::vector<MemberView> member;
      bool operator==(const Row& other) const {
        if (member.empty() || other.member.empty()) return member.empty() && other.member.empty();
        return member_label(member[0]) == member_label(other.member[0]) && member[0].owner == other.member[0].owner;
      }
    };
    const double row_top = top_ + place_.top + 4 + rank_height * static_cast<double>(rank);
    const bool past = is_past_limit(cell_, rank);
    for (const Stretch<Row>& stretch :
         stretches<Row>(picture_, strip_, [&](std::size_t view) { return Row{member_at(view)}; })) {
      if (stretch.state.member.empty()) continue;
      draw_member(stretch.state.member[0], {stretch.from, row_top, stretch.to, row_top + rank_height - 4}, past);
    }
  }

  void draw_member(const MemberView& member, const Rect& box, bool past) {
    const palette::Hue hue =
        member.owner < picture_.story.clients.size() ? palette::client(member.owner) : palette::nobody;
    canvas_.box(box, {std::string(past ? palette::white : hue.light), std::string(hue.strong), 1.2, false, past});
    const std::string more = past ? ", past the limit" : "";
    std::string label = member_label(member) + more;
    const std::string owner =
        member.owner < picture_.story.clients.size() ? " (" + picture_.story.clients[member.owner] + ")" : "";
    const std::string who = member_label(member) + owner + more;
    if (text_width(who, label_size) <= room_in(box)) label = who;
    canvas_.text({box.left + text_inset, (box.top + box.bottom) / 2}, label, look(label_size, hue.strong));
  }

  DotCanvas& canvas_;
  const Picture& picture_;
  const Strip& strip_;
  std::size_t lane_;
  double top_;
  std::uint32_t index_;
  const trace::Cell& cell_;
  const LanePlace& place_;
};

}  // namespace

void draw_client(DotCanvas& canvas, const Picture& picture, const Strip& strip, std::size_t lane, double top) {
  ClientDrawing(canvas, picture, strip, lane, top).draw();
}

void draw_cell(DotCanvas& canvas, const Picture& picture, const Strip& strip, std::size_t lane, double top) {
  CellDrawing(canvas, picture, strip, lane, top).draw();
}

void draw_hatching(DotCanvas& canvas, Rect bar, std::string_view colour) {
  const double height = bar.bottom - bar.top;
  std::vector<std::vector<Point>> strokes;
  for (double x = bar.left - height; x < bar.right; x += 7) {
    const double from = std::max(x, bar.left), to = std::min(x + height, bar.right);
    if (to - from < 0.5) continue;
    strokes.push_back({{from, bar.bottom - (from - x)}, {to, bar.bottom - (to - x)}});
  }
  canvas.lines(strokes, stroke(colour, 1.2));
}

void draw_pause_sign(DotCanvas& canvas, Point middle, std::string_view colour) {
  canvas.lines({{{middle.x - 2, middle.y - 4}, {middle.x - 2, middle.y + 4}},
                {{middle.x + 2, middle.y - 4}, {middle.x + 2, middle.y + 4}}},
               stroke(colour, 2.2));
}

}  // namespace interlock::reports
