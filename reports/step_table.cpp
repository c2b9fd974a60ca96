#include "reports/step_table.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/ink.hpp"
#include "reports/loop_words.hpp"
#include "reports/storyboard.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr std::size_t narrowest_does = 30;
constexpr std::size_t longest_actor = 26;
constexpr std::size_t longest_place = 44;

std::string actor_of(const trace::Counterexample& story, const trace::Event& event) {
  if (event.kind == EventKind::time) return "time";
  if (event.client < story.clients.size()) return story.clients[event.client];
  return event.server < story.servers.size() ? story.servers[event.server] : std::string();
}

std::string does_of(const trace::Event& event) {
  if (event.kind == EventKind::time && event.does.empty()) return language::duration_text(event.passed) + " pass";
  return one_line(event.does);
}

TableLine line_of(const trace::Counterexample& story, std::size_t index) {
  const trace::Event& event = story.events[index];
  TableLine line;
  line.number = event.number == 0 ? "" : std::to_string(event.number);
  line.actor = shortened(actor_of(story, event), longest_actor);
  line.does = does_of(event);
  line.moment = language::duration_text(event.at);
  if (event.fault != 0) line.fault = fmt::format("fault {}", event.fault);
  line.place = shortened(place_text(event.place), longest_place);
  line.comment = one_line(event.comment);
  line.first_event = line.event = index;
  line.last_number = event.number;
  line.is_cause = std::find(story.cause.begin(), story.cause.end(), index) != story.cause.end();
  line.is_end = index + 1 == story.events.size() && !has_loop(story);
  return line;
}

/// "5-9" and "..., 5 times" for a column that folds refused polls.
TableLine polls_line(const trace::Counterexample& story, const Column& column) {
  TableLine line = line_of(story, column.last);
  line.first_event = column.first;
  line.number = fmt::format("{}-{}", column.from, column.to);
  line.does += fmt::format(", {} times", column.to - column.from + 1);
  return line;
}

/// Of a column that is folded: what is done again and again is one line.
void add_folded(std::vector<TableLine>& lines, const trace::Counterexample& story, const Column& column) {
  std::size_t begin = column.first;
  while (begin <= column.last) {
    const TableLine first = line_of(story, begin);
    std::size_t end = begin + 1;
    while (end <= column.last && line_of(story, end).actor == first.actor && line_of(story, end).does == first.does)
      ++end;
    TableLine line = line_of(story, end - 1);
    line.first_event = begin;
    if (end - begin > 1) {
      line.number = fmt::format("{}-{}", first.number, line.number);
      line.does += fmt::format(", {} times", end - begin);
    }
    lines.push_back(std::move(line));
    begin = end;
  }
}

/// It has no number: to go round is no step.
TableLine edge_line(const trace::Counterexample& story, bool opens) {
  TableLine line;
  line.is_edge = true;
  line.actor = "loop";
  line.does = opens ? "begins here" : back_text(story) + ", for ever";
  if (!opens && story.loop_time > 0) line.does += ", " + language::duration_text(story.loop_time) + " a turn";
  return line;
}

struct Widths {
  std::size_t number = 0, actor = 0, does = 0, where = 0;
};

std::string where_of(const TableLine& line) {
  if (line.fault.empty() || line.place.empty()) return line.fault + line.place;
  return line.fault + "  " + line.place;
}

Widths widths_of(const std::vector<TableLine>& lines, std::size_t width) {
  Widths widths;
  for (const TableLine& line : lines) {
    widths.number = std::max(widths.number, line.number.size());
    widths.actor = std::max(widths.actor, line.actor.size());
    widths.does = std::max(widths.does, character_count(line.does));
    widths.where = std::max(widths.where, where_of(line).size());
  }
  const std::size_t others = 1 + widths.number + 2 + widths.actor + 2 + 2 + widths.where;
  const std::size_t room = width > others + narrowest_does ? width - others : narrowest_does;
  widths.does = std::min(widths.does, room);
  return widths;
}

std::string text_of(const TableLine& line, const Widths& widths, std::size_t width, Ink number_ink, Style style) {
  const std::vector<std::string> does = wrapped(line.does, widths.does);
  const std::string blank = std::string(widths.number - line.number.size(), ' ');
  std::string text =
      " " + blank + inked(line.number, number_ink, style) + "  " + padded(line.actor, widths.actor) + "  ";
  std::string first = padded(does.front(), widths.does) + "  " + where_of(line);
  const std::string comment = line.comment.empty() ? "" : "[" + line.comment + "]";
  const std::size_t indent = 1 + widths.number + 2 + widths.actor + 2;
  const bool fits = indent + character_count(first) + 2 + character_count(comment) <= width;
  if (fits && !comment.empty()) first += "  " + comment;
  while (first.back() == ' ') first.pop_back();
  text += inked(first, line.fault.empty() ? Ink::plain : Ink::warning, style) + "\n";
  for (std::size_t more = 1; more < does.size(); ++more) text += std::string(indent + 2, ' ') + does[more] + "\n";
  if (!fits && !comment.empty()) text += std::string(indent, ' ') + comment + "\n";
  return text;
}

}  // namespace

std::vector<TableLine> step_table(const trace::Counterexample& story) {
  std::vector<TableLine> lines;
  const Storyboard board = storyboard(story);
  for (std::size_t index = 0; index < board.first_view; ++index) lines.push_back(line_of(story, index));
  for (const Column& column : board.columns) {
    if (column.kind == ColumnKind::edge) {
      lines.push_back(edge_line(story, column.first < story.events.size()));
      continue;
    }
    if (column.kind == ColumnKind::polls) {
      lines.push_back(polls_line(story, column));
      continue;
    }
    if (column.kind == ColumnKind::dull) {
      add_folded(lines, story, column);
      continue;
    }
    for (std::size_t index = column.first; index <= column.last; ++index) lines.push_back(line_of(story, index));
  }
  return lines;
}

std::string step_table_text(const trace::Counterexample& story, std::size_t width, Style style) {
  const std::vector<TableLine> lines = step_table(story);
  const Widths widths = widths_of(lines, width);
  const Ink end = story.kind == trace::StoryKind::witness ? Ink::good : Ink::bad;
  std::string text;
  for (const TableLine& line : lines) {
    const Ink ink = line.is_end ? end : (line.is_cause ? Ink::warning : Ink::plain);
    text += text_of(line, widths, width, ink, style);
  }
  return text;
}

}  // namespace interlock::reports
