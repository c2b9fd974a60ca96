#include "reports/captions.hpp"

#include "reports/lane_drawing.hpp"
#include "reports/lists.hpp"
#include "reports/loop_words.hpp"
#include "reports/palette.hpp"
#include "reports/table_drawing.hpp"
#include "reports/text_metrics.hpp"
#include "reports/words.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr double title_size = 18;

TextLook look(double size, std::string_view colour, bool bold = false, Align align = Align::left) {
  return {size, std::string(colour), bold, align};
}

double paragraph(DotCanvas& canvas, std::string_view text, Point at, const TextLook& style, double room) {
  for (const std::string& line : fitted_lines(text, style.size, style.bold, room)) {
    canvas.text({at.x, at.y + style.size * 0.7}, line, style);
    at.y += style.size * 1.5;
  }
  return at.y;
}

struct KeyEntry {
  enum class Sign { believes, overhang, owns, pause, chance, cause, refused } sign;
  std::string words;
};

/// A step that is drawn as a cause, or one that stands at the head of a lane.
bool shows_cause(const Picture& picture) {
  const auto& causes = picture.story.cause;
  const bool has_first =
      std::any_of(causes.begin(), causes.end(), [&](std::size_t event) { return event < picture.board.first_view; });
  return has_first || std::any_of(picture.board.columns.begin(), picture.board.columns.end(),
                                  [](const Column& column) { return column.is_cause && !column.is_end; });
}

std::vector<KeyEntry> key_entries(const Picture& picture) {
  bool inside = false, overhang = false, paused = false, owns = false, chance = false, refused = false;
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
      chance = chance || (lane.kind == LaneKind::client && could_go(picture.board, column, client_of(lane)));
  }
  for (std::size_t column = 0; column < picture.board.columns.size(); ++column)
    refused = refused || (picture.words.source[column] &&
                          is_refused_write(picture.story.events[picture.board.columns[column].last]));
  std::vector<KeyEntry> entries;
  if (inside) entries.push_back({KeyEntry::Sign::believes, "inside critical"});
  if (owns) entries.push_back({KeyEntry::Sign::owns, "in the colour of whose it is, as the server sees it"});
  if (overhang) entries.push_back({KeyEntry::Sign::overhang, "inside, and no longer holds it"});
  if (paused) entries.push_back({KeyEntry::Sign::pause, "paused"});
  if (chance) entries.push_back({KeyEntry::Sign::chance, "could have gone on here, had it been first"});
  if (refused) entries.push_back({KeyEntry::Sign::refused, "answered no, or nothing: nothing was changed"});
  if (shows_cause(picture)) entries.push_back({KeyEntry::Sign::cause, "a cause: left out, the same run does no harm"});
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
      canvas.disc({left + 18, middle}, 9.5, {"", std::string(palette::cause_ink), 1.2, false, false});
      canvas.disc({left + 18, middle}, 7,
                  {std::string(palette::cause), std::string(palette::cause_ink), 1.2, false, false});
      return;
    case KeyEntry::Sign::refused:
      canvas.arrow("key_from", "key_to", {{left + 13, middle - 10}, {left + 13, middle + 8}},
                   {std::string(palette::ink), 1.4, "solid", Head::hollow});
      return;
  }
}

}  // namespace

double draw_title(DotCanvas& canvas, const trace::Counterexample& story, double width, double top) {
  const double room = width - 2 * margin;
  const bool good = story.kind == trace::StoryKind::witness;
  double y = paragraph(canvas, story.headline, {margin, top},
                       look(title_size, good ? palette::good : palette::bad, true), room);
  if (!story.asked.empty()) y = paragraph(canvas, story.asked, {margin, y}, look(label_size, palette::soft_ink), room);
  y = paragraph(canvas, story.sentence, {margin, y + 4}, look(sentence_size, palette::ink), room);
  for (const std::string& remark : story.remarks)
    y = paragraph(canvas, remark, {margin, y}, look(sentence_size, palette::soft_ink), room);
  const std::string rule = rule_text(story);
  if (!rule.empty()) y = paragraph(canvas, rule, {margin, y}, look(sentence_size, palette::soft_ink), room);
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
