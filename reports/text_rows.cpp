#include "reports/text_rows.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr std::size_t narrowest_column = 4;
constexpr std::size_t after_last = 5;  // the fill goes on so far behind the last text

struct Block {
  std::size_t first = 0;
  std::size_t last = 0;              // not included
  std::size_t start = 0;             // where the first column stands
  std::vector<std::size_t> columns;  // where each stands
  std::size_t width = 0;             // up to the end of the last text
};

const Piece& piece_before(const Row& row, std::size_t column) {
  return column == 0 ? row.start : row.pieces[column - 1];
}

/// What a block shows before its first column: the start, or what was going on when the block before was cut.
std::string opening(const Row& row, std::size_t first) {
  return first == 0 ? row.start.text : row.pieces[first - 1].resume;
}

std::size_t start_width(const std::vector<Row>& rows, std::size_t first) {
  std::size_t width = first == 0 ? 0 : 3;
  for (const Row& row : rows) {
    const std::size_t used = opening(row, first).size();
    if (used > 0) width = std::max(width, used + 1);
  }
  return width;
}

/// Where the text that stands before `column` in this row ends; a text may run on over columns that say nothing.
std::size_t end_of_text_before(const Row& row, const Block& block, std::size_t column) {
  for (std::size_t earlier = column; earlier-- > block.first;) {
    const std::string& text = row.pieces[earlier].text;
    if (!text.empty()) return block.columns[earlier - block.first] + text.size();
  }
  return opening(row, block.first).size();
}

std::size_t place_of(const std::vector<Row>& rows, const Block& block, std::size_t column) {
  if (column == block.first) return block.start;
  std::size_t place = block.columns.back() + narrowest_column;
  for (const Row& row : rows) {
    if (!row.pieces[column].text.empty()) place = std::max(place, end_of_text_before(row, block, column) + 1);
  }
  return place;
}

std::size_t width_of(const std::vector<Row>& rows, const Block& block, std::size_t all) {
  std::size_t width = 0, ends = 0;
  for (const Row& row : rows) {
    width = std::max(width, end_of_text_before(row, block, block.last));
    if (block.last == all) ends = std::max(ends, row.end.size());
  }
  return width + after_last + ends;
}

bool may_cut_behind(const std::vector<Row>& rows, std::size_t column) {
  return std::all_of(rows.begin(), rows.end(), [column](const Row& row) { return row.pieces[column].may_cut_behind; });
}

Block next_block(const std::vector<Row>& rows, std::size_t first, std::size_t room) {
  const std::size_t all = rows.front().pieces.size();
  Block block;
  block.first = block.last = first;
  block.start = start_width(rows, first);
  Block whole = block;
  while (block.last < all) {
    Block wider = block;
    wider.columns.push_back(place_of(rows, block, block.last));
    ++wider.last;
    wider.width = width_of(rows, wider, all);
    if (wider.width > room && block.last > first) break;
    block = std::move(wider);
    if (block.last == all || may_cut_behind(rows, block.last - 1)) whole = block;
  }
  return whole.last > first ? whole : block;
}

/// A line with an ink for each character.
struct Line {
  std::string text;
  std::vector<Ink> inks;

  void fill(const std::string& pattern, Ink ink, std::size_t from, std::size_t to) {
    for (std::size_t at = from; at < to; ++at) put(std::string(1, pattern[at % pattern.size()]), ink, at);
  }

  void put(const std::string& more, Ink ink, std::size_t at) {
    if (text.size() < at + more.size()) {
      text.resize(at + more.size(), ' ');
      inks.resize(text.size(), Ink::plain);
    }
    for (std::size_t index = 0; index < more.size(); ++index) {
      text[at + index] = more[index];
      inks[at + index] = ink;
    }
  }

  std::string finished(Style style) const {
    const std::size_t end = text.find_last_not_of(' ') + 1;
    std::string result;
    std::size_t at = 0;
    while (at < end) {
      std::size_t next = at;
      while (next < end && inks[next] == inks[at]) ++next;
      result += inked(text.substr(at, next - at), inks[at], style);
      at = next;
    }
    return result;
  }
};

std::string line_of(const Row& row, const Block& block, std::size_t label_width, Style style) {
  Line line;
  line.put(row.label, Ink::plain, 0);
  const Piece& before = piece_before(row, block.first);
  const std::string first = opening(row, block.first);
  line.fill(before.fill, before.fill_ink, label_width, label_width + block.width);
  line.put(first, before.fill_ink, label_width);
  for (std::size_t column = block.first; column < block.last; ++column) {
    const Piece& piece = row.pieces[column];
    const std::size_t at = label_width + block.columns[column - block.first];
    const std::size_t from = std::max(at, label_width + end_of_text_before(row, block, column));
    line.fill(piece.fill, piece.fill_ink, from, label_width + block.width);
    line.put(piece.text, piece.ink, at);
  }
  if (block.last == row.pieces.size()) {
    const std::size_t ends = block.width - row.end.size();
    line.fill(" ", Ink::plain, label_width + ends, label_width + block.width);
    line.put(row.end, row.end_ink, label_width + ends);
  }
  return line.finished(style);
}

}  // namespace

std::string text_of(const std::vector<Row>& rows, std::size_t width, Style style) {
  if (rows.empty() || rows.front().pieces.empty()) return {};
  std::size_t label_width = 0;
  for (const Row& row : rows) label_width = std::max(label_width, row.label.size() + 1);
  const std::size_t room = width > label_width + 20 ? width - label_width : 20;
  std::string text;
  std::size_t first = 0;
  while (first < rows.front().pieces.size()) {
    const Block block = next_block(rows, first, room);
    if (first > 0) text += '\n';
    for (const Row& row : rows) {
      const std::string line = line_of(row, block, label_width, style);
      if (!line.empty()) text += line + "\n";
    }
    first = block.last;
  }
  return text;
}

}  // namespace interlock::reports
