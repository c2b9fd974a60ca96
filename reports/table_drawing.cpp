#include "reports/table_drawing.hpp"

#include "reports/palette.hpp"
#include "reports/step_table.hpp"
#include "reports/text_metrics.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr double row_height = 18;
constexpr double line_height = 15;  // of what goes on below

TextLook look(double size, std::string_view colour, bool bold = false, Align align = Align::left) {
  return {size, std::string(colour), bold, align};
}

/// The columns of the table, in points.
struct TableWidths {
  double moment = 0, actor = 0, does = 0, fault = 0;
  double tail = 0;  // place and comment
};

constexpr double number_width = 34;
constexpr double widest_comment = 160;  // a longer one is cut into lines
constexpr double narrowest_comment = 100;

double tail_width(const TableLine& line) {
  const double place = line.place.empty() ? 0 : text_width(line.place, label_size) + 14;
  return place + std::min(text_width(line.comment, label_size), widest_comment) + 8;
}

TableWidths wanted_widths(const std::vector<TableLine>& lines) {
  TableWidths widths;
  for (const TableLine& line : lines) {
    widths.moment = std::max(widths.moment, text_width(line.moment, label_size) + 14);
    widths.actor = std::max(widths.actor, text_width(line.actor, label_size, true) + 18);
    widths.does = std::max(widths.does, text_width(line.does, label_size) + 18);
    widths.fault = std::max(widths.fault, line.fault.empty() ? 0 : text_width(line.fault, label_size, true) + 18);
    widths.tail = std::max(widths.tail, tail_width(line));
  }
  return widths;
}

TableWidths table_widths(const std::vector<TableLine>& lines, double width) {
  TableWidths widths = wanted_widths(lines);
  const double room = width - 2 * margin - number_width - widths.moment - widths.actor - widths.fault - widths.tail;
  widths.does = std::min(widths.does, std::max(room, 200.0));
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

bool is_time(const TableLine& line) { return line.number.empty() && line.actor == "time"; }

/// The passing of time before a step is the moment beside that step; a moment is said once.
std::vector<TableLine> table_lines(const trace::Counterexample& story) {
  const std::vector<TableLine> all = step_table(story);
  std::vector<TableLine> lines;
  std::string last;
  for (std::size_t index = 0; index < all.size(); ++index) {
    const bool leads_to_step = index + 1 < all.size() && !all[index + 1].number.empty();
    if (is_time(all[index]) && leads_to_step) continue;
    lines.push_back(all[index]);
    if (lines.back().moment == last) lines.back().moment.clear();
    if (!lines.back().moment.empty()) last = lines.back().moment;
  }
  return lines;
}

double draw_line(DotCanvas& canvas, const TableLine& line, const TableWidths& widths, double width, double top,
                 std::string_view end_colour) {
  const std::vector<std::string> does = fitted_lines(line.does, label_size, false, widths.does - 14);
  const double middle = top + row_height / 2;
  double x = margin + 9;
  draw_table_number(canvas, line, {x, middle}, end_colour);
  x += 25;
  canvas.text({x + widths.moment - 14, middle}, line.moment, look(label_size, palette::soft_ink, false, Align::right));
  x += widths.moment;
  canvas.text({x, middle}, line.actor,
              look(label_size, line.number.empty() ? palette::soft_ink : palette::ink, !line.number.empty()));
  x += widths.actor;
  double y = middle;
  for (const std::string& words : does) {
    canvas.text({x, y}, words, look(label_size, line.number.empty() ? palette::soft_ink : palette::ink));
    y += line_height;
  }
  x += widths.does;
  canvas.text({x, middle}, line.fault, look(label_size, palette::cause_ink, true));
  x += widths.fault;
  canvas.text({x, middle}, line.place, look(label_size, palette::soft_ink));
  x += line.place.empty() ? 0 : text_width(line.place, label_size) + 14;
  const bool is_narrow = width - margin - x < std::min(narrowest_comment, text_width(line.comment, label_size) + 1);
  const double left = is_narrow ? margin + 34 : x;
  const std::vector<std::string> comment = fitted_lines(line.comment, label_size, false, width - margin - left);
  const bool is_below = is_narrow && !line.comment.empty();
  const double lines_above = is_below ? static_cast<double>(does.size()) : 0;
  y = middle + line_height * lines_above;
  for (const std::string& words : comment) {
    canvas.text({left, y}, words, look(label_size, palette::ink));
    y += line_height;
  }
  const double lines = std::max(static_cast<double>(does.size()), lines_above + static_cast<double>(comment.size()));
  return top + row_height + line_height * (lines - 1);
}

constexpr double list_indent = 34;
constexpr double list_gap = 24;

struct ListWidths {
  double what = 0, why = 0, place = 0;
};

ListWidths list_widths(const List& list) {
  ListWidths widths;
  for (const ListLine& line : list.lines) {
    widths.what = std::max(widths.what, text_width(line.what, label_size));
    widths.why = std::max(widths.why, text_width(line.why, label_size));
    widths.place = std::max(widths.place, text_width(line.place, label_size));
  }
  return widths;
}

}  // namespace

double draw_steps(DotCanvas& canvas, const trace::Counterexample& story, double width, double top) {
  const std::vector<TableLine> lines = table_lines(story);
  const TableWidths widths = table_widths(lines, width);
  const std::string_view end = story.kind == trace::StoryKind::witness ? palette::good : palette::bad;
  for (const TableLine& line : lines) top = draw_line(canvas, line, widths, width, top, end);
  return top;
}

double draw_list(DotCanvas& canvas, const List& list, double width, double y) {
  for (const std::string& line : fitted_lines(list.heading, sentence_size, true, width - 2 * margin)) {
    canvas.text({margin, y + 4 + sentence_size * 0.7}, line, look(sentence_size, palette::ink, true));
    y += sentence_size * 1.5;
  }
  y += 4;
  ListWidths widths = list_widths(list);
  const double left = margin + list_indent + widths.what;
  widths.why = std::min(widths.why, std::max(width - margin - left - list_gap - widths.place, 200.0));
  for (const ListLine& line : list.lines) {
    canvas.text({margin + 10, y + row_height / 2}, line.what, look(label_size, palette::ink));
    const std::vector<std::string> parts = fitted_lines(line.why, label_size, false, widths.why + 1);
    for (std::size_t part = 0; part < parts.size(); ++part)
      canvas.text({left, y + row_height / 2 + line_height * static_cast<double>(part)}, parts[part],
                  look(label_size, palette::ink));
    canvas.text({left + widths.why + list_gap, y + row_height / 2}, line.place, look(label_size, palette::soft_ink));
    y += row_height + line_height * static_cast<double>(parts.size() - 1);
  }
  return y + 6;
}

double words_width(const trace::Counterexample& story) {
  const TableWidths steps = wanted_widths(table_lines(story));
  double width = number_width + steps.moment + steps.actor + steps.does + steps.fault + steps.tail;
  for (const List& list : lists_below(story)) {
    const ListWidths widths = list_widths(list);
    width = std::max(width, list_indent + widths.what + widths.why + list_gap + widths.place);
  }
  return width + 2 * margin;
}

}  // namespace interlock::reports
