#include "reports/timeline_text.hpp"

#include "reports/ink.hpp"
#include "reports/lane_rows.hpp"
#include "reports/lists.hpp"
#include "reports/loop_rows.hpp"
#include "reports/loop_words.hpp"
#include "reports/owners.hpp"
#include "reports/step_table.hpp"
#include "reports/storyboard.hpp"
#include "reports/text_rows.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr std::size_t narrowest_why = 40;

std::string paragraph(std::string_view text, std::string_view indent, std::size_t width) {
  std::string result;
  for (const std::string& line : wrapped(one_line(text), width - indent.size()))
    result += std::string(indent) + line + "\n";
  return result;
}

std::string head(const trace::Counterexample& story, std::size_t width, Style style) {
  const Ink ink = story.kind == trace::StoryKind::witness ? Ink::good : Ink::bad;
  std::string text = inked(one_line(story.headline), ink, style) + "\n";
  if (!story.asked.empty()) text += paragraph(story.asked, "", width);
  if (!story.sentence.empty()) text += paragraph(story.sentence, "", width);
  for (const std::string& remark : story.remarks) text += paragraph(remark, "", width);
  const std::string rule = rule_text(story);
  if (!rule.empty()) text += paragraph(rule, "", width);
  return text;
}

std::string picture(const trace::Counterexample& story, const Storyboard& board, std::size_t width, Style style) {
  std::vector<Row> rows;
  if (board.counts) rows = count_rows(story, board);
  for (Row& row : axis_rows(story, board)) rows.push_back(std::move(row));
  for (Row& row : lane_rows(story, board)) rows.push_back(std::move(row));
  rows = framed(story, board, std::move(rows));
  for (Row& row : rows) row.label = " " + row.label;
  return text_of(rows, width, style);
}

struct Shown {
  bool inside = false, overhang = false, paused = false, dead = false, time = false;
};

Shown shown_in(const trace::Counterexample& story, const Storyboard& board) {
  Shown shown;
  for (std::size_t view = board.first_view; view < board.moments.size(); ++view) {
    for (const ClientMoment& moment : board.moments[view]) {
      shown.inside = shown.inside || moment.presence == Presence::inside;
      shown.overhang = shown.overhang || moment.presence == Presence::overhang;
      shown.paused = shown.paused || moment.paused;
      shown.dead = shown.dead || moment.presence == Presence::dead;
    }
  }
  shown.time = std::any_of(story.events.begin(), story.events.end(),
                           [](const trace::Event& event) { return event.kind == EventKind::time; });
  return shown;
}

/// Only what the picture uses.
std::string legend(const trace::Counterexample& story, const Storyboard& board, std::size_t width) {
  const Shown shown = shown_in(story, board);
  std::vector<std::string> parts;
  if (!story.judgement.empty()) parts.push_back("X broken here: " + one_line(story.judgement));
  if (shown.inside) parts.push_back("=== inside critical");
  if (shown.overhang) parts.push_back("!!! inside, and no longer holds it");
  if (shown.paused) parts.push_back("### paused");
  if (shown.dead) parts.push_back(". . crashed");
  if (shown.time) parts.push_back("// time passes");
  const bool has_cause = std::any_of(board.columns.begin(), board.columns.end(),
                                     [](const Column& column) { return column.is_cause && !column.is_end; });
  if (has_cause) parts.push_back("! a cause: left out, the same run does no harm");
  std::string text, line;
  for (const std::string& part : parts) {
    if (!line.empty() && line.size() + 3 + part.size() > width) {
      text += line + "\n";
      line.clear();
    }
    line += (line.empty() ? " " : "   ") + part;
  }
  return line.empty() ? text : text + line + "\n";
}

std::string idle_text(const Storyboard& board, std::size_t width) {
  return board.idle.empty() ? std::string() : paragraph(list_text(board.idle) + " idle", " ", width);
}

std::string identity_text(const trace::Counterexample& story, const Storyboard& board, std::size_t width) {
  const std::string who = identities(story, board);
  return who.empty() ? std::string() : paragraph(who, " ", width);
}

std::string list_below(const List& list, std::size_t width) {
  std::size_t what = 0, why = 0;
  for (const ListLine& line : list.lines) {
    what = std::max(what, character_count(line.what));
    why = std::max(why, character_count(line.why));
  }
  // What is too long goes on in the next line, in its own column.
  why = std::min(why, width > what + narrowest_why ? width - what - 5 : narrowest_why);
  std::string text = "\n " + list.heading + ":\n";
  for (const ListLine& line : list.lines) {
    const std::vector<std::string> parts = wrapped(line.why, why);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      std::string row = "   " + padded(part == 0 ? line.what : "", what) + "  " + padded(parts[part], why);
      if (part == 0 && !line.place.empty()) row += "  " + line.place;
      row.erase(row.find_last_not_of(' ') + 1);
      text += row + "\n";
    }
  }
  return text;
}

std::string below_text(const trace::Counterexample& story, std::size_t width) {
  std::string text;
  const std::vector<std::string> sentences = loop_sentences(story);
  if (!sentences.empty()) text += "\n";
  for (const std::string& sentence : sentences) text += paragraph(sentence, " ", width);
  for (const List& list : lists_below(story)) text += list_below(list, width);
  return text;
}

}  // namespace

std::string timeline_text(const trace::Counterexample& told, std::size_t width, Style style) {
  const Storyboard board = storyboard(told);
  const trace::Counterexample story = with_last_owners(told);
  std::string text = head(story, width, style);
  if (!board.columns.empty()) text += "\n" + picture(story, board, width, style);
  text += idle_text(board, width);
  const std::string key = board.columns.empty() ? std::string() : legend(story, board, width);
  if (!key.empty()) text += "\n" + key;
  text += identity_text(story, board, width);
  if (!story.events.empty()) text += "\n" + step_table_text(story, width, style);
  text += below_text(story, width);
  if (!story.footnotes.empty()) text += "\n";
  for (const std::string& footnote : story.footnotes) text += paragraph(footnote, " ", width);
  return text;
}

}  // namespace interlock::reports
