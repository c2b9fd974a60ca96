#include "reports/picture_layout.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/loop_words.hpp"
#include "reports/text_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr double widest_page = 1000;
constexpr double widest_whole = 1200;    // so much more, if that saves a strip
constexpr double narrowest_page = 1000;  // so that the words of all pictures in a document are equally large
constexpr double step_gap = 66;
constexpr double brief_step_gap = 50;
constexpr double break_gap = 46;
constexpr double edge_gap = 34;
constexpr double first_column = 18;  // from where the lanes begin
constexpr double last_room = 84;     // behind the last column
constexpr double sign_room = 11;     // of the two small bars before "paused"
constexpr double end_room = 13;      // of the red ground on either side of the last column
constexpr double label_room = 18;    // between a label and what comes behind it
constexpr double brief_label_room = 11;

/// A label at a column, which needs its row free for so far behind and before it.
struct Label {
  std::size_t column = 0;
  double width = 0;
  double before = 0;
};

/// Labels of one height in one lane, by column.
using Track = std::vector<Label>;

/// How wide a label is, as if it were bold, as some are, with the room behind it.
class LabelWidth {
 public:
  explicit LabelWidth(Wording wording) : room_(wording == Wording::brief ? brief_label_room : label_room) {}

  double of(const std::string& text) const { return text.empty() ? 0 : text_width(text, label_size, true) + room_; }

  /// In a bar: behind it may stand the point of a step, or a tear.
  double in_bar(const std::string& text) const { return text.empty() ? 0 : of(text) + label_room - room_; }

  double of(const std::vector<std::string>& lines) const {
    double width = 0;
    for (const std::string& line : lines) width = std::max(width, of(line));
    return width;
  }

 private:
  double room_;
};

class Tracks {
 public:
  Tracks(const trace::Counterexample& story, const Storyboard& board, const PictureWords& words)
      : board_(board), words_(words), width_(words.wording) {
    for (std::size_t lane = 0; lane < board.lanes.size(); ++lane) add_lane(lane);
    add_axis();
    add_frame(story);
    if (!board.closing && !board.columns.empty() && !may_stand_above(board, words))
      tracks_.push_back({{board.columns.size() - 1, width_.of(end_label(story)) + end_room, 0}});
  }

  const std::vector<Track>& all() const { return tracks_; }

 private:
  void add_lane(std::size_t lane) {
    Track bar, above, calls_down, calls_up;
    std::vector<Track> ranks(board_.lanes[lane].rows);
    for (std::size_t column = 0; column < board_.columns.size(); ++column) {
      const Words& words = words_.lanes[lane][column];
      if (crosses_all(column)) {
        for (Track* track : {&bar, &above, &calls_down, &calls_up}) track->push_back(break_label(column));
        above.back().width = std::max(above.back().width, width_.of(words.above));
        for (Track& track : ranks) track.push_back(break_label(column));
        continue;
      }
      if (words.is_taken || !words.bar.empty()) bar.push_back({column, width_.in_bar(words.bar)});
      if (words.is_taken || !words.above.empty())
        above.push_back({column, words.above.empty() ? width_.of(words.lost) + width_.of(words.judged)
                                                     : width_.in_bar(words.above) + sign_room});
      const bool is_source = words_.source[column] == lane;
      const bool down = is_source && *words_.target[column] > lane;
      const bool is_end = board_.columns[column].is_end;
      const double before = is_end ? end_room : 0;
      if (down || is_end || crosses(lane, column, true))
        calls_down.push_back({column, down ? width_.of(words.calls) : 0, before});
      const bool up = is_source && *words_.target[column] < lane;
      if (up || is_end || crosses(lane, column, false))
        calls_up.push_back({column, up ? width_.of(words.calls) : 0, before});
      for (std::size_t rank = 0; rank < words.ranks.size(); ++rank) {
        if (words.is_taken || !words.ranks[rank].empty()) ranks[rank].push_back({column, width_.of(words.ranks[rank])});
      }
    }
    for (Track* track : {&bar, &above, &calls_down, &calls_up}) tracks_.push_back(std::move(*track));
    for (Track& track : ranks) tracks_.push_back(std::move(track));
  }

  /// The tear where time passes crosses all rows, and so does an edge of a frame.
  bool crosses_all(std::size_t column) const {
    return board_.columns[column].kind == ColumnKind::gap || board_.columns[column].kind == ColumnKind::edge;
  }

  static Label break_label(std::size_t column) { return {column, 8, 6}; }

  /// An arrow of another client that runs past the calls of this lane.
  bool crosses(std::size_t lane, std::size_t column, bool below) const {
    if (!words_.source[column] || *words_.source[column] == lane) return false;
    const std::size_t top = std::min(*words_.source[column], *words_.target[column]),
                      bottom = std::max(*words_.source[column], *words_.target[column]);
    return below ? (top <= lane && lane < bottom) : (top < lane && lane <= bottom);
  }

  void add_axis() {
    Track axis;
    std::size_t column = 0;
    while (column < board_.columns.size()) {
      const std::size_t end = end_of_moment(board_, column, board_.columns.size());
      const bool is_gap = board_.columns[column].kind == ColumnKind::gap;
      if (board_.columns[column].kind == ColumnKind::edge) {
        axis.push_back(break_label(column++));
        continue;
      }
      const std::string text = is_gap ? language::duration_text(board_.columns[column].passed) + " pass"
                                      : moment_text(end - column, board_.columns[column].at, words_.wording);
      // Of one moment the label stands under the middle of its column; of several under the bracket.
      const double half = width_.of(text) / 2;
      if (is_gap || end - column < 2)
        axis.push_back({column, half, half});
      else
        axis.push_back({column, width_.of(text), 0});
      column = end;
    }
    tracks_.push_back(std::move(axis));
  }

  /// The words over the frame of a loop.
  void add_frame(const trace::Counterexample& story) {
    if (!board_.opening || !board_.closing) return;
    Track frame;
    if (*board_.opening > 0) frame.push_back({0, width_.of(std::string("way in"))});
    frame.push_back({*board_.opening, width_.of(loop_text(story)) + label_room});
    frame.push_back({*board_.closing, width_.of(back_text(story)) + label_room});
    tracks_.push_back(std::move(frame));
  }

  const Storyboard& board_;
  const PictureWords& words_;
  LabelWidth width_;
  std::vector<Track> tracks_;
};

double gap_before(const Storyboard& board, const PictureWords& words, std::size_t column) {
  const auto is_near = [&](ColumnKind kind) {
    return board.columns[column].kind == kind || board.columns[column - 1].kind == kind;
  };
  if (is_near(ColumnKind::edge)) return edge_gap;
  if (is_near(ColumnKind::gap)) return break_gap;
  return words.wording == Wording::brief ? brief_step_gap : step_gap;
}

/// Behind the label that stands before `column` in this track.
double end_of_label(const Track& track, const Strip& strip, std::size_t column) {
  double end = 0;
  for (const Label& label : track) {
    if (label.column >= strip.first && label.column < column) end = strip.x[label.column - strip.first] + label.width;
  }
  return end;
}

double x_of(const Storyboard& board, const PictureWords& words, const std::vector<Track>& tracks, const Strip& strip,
            std::size_t column, double resumed) {
  if (column == strip.first) return strip.left + std::max(first_column, resumed);
  double x = strip.x.back() + gap_before(board, words, column);
  for (const Track& track : tracks) {
    const auto here =
        std::find_if(track.begin(), track.end(), [column](const Label& label) { return label.column == column; });
    if (here != track.end()) x = std::max(x, end_of_label(track, strip, column) + here->before);
  }
  return x;
}

double right_of(const Storyboard& board, const std::vector<Track>& tracks, const Strip& strip) {
  double right = strip.x.back() + (board.closing == strip.last - 1 ? 0 : last_room);
  for (const Track& track : tracks) right = std::max(right, end_of_label(track, strip, strip.last));
  return right;
}

double resumed_width(const PictureWords& words, std::size_t first) {
  if (first == 0) return 0;
  double width = 30;
  for (const std::vector<Words>& lane : words.resumed) {
    const LabelWidth label(words.wording);
    width = std::max({width, label.in_bar(lane[first - 1].bar), label.of(lane[first - 1].ranks)});
  }
  return width;
}

void add_column(const Storyboard& board, const PictureWords& words, const std::vector<Track>& tracks, Strip& strip,
                double resumed) {
  strip.x.push_back(x_of(board, words, tracks, strip, strip.last, resumed));
  ++strip.last;
  strip.right = right_of(board, tracks, strip);
  strip.end = board.closing == strip.last - 1 ? strip.x.back() : strip.right;
}

/// The columns from `first` on, as many as stand within the page; none behind `last`.
Strip strip_within(const Storyboard& board, const PictureWords& words, const Tracks& tracks, Strip strip,
                   std::size_t last, double page) {
  Strip whole = strip;
  const std::size_t first = strip.first;
  while (strip.last < last) {
    Strip wider = strip;
    add_column(board, words, tracks.all(), wider, resumed_width(words, first));
    if (wider.right > page - margin && strip.last > first) break;
    strip = std::move(wider);
    if (may_cut_behind(board, strip.last - 1)) whole = strip;
  }
  return whole.last > first ? whole : strip;
}

std::vector<Strip> strips_within(const Storyboard& board, const PictureWords& words, const Tracks& tracks, double left,
                                 double page) {
  std::vector<Strip> strips;
  std::size_t first = 0;
  const std::size_t end = board.columns.size();
  while (first < end) {
    Strip strip;
    strip.first = strip.last = first;
    strip.left = left;
    // A loop that does not end in this strip begins in the next.
    const bool has_way_in = board.opening && first < *board.opening;
    const Strip all = strip_within(board, words, tracks, strip, end, page);
    const bool cuts_loop = has_way_in && all.last > *board.opening && all.last < end;
    strip = cuts_loop ? strip_within(board, words, tracks, strip, *board.opening, page) : all;
    first = strip.last;
    strips.push_back(std::move(strip));
  }
  return strips;
}

/// In one strip if that can be; otherwise in as few as can be, of the same length.
std::vector<Strip> strips_of(const trace::Counterexample& story, const Storyboard& board, const PictureWords& words,
                             double left) {
  constexpr double step = 10;
  const Tracks tracks(story, board, words);
  const auto within = [&](double page) { return strips_within(board, words, tracks, left, page); };
  const std::vector<Strip> usual = within(widest_page);
  std::vector<Strip> strips = within(widest_whole);
  if (strips.size() <= 1) return strips;
  const double widest = strips.size() < usual.size() ? widest_whole : widest_page;
  if (widest == widest_page) strips = usual;
  for (double page = widest - step; page > left; page -= step) {
    std::vector<Strip> narrower = within(page);
    const bool is_too_wide = std::any_of(narrower.begin(), narrower.end(),
                                         [page](const Strip& strip) { return strip.right > page - margin; });
    if (narrower.size() > strips.size() || is_too_wide) break;
    strips = std::move(narrower);
  }
  return strips;
}

std::size_t most_call_lines(const PictureWords& words, const Strip& strip, std::size_t lane, bool down) {
  std::size_t most = 0;
  for (std::size_t column = strip.first; column < strip.last; ++column) {
    if (words.source[column] != lane || (*words.target[column] > lane) != down) continue;
    most = std::max(most, words.lanes[lane][column].calls.size());
  }
  return most;
}

double lane_height(const Lane& lane, const trace::Counterexample& story) {
  if (has_rows(story, lane)) return 6 + rank_height * static_cast<double>(lane.rows);
  return lane.kind == LaneKind::server ? bar_height : above_height + bar_height + 5;
}

/// Nothing in it yet, or nothing any more.
bool is_empty(const trace::Counterexample& story, std::size_t cell, std::size_t view) {
  const CellView& now = story.views[view].cells[cell];
  return !now.present || (now.owner == language::nothing && same_look(now, story.views.front().cells[cell]));
}

/// Is anything to be seen in this lane? Clients always are.
bool shows_anything(const trace::Counterexample& story, const Storyboard& board, const PictureWords& words,
                    const Strip& strip, std::size_t index) {
  const Lane& lane = board.lanes[index];
  if (lane.kind == LaneKind::client) return true;
  for (std::size_t column = strip.first; column < strip.last; ++column) {
    if (words.target[column] == index) return true;
    if (lane.kind == LaneKind::server) continue;
    const Column& here = board.columns[column];
    if (!is_empty(story, lane.index, view_before(here)) || !is_empty(story, lane.index, view_after(here))) return true;
  }
  return false;
}

void place_lanes(const PictureLayout& layout, Strip& strip, const trace::Counterexample& story, const Storyboard& board,
                 const PictureWords& words) {
  double y = layout.lanes_top;
  for (std::size_t lane = 0; lane < board.lanes.size(); ++lane) {
    LanePlace place;
    place.is_shown = shows_anything(story, board, words, strip, lane);
    const double up = call_height * static_cast<double>(most_call_lines(words, strip, lane, false));
    const double down = call_height * static_cast<double>(most_call_lines(words, strip, lane, true));
    place.calls_up = y + (up > 0 ? 4 : 0) + call_height / 2;
    place.top = y + up + (up > 0 ? 6 : 0);
    place.bottom = place.top + (place.is_shown ? lane_height(board.lanes[lane], story) : 0);
    place.calls = place.bottom + 4 + call_height / 2;
    if (place.is_shown) y = place.bottom + down + (down > 0 ? 6 : 0) + 8;
    strip.lanes.push_back(place);
  }
  strip.lanes_bottom = y;
  strip.axis = strip.lanes_bottom + 10;
  strip.bottom = strip.axis + 14;
  strip.height = strip.axis + (board.closing ? 32 : 26);
}

double name_width(const Storyboard& board, const trace::Counterexample& story) {
  double width = 0;
  for (const Lane& lane : board.lanes) {
    const bool has_ranks = lane.kind == LaneKind::cell && story.cells[lane.index].shape == language::Shape::ranked;
    width = std::max({width, text_width(lane.name, label_size, true) + 16 + (has_ranks ? 50 : 0),
                      lane.head.empty() ? 0 : text_width(lane.head, label_size, true) + 56});
  }
  return width;
}

}  // namespace

std::string moment_text(std::size_t columns, std::int64_t at, Wording wording) {
  const std::string moment = language::duration_text(at);
  if (columns < 2) return moment;
  return fmt::format("{} at {}{}", columns == 2 ? "both" : "all", moment,
                     wording == Wording::brief ? "" : ", in this order");
}

std::string end_label(const trace::Counterexample& story) {
  if (story.kind == trace::StoryKind::witness) return "reached here";
  if (story.kind == trace::StoryKind::trap) return "no way out from here";
  return story.judgement.empty() ? "broken here" : "broken here: " + story.judgement;
}

bool may_stand_above(const Storyboard& board, const PictureWords& words) {
  return words.wording == Wording::brief && !board.counts;
}

std::size_t end_of_moment(const Storyboard& board, std::size_t first, std::size_t limit) {
  std::size_t end = first + 1;
  const auto stands_alone = [&board](std::size_t column) {
    return board.columns[column].kind == ColumnKind::gap || board.columns[column].kind == ColumnKind::edge;
  };
  if (stands_alone(first) || board.columns[first].passed > 0) return end;
  while (end < limit && !stands_alone(end) && board.columns[end].passed == 0 &&
         board.columns[end].at == board.columns[first].at)
    ++end;
  return end;
}

PictureLayout picture_layout(const trace::Counterexample& story, const Storyboard& board, const PictureWords& words,
                             double wanted) {
  PictureLayout layout;
  layout.gutter = name_width(board, story) + 18;
  layout.strips = strips_of(story, board, words, margin + layout.gutter);
  double right = std::clamp(wanted, narrowest_page, widest_page) - margin;
  for (const Strip& strip : layout.strips) right = std::max(right, strip.right);
  for (Strip& strip : layout.strips) {
    strip.right = right;
    if (board.closing != strip.last - 1) strip.end = right;
  }
  layout.width = right + margin;
  std::int64_t levels = story.limit.value_or(0);
  for (const View& view : story.views) levels = std::max(levels, inside_count(view));
  layout.arrow = 22;
  layout.frame = layout.arrow + 26;
  layout.chart = board.closing ? layout.frame + 10 : 22;
  const double chart_height = board.counts ? level_height * static_cast<double>(levels) + 30 : 0;
  layout.numbers = layout.chart + chart_height + 12;
  layout.lanes_top = layout.numbers + 24;
  for (Strip& strip : layout.strips) place_lanes(layout, strip, story, board, words);
  return layout;
}

PicturePlan plan_picture(const trace::Counterexample& story, const Storyboard& board, double wanted) {
  PicturePlan plan;
  for (const Wording wording : {Wording::full, Wording::brief}) {
    plan.words = picture_words(story, board, wording);
    plan.layout = picture_layout(story, board, plan.words, wanted);
    if (plan.layout.strips.size() <= 1) break;
  }
  return plan;
}

}  // namespace interlock::reports
