#include "reports/captions.hpp"

#include "reports/lane_drawing.hpp"
#include "reports/lists.hpp"
#include "reports/loop_words.hpp"
#include "reports/palette.hpp"
#include "reports/step_table.hpp"
#include "reports/text_metrics.hpp"
#include "reports/words.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr double row_height = 21;
constexpr double title_size = 18;
constexpr double sentence_size = 14;

TextLook look(double size, std::string_view colour, bool bold = false, Align align = Align::left) {
  return {size, std::string(colour), bold, align};
}

/// Cuts between words so that each line fits.
std::vector<std::string> lines_of(std::string_view text, double size, bool bold, double room) {
  const std::string whole = one_line(text);
  std::size_t characters = character_count(whole);
  std::vector<std::string> lines = {whole};
  const auto fits = [&](const std::string& line) { return text_width(line, size, bold) <= room; };
  while (characters > 20 && !std::all_of(lines.begin(), lines.end(), fits)) lines = wrapped(whole, --characters);
  return lines;
}

double paragraph(DotCanvas& canvas, std::string_view text, Point at, const TextLook& style, double room) {
  for (const std::string& line : lines_of(text, style.size, style.bold, room)) {
    canvas.text({at.x, at.y + style.size * 0.7}, line, style);
    at.y += style.size * 1.5;
  }
  return at.y;
}

struct KeyEntry {
  enum class Sign { believes, overhang, owns, pause, chance, cause, end } sign;
  std::string words;
};

std::vector<KeyEntry> key_entries(const Picture& picture) {
  bool inside = false, overhang = false, paused = false, owns = false, chance = false, cause = false;
  for (std::size_t view = picture.board.first_view; view < picture.board.moments.size(); ++view) {
    for (const ClientMoment& moment : picture.board.moments[view]) {
      inside = inside || moment.presence == Presence::inside;
      overhang = overhang || moment.presence == Presence::overhang;
      paused = paused || moment.paused;
    }
  }
  for (const Lane& lane : picture.board.lanes) {
    if (lane.kind == LaneKind::cell && !picture.story.cells[lane.index].is_token) owns = true;
  }
  for (std::size_t column = 0; column < picture.board.columns.size(); ++column) {
    for (const Lane& lane : picture.board.lanes)
      chance = chance || (lane.kind == LaneKind::client && could_go(picture.board, column, lane.index));
  }
  for (const Column& column : picture.board.columns) cause = cause || (column.is_cause && !column.is_end);
  std::vector<KeyEntry> entries;
  if (inside) entries.push_back({KeyEntry::Sign::believes, "believes that it holds the lock"});
  if (owns) entries.push_back({KeyEntry::Sign::owns, "holds it, as the server sees it"});
  if (overhang) entries.push_back({KeyEntry::Sign::overhang, "believes so, and no longer holds it"});
  if (paused) entries.push_back({KeyEntry::Sign::pause, "paused"});
  if (chance) entries.push_back({KeyEntry::Sign::chance, "could have gone on here, had it been first"});
  if (cause) entries.push_back({KeyEntry::Sign::cause, "the cause: it does not happen without it"});
  return entries;
}

void draw_sign(DotCanvas& canvas, KeyEntry::Sign sign, double left, double middle) {
  const palette::Hue hue = palette::client(0);
  const Rect box{left, middle - 6, left + 26, middle + 6};
  switch (sign) {
    case KeyEntry::Sign::believes:
      canvas.box(box, {std::string(hue.strong), std::string(hue.strong), 1, false, false});
      return;
    case KeyEntry::Sign::owns:
      canvas.box(box, {std::string(hue.light), std::string(hue.strong), 1.4, false, false});
      return;
    case KeyEntry::Sign::overhang:
      canvas.box(box, {std::string(palette::white), std::string(hue.strong), 1.4, false, false});
      draw_hatching(canvas, box, hue.strong);
      return;
    case KeyEntry::Sign::pause:
      canvas.box(box, {std::string(palette::pause), "", 1, false, false});
      draw_pause_sign(canvas, {left + 13, middle}, palette::cause_ink);
      return;
    case KeyEntry::Sign::chance:
      canvas.box(box, {std::string(palette::good_light), std::string(palette::good), 1.4, false, true});
      return;
    case KeyEntry::Sign::cause:
      canvas.disc({left + 18, middle}, 7,
                  {std::string(palette::cause), std::string(palette::cause_ink), 1.2, false, false});
      return;
    case KeyEntry::Sign::end: return;
  }
}

/// The columns of the table, in points.
struct TableWidths {
  double actor = 0, does = 0, fault = 0, place = 0;
};

TableWidths table_widths(const std::vector<TableLine>& lines, double width) {
  TableWidths widths;
  double does = 0;
  for (const TableLine& line : lines) {
    widths.actor = std::max(widths.actor, text_width(line.actor, label_size, true) + 18);
    does = std::max(does, text_width(line.does, label_size) + 18);
    widths.fault = std::max(widths.fault, line.fault.empty() ? 0 : text_width(line.fault, label_size, true) + 18);
    widths.place = std::max(widths.place,
                            text_width(line.place + (line.comment.empty() ? "" : "  " + line.comment), label_size) + 8);
  }
  const double room = width - 2 * margin - 34 - widths.actor - widths.fault - std::min(widths.place, 300.0);
  widths.does = std::min(does, std::max(room, 200.0));
  return widths;
}

void draw_table_number(DotCanvas& canvas, const TableLine& line, Point middle, std::string_view end_colour) {
  if (line.number.empty()) return;
  BoxLook disc{std::string(palette::neutral), std::string(palette::neutral_line), 1, false, false};
  if (line.is_cause) disc = {std::string(palette::cause), std::string(palette::cause_ink), 1.2, false, false};
  if (line.is_end) disc = {std::string(end_colour), "", 1, false, false};
  if (line.number.size() < 3) canvas.disc(middle, 8.5, disc);
  canvas.text(middle, line.number, look(small_size, line.is_end ? palette::white : palette::ink, true, Align::centre));
}

double draw_line(DotCanvas& canvas, const TableLine& line, const TableWidths& widths, double width, double top,
                 std::string_view end_colour) {
  const std::vector<std::string> does = lines_of(line.does, label_size, false, widths.does - 14);
  const double middle = top + row_height / 2;
  double x = margin + 9;
  draw_table_number(canvas, line, {x, middle}, end_colour);
  x += 25;
  canvas.text({x, middle}, line.actor,
              look(label_size, line.number.empty() ? palette::soft_ink : palette::ink, !line.number.empty()));
  x += widths.actor;
  double y = middle;
  for (const std::string& words : does) {
    canvas.text({x, y}, words, look(label_size, line.number.empty() ? palette::soft_ink : palette::ink));
    y += 16;
  }
  x += widths.does;
  canvas.text({x, middle}, line.fault, look(label_size, palette::cause_ink, true));
  x += widths.fault;
  canvas.text({x, middle}, line.place, look(label_size, palette::soft_ink));
  x += line.place.empty() ? 0 : text_width(line.place, label_size) + 14;
  const std::vector<std::string> comment =
      lines_of(line.comment, label_size, false, std::max(width - margin - x, 120.0));
  y = middle;
  for (const std::string& words : comment) {
    canvas.text({x, y}, words, look(label_size, palette::ink));
    y += 16;
  }
  return top + row_height + 16 * static_cast<double>(std::max(does.size(), comment.size()) - 1);
}

/// What is too long for the page goes on in the next line, in its own column.
double draw_list(DotCanvas& canvas, const List& list, double width, double y) {
  y = paragraph(canvas, list.heading, {margin, y + 4}, look(sentence_size, palette::ink, true), width - 2 * margin);
  double what = 0, why = 0, place = 0;
  for (const ListLine& line : list.lines) {
    what = std::max(what, text_width(line.what, label_size));
    why = std::max(why, text_width(line.why, label_size));
    place = std::max(place, text_width(line.place, label_size));
  }
  const double left = margin + 34 + what;
  why = std::min(why, std::max(width - margin - left - 24 - place, 200.0));
  for (const ListLine& line : list.lines) {
    canvas.text({margin + 10, y + row_height / 2}, line.what, look(label_size, palette::ink));
    const std::vector<std::string> parts = lines_of(line.why, label_size, false, why + 1);
    for (std::size_t part = 0; part < parts.size(); ++part)
      canvas.text({left, y + row_height / 2 + 16 * static_cast<double>(part)}, parts[part],
                  look(label_size, palette::ink));
    canvas.text({left + why + 24, y + row_height / 2}, line.place, look(label_size, palette::soft_ink));
    y += row_height + 16 * static_cast<double>(parts.size() - 1);
  }
  return y + 6;
}

}  // namespace

double draw_title(DotCanvas& canvas, const trace::Counterexample& story, double width, double top) {
  const double room = width - 2 * margin;
  const bool good = story.kind == trace::StoryKind::witness;
  double y = paragraph(canvas, story.headline, {margin, top},
                       look(title_size, good ? palette::good : palette::bad, true), room);
  y = paragraph(canvas, story.sentence, {margin, y + 4}, look(sentence_size, palette::ink), room);
  for (const std::string& remark : story.remarks)
    y = paragraph(canvas, remark, {margin, y}, look(sentence_size, palette::soft_ink), room);
  return y;
}

double draw_key(DotCanvas& canvas, const Picture& picture, double top) {
  double x = margin, y = top + 10;
  for (const KeyEntry& entry : key_entries(picture)) {
    const double width = 34 + text_width(entry.words, small_size) + 22;
    if (x > margin && x + width > picture.layout.width - margin) {
      x = margin;
      y += 20;
    }
    draw_sign(canvas, entry.sign, x, y);
    canvas.text({x + 34, y}, entry.words, look(small_size, palette::soft_ink));
    x += width;
  }
  return y + 14;
}

double draw_steps(DotCanvas& canvas, const trace::Counterexample& story, double width, double top) {
  const std::vector<TableLine> lines = step_table(story);
  const TableWidths widths = table_widths(lines, width);
  const std::string_view end = story.kind == trace::StoryKind::witness ? palette::good : palette::bad;
  for (const TableLine& line : lines) top = draw_line(canvas, line, widths, width, top, end);
  return top;
}

double draw_notes(DotCanvas& canvas, const Picture& picture, double top) {
  const double room = picture.layout.width - 2 * margin;
  const trace::Counterexample& story = picture.story;
  double y = top;
  for (const std::string& sentence : loop_sentences(story))
    y = paragraph(canvas, sentence, {margin, y}, look(sentence_size, palette::ink), room);
  for (const List& list : lists_below(story)) y = draw_list(canvas, list, picture.layout.width, y);
  std::vector<std::string> notes = story.footnotes;
  if (!picture.board.idle.empty()) notes.push_back(list_text(picture.board.idle) + " idle");
  const std::string who = identities(story, picture.board);
  if (!who.empty()) notes.push_back(who);
  for (const std::string& note : notes)
    y = paragraph(canvas, note, {margin, y}, look(label_size, palette::soft_ink), room);
  return y;
}

}  // namespace interlock::reports
