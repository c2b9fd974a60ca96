#include "reports/lane_rows.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/cell_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr std::size_t longest_call_text = 44;

Ink violation_ink(const trace::Counterexample& story) {
  return story.kind == trace::StoryKind::witness ? Ink::good : Ink::bad;
}

Piece client_state(ClientMoment moment) {
  Piece piece;
  switch (moment.presence) {
    case Presence::idle: break;
    case Presence::in_round:
      piece.fill = moment.section.empty() ? "." : "-";
      if (!moment.section.empty()) piece.resume = moment.section + " ";
      break;
    case Presence::inside:
      piece.fill = "=";
      piece.resume = "inside ";
      break;
    case Presence::overhang:
      piece.fill = "!";
      piece.resume = "inside ";
      break;
    case Presence::dead: piece.fill = ". "; break;
  }
  if (moment.paused && moment.presence != Presence::overhang) {
    piece.fill = "#";
    piece.fill_ink = Ink::warning;
    piece.resume = "paused ";
  }
  return piece;
}

std::string clock_text(std::int64_t at) { return (at < 0 ? "-" : "") + language::duration_text(at < 0 ? -at : at); }

/// The lane of one client.
class ClientLane {
 public:
  ClientLane(const trace::Counterexample& story, const Storyboard& board, const Lane& lane)
      : story_(story), board_(board), lane_(lane) {}

  Row row() const {
    Row row;
    row.label = lane_.name;
    row.start = client_state(board_.moments[board_.first_view][lane_.index]);
    row.start.text = lane_.head.empty() ? "" : lane_.head + " ";
    if (!row.start.text.empty() && row.start.fill == " ") row.start.fill_ink = Ink::warning;
    for (std::size_t column = 0; column < board_.columns.size(); ++column) {
      row.pieces.push_back(piece(board_.columns[column]));
      add_chance(column, row.pieces.back());
    }
    return row;
  }

 private:
  std::string own_mark(const trace::Event& event) const {
    switch (event.kind) {
      case EventKind::fault:
        return fault_mark(event) + (language::rule_of(*event.struck).is_answered ? step_mark(event).substr(1) : "");
      case EventKind::arrival: return "> its request comes ";
      case EventKind::gives_up: return "o gives up ";
      case EventKind::times_out: return "o times out " + (event.ends_round ? std::string("done ") : "");
      case EventKind::resume: return event.reaches_again ? "o reachable " : "o goes on ";
      case EventKind::call:
      case EventKind::poll:
      case EventKind::clock:
      case EventKind::begins:
      case EventKind::wait_over:
      case EventKind::expiry:
      case EventKind::time: return step_mark(event);
    }
    return "o";
  }

  std::string fault_mark(const trace::Event& event) const {
    const language::FaultRule& rule = language::rule_of(*event.struck);
    const std::string words = fmt::format("{} {}", rule.mark, trace::words_in_lane(event));
    switch (rule.effect) {
      case language::FaultEffect::sets_clock: return clock_note(event, words + " ");
      case language::FaultEffect::ends_rounds: {
        const std::string note = crash_note(story_, static_cast<std::size_t>(&event - story_.events.data()));
        const bool for_ever = rule.may_be_for_ever && story_.views.back().clients[lane_.index].gone;
        return fmt::format("{}{} {}", words, for_ever ? ", for ever" : "", note.empty() ? "" : "(" + note + ") ");
      }
      case language::FaultEffect::moves_clock:
      case language::FaultEffect::holds_up:
      case language::FaultEffect::other: break;
    }
    return words + " ";
  }

  std::string clock_note(const trace::Event& event, std::string_view words) const {
    const std::size_t view = static_cast<std::size_t>(&event - story_.events.data()) + 1;
    const std::int64_t offset = story_.views[view].clients[lane_.index].clock_offset;
    return fmt::format("{}{}{} ", words, offset < 0 ? "" : "+", clock_text(offset));
  }

  std::string reading_note(const trace::Event& event) const {
    const std::size_t view = static_cast<std::size_t>(&event - story_.events.data()) + 1;
    const std::int64_t offset = story_.views[view].clients[lane_.index].clock_offset;
    return offset == 0 ? " reads clock " : fmt::format(" clock says {} ", clock_text(event.at + offset));
  }

  bool is_inside_after(const trace::Event& event) const {
    const std::size_t view = static_cast<std::size_t>(&event - story_.events.data()) + 1;
    return story_.views[view].clients[lane_.index].inside_critical;
  }

  /// What it comes to wait for with this step, and the named section that it comes to.
  std::string arrival_note(const trace::Event& event) const {
    const std::size_t view = static_cast<std::size_t>(&event - story_.events.data());
    const ClientView& before = story_.views[view].clients[lane_.index];
    const ClientView& after = story_.views[view + 1].clients[lane_.index];
    std::string text;
    if (!after.waits_for.empty() && after.waits_for != before.waits_for)
      text += " comes to when " + after.waits_for + " ";
    const std::string& section = board_.moments[view + 1][lane_.index].section;
    if (!section.empty() && section != board_.moments[view][lane_.index].section) text += "-[ " + section + " ";
    return text;
  }

  std::string step_mark(const trace::Event& event) const {
    std::string text = event.returns ? "o comes back " : "o";
    if (event.is_unheard) text += " unheard ";
    const bool passes = event.enters_critical && event.leaves_critical && !is_inside_after(event);
    if (passes) text += "=[ inside ]=";
    if (!passes && event.leaves_critical) text += "=]";
    if (!passes && event.enters_critical) text += "=[ inside ";
    if (event.reads_clock) text += reading_note(event);
    if (event.queues) text += " queues ";
    if (event.ends_round && !event.enters_critical) text += " done ";
    return text + arrival_note(event);
  }

  Ink own_ink(const trace::Event& event) const { return event.fault != 0 ? Ink::warning : Ink::plain; }

  Piece piece(const Column& column) const {
    const trace::Event& event = story_.events[column.last];
    Piece piece = client_state(board_.moments[view_after(column)][lane_.index]);
    if (column.kind == ColumnKind::edge) return piece;
    if (column.kind == ColumnKind::gap || column.kind == ColumnKind::dull) {
      const bool is_blank = piece.fill == " " || piece.fill == ". ";
      piece.text = is_blank ? "" : (column.kind == ColumnKind::gap ? " // " : "...");
      piece.ink = piece.fill_ink;
      return piece;
    }
    if (event.client == lane_.index) {
      piece.text = own_mark(event);
      piece.ink = own_ink(event);
      if (column.kind == ColumnKind::polls) piece.text = fmt::format("o x {} refused ", column.to - column.from + 1);
    }
    if (column.is_end && is_marked(story_, board_, client_of(lane_))) mark(piece);
    return piece;
  }

  /// Where it could have gone on, from a colon to a colon.
  void add_chance(std::size_t column, Piece& piece) const {
    const bool before = column > 0 && could_go(board_, column - 1, client_of(lane_));
    const bool now = could_go(board_, column, client_of(lane_));
    if (now && !before) {
      piece.text += column == board_.opening ? "could go first " : ":could go first ";
      piece.ink = Ink::warning;
    } else if (before && !now && piece.text.empty()) {
      piece.text = ":";
      piece.ink = Ink::warning;
    }
  }

  void mark(Piece& piece) const {
    piece.ink = violation_ink(story_);
    if (story_.kind == trace::StoryKind::witness) return;
    if (piece.text.empty())
      piece.text = "X";
    else
      piece.text.front() = 'X';
  }

  const trace::Counterexample& story_;
  const Storyboard& board_;
  const Lane& lane_;
};

/// Of many calls the last that says something.
const MadeCall& telling_call(const trace::Event& event) {
  const auto found =
      std::find_if(event.calls.rbegin(), event.calls.rend(), [](const MadeCall& call) { return !call.answer.empty(); });
  return found == event.calls.rend() ? event.calls.back() : *found;
}

std::string calls_text(const trace::Counterexample& story, const Storyboard& board, const trace::Event& event) {
  std::string text;
  std::size_t shown = 0;
  for (const MadeCall& call : event.calls) {
    const std::string next = short_call(story, board, call);
    if (shown > 0 && text.size() + next.size() > longest_call_text) break;
    text += (shown == 0 ? "" : "; ") + next;
    ++shown;
  }
  if (shown == event.calls.size()) return text;
  return fmt::format("{} calls; {}", event.calls.size(), short_call(story, board, telling_call(event)));
}

struct Arrow {
  std::size_t column = 0;
  std::size_t from = 0;  // lanes
  std::size_t to = 0;
  std::string text;
};

std::vector<Arrow> arrows_of(const trace::Counterexample& story, const Storyboard& board) {
  std::vector<Arrow> arrows;
  for (std::size_t column = 0; column < board.columns.size(); ++column) {
    if (!shows_step(board.columns[column])) continue;
    const trace::Event& event = story.events[board.columns[column].last];
    const std::optional<std::size_t> from = client_lane(board, event.client);
    const std::optional<std::size_t> to = target_lane(story, board, board.columns[column].last);
    if (from && to) arrows.push_back({column, *from, *to, calls_text(story, board, event)});
  }
  return arrows;
}

/// The row in which the calls of one client stand, on its side towards the server; none when it makes none there.
std::optional<Row> call_row(const Storyboard& board, const std::vector<Arrow>& arrows, std::size_t lane,
                            bool downwards) {
  Row row;
  row.pieces.resize(board.columns.size());
  bool is_used = false;
  for (const Arrow& arrow : arrows) {
    if (arrow.from == lane && (arrow.to > lane) == downwards) {
      row.pieces[arrow.column].text = "|" + arrow.text;
      is_used = true;
    }
  }
  return is_used ? std::optional<Row>(row) : std::nullopt;
}

/// An arrow runs through everything between its ends.
void cross(std::vector<Row>& rows, const std::vector<std::size_t>& lane_of_row, const std::vector<bool>& is_call,
           const std::vector<Arrow>& arrows) {
  for (const Arrow& arrow : arrows) {
    const std::size_t top = std::min(arrow.from, arrow.to), bottom = std::max(arrow.from, arrow.to);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::size_t lane = lane_of_row[row];
      // A call row belongs to its lane, and lies on one side of it; only those wholly between the ends are crossed.
      const bool between = lane > top && lane < bottom;
      std::string& text = rows[row].pieces[arrow.column].text;
      if (between && (text.empty() || is_call[row])) text = "|";
    }
  }
}

}  // namespace

std::vector<Row> lane_rows(const trace::Counterexample& story, const Storyboard& board) {
  const std::vector<Arrow> arrows = arrows_of(story, board);
  std::vector<Row> rows;
  std::vector<std::size_t> lane_of_row;
  std::vector<bool> is_call;
  const auto add = [&](Row row, std::size_t lane, bool call) {
    rows.push_back(std::move(row));
    lane_of_row.push_back(lane);
    is_call.push_back(call);
  };
  for (std::size_t lane = 0; lane < board.lanes.size(); ++lane) {
    const Lane& drawn = board.lanes[lane];
    if (drawn.kind == LaneKind::client) {
      if (std::optional<Row> row = call_row(board, arrows, lane, false)) add(*row, lane, true);
      add(ClientLane(story, board, drawn).row(), lane, false);
      if (std::optional<Row> row = call_row(board, arrows, lane, true)) add(*row, lane, true);
    } else if (drawn.kind == LaneKind::cell) {
      for (Row& row : cell_rows(story, board, lane)) add(std::move(row), lane, false);
    } else {
      Row row;
      row.label = drawn.name;
      row.pieces.resize(board.columns.size());
      for (const Arrow& arrow : arrows) {
        if (arrow.to == lane) row.pieces[arrow.column].text = arrow.from < lane ? "v" : "^";
      }
      add(std::move(row), lane, false);
    }
  }
  cross(rows, lane_of_row, is_call, arrows);
  return rows;
}

std::vector<Row> axis_rows(const trace::Counterexample& story, const Storyboard& board) {
  Row step, time;
  step.label = "step";
  time.label = "time";
  for (const Column& column : board.columns) {
    Piece number, moment;
    if (column.from != 0) number.text = std::to_string(column.from);
    if (column.to != column.from) number.text += fmt::format("-{}", column.to);
    if (column.is_cause && !column.is_end) number.text += "!";
    if (column.is_end)
      number.ink = violation_ink(story);
    else if (column.is_cause)
      number.ink = Ink::warning;
    if (column.kind == ColumnKind::gap)
      moment.text = language::duration_text(column.passed) + " pass";
    else if (column.kind != ColumnKind::edge)
      moment.text = language::duration_text(column.at);
    step.pieces.push_back(number);
    time.pieces.push_back(moment);
  }
  return {step, time};
}

std::vector<Row> count_rows(const trace::Counterexample& story, const Storyboard& board) {
  std::int64_t highest = story.limit.value_or(0);
  for (const View& view : story.views) highest = std::max(highest, inside_count(view));
  std::vector<Row> rows;
  const auto level_row = [&](std::int64_t level) {
    Row row;
    row.label = fmt::format("{} {}", level == highest ? "inside" : "      ", level);
    const std::string blank = story.limit && level == *story.limit ? "- " : " ";
    const auto fill = [&](std::size_t view) {
      return inside_count(story.views[view]) == level ? std::string("=") : blank;
    };
    row.start.fill = fill(board.first_view);
    for (const Column& column : board.columns) {
      const std::int64_t before = inside_count(story.views[view_before(column)]),
                         after = inside_count(story.views[view_after(column)]);
      Piece piece;
      piece.fill = fill(view_after(column));
      if (before != after && level >= std::min(before, after) && level <= std::max(before, after)) piece.text = "+";
      if (story.limit && level > *story.limit) piece.ink = piece.fill_ink = violation_ink(story);
      row.pieces.push_back(piece);
    }
    if (story.limit && level == *story.limit) row.end = "  limit " + std::to_string(level);
    if (story.limit && level > *story.limit) row.end = fmt::format("  {} > limit {}", level, *story.limit);
    return row;
  };
  Row top;
  top.pieces.resize(board.columns.size());
  const bool breaks = !board.columns.empty() && story.limit && inside_count(story.views.back()) > *story.limit;
  if (breaks) {
    top.pieces.back() = {"X", violation_ink(story), " ", Ink::plain, ""};
    rows.push_back(top);
  }
  for (std::int64_t level = highest; level >= 0; --level) rows.push_back(level_row(level));
  return rows;
}

}  // namespace interlock::reports
