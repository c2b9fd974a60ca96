#include "reports/matrix.hpp"

#include "reports/ink.hpp"
#include "reports/markdown_text.hpp"
#include "reports/report.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::reports {
namespace {

using check::FaultSet;
using check::Guarantee;
using check::Matrix;
using check::SpecResult;
using check::Verdict;

std::string set_text(const FaultSet& faults) { return faults.empty() ? "no faults" : list_text(faults); }

std::string sets_text(const std::vector<FaultSet>& sets) {
  std::string text;
  for (const FaultSet& set : sets) text += (text.empty() ? "" : "; or ") + set_text(set);
  return text;
}

/// A sign says it without colour, and words without the sign.
std::string cell_text(const SpecResult& cell) {
  switch (cell.verdict) {
    case Verdict::holds: return cell.vacuous ? "! holds (vacuous)" : "\u2713 holds";
    case Verdict::fails: return "\u2717 fails: " + run_text(cell.used, cell.steps, cell.loop_steps);
    case Verdict::reachable: return "\u2713 reached: " + run_text(cell.used, cell.steps, cell.loop_steps);
    case Verdict::unreachable: return "- unreachable";
    case Verdict::unknown: return "? unknown";
    case Verdict::not_applicable: return "-";
  }
  return {};
}

Ink cell_ink(const SpecResult& cell) {
  switch (cell.verdict) {
    case Verdict::fails: return Ink::bad;
    case Verdict::unknown: return Ink::warning;
    case Verdict::holds: return cell.vacuous ? Ink::warning : Ink::good;
    case Verdict::reachable: return Ink::good;
    case Verdict::unreachable:
    case Verdict::not_applicable: return Ink::plain;
  }
  return Ink::plain;
}

std::string head_text(const FaultSet& faults) {
  std::string text;
  for (const std::string& fault : faults) text += (text.empty() ? "" : ", ") + fault;
  return text.empty() ? "none" : text;
}

/// A column of the table: it may become narrower, down to its longest word.
struct TableColumn {
  std::vector<std::string> texts;  ///< the head first
  std::vector<Ink> inks;
  std::size_t width = 0;
  std::size_t narrowest = 0;
};

std::size_t longest_word(const std::string& text) {
  std::size_t longest = 0, begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    longest = std::max(longest, character_count(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  return longest;
}

/// It holds as far as was searched: runs were given up where something was full.
bool is_up_to_capacity(const Matrix& matrix, std::size_t column, const SpecResult& cell) {
  const bool says_of_all = cell.verdict == Verdict::holds || cell.verdict == Verdict::unreachable;
  return says_of_all && column < matrix.columns.size() && !exceeded_text(matrix.columns[column]).empty();
}

std::string cell_text(const Matrix& matrix, std::size_t column, const SpecResult& cell) {
  return cell_text(cell) + (is_up_to_capacity(matrix, column, cell) ? ", up to capacity" : "");
}

TableColumn column_of(const Matrix& matrix, std::size_t index) {
  TableColumn column{{head_text(matrix.fault_sets[index])}, {Ink::plain}};
  for (const Guarantee& guarantee : matrix.guarantees) {
    column.texts.push_back(cell_text(matrix, index, guarantee.cells[index]));
    column.inks.push_back(cell_ink(guarantee.cells[index]));
  }
  for (const std::string& text : column.texts) {
    column.width = std::max(column.width, character_count(text));
    column.narrowest = std::max(column.narrowest, longest_word(text));
  }
  return column;
}

std::size_t name_width(const Matrix& matrix) {
  std::size_t width = 0;
  for (const Guarantee& guarantee : matrix.guarantees) width = std::max(width, guarantee.spec.size());
  return width;
}

/// Cuts the widest first.
void make_fit(std::vector<TableColumn>& columns, std::size_t room) {
  const auto total = [&] {
    std::size_t sum = 0;
    for (const TableColumn& column : columns) sum += 2 + column.width;
    return sum;
  };
  while (total() > room) {
    TableColumn* widest = nullptr;
    for (TableColumn& column : columns)
      if (column.width > column.narrowest && (widest == nullptr || column.width > widest->width)) widest = &column;
    if (widest == nullptr) return;
    --widest->width;
  }
}

/// One row, as many lines high as its highest cell.
std::string row_text(const std::string& name, std::size_t names, const std::vector<TableColumn>& columns,
                     std::size_t row, Style style) {
  std::vector<std::vector<std::string>> cells;
  std::size_t lines = 1;
  for (const TableColumn& column : columns) {
    cells.push_back(wrapped(column.texts[row], column.width));
    lines = std::max(lines, cells.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string shown = padded(line == 0 ? name : "", names);
    std::size_t blanks = 0;
    for (std::size_t index = 0; index < columns.size(); ++index) {
      const std::string part = line < cells[index].size() ? cells[index][line] : "";
      blanks += 2;
      if (!part.empty())
        shown += std::string(std::exchange(blanks, 0), ' ') + inked(part, columns[index].inks[row], style);
      blanks += columns[index].width - character_count(part);
    }
    text += shown + "\n";
  }
  return text;
}

std::string table(const Matrix& matrix, const std::vector<TableColumn>& columns, Style style) {
  const std::size_t names = name_width(matrix);
  std::string text = row_text("", names, columns, 0, style);
  for (std::size_t row = 0; row < matrix.guarantees.size(); ++row)
    text += row_text(matrix.guarantees[row].spec, names, columns, row + 1, style);
  return text;
}

/// One table where its columns can be made narrow enough.
std::string tables(const Matrix& matrix, std::size_t width, Style style) {
  const std::size_t names = name_width(matrix);
  const std::size_t room = width > names ? width - names : 0;
  std::string text;
  std::size_t next = 0;
  while (next < matrix.fault_sets.size()) {
    std::vector<TableColumn> columns;
    std::size_t used = 0;
    while (next < matrix.fault_sets.size()) {
      TableColumn column = column_of(matrix, next);
      if (!columns.empty() && used + 2 + column.narrowest > room) break;
      used += 2 + column.narrowest;
      columns.push_back(std::move(column));
      ++next;
    }
    make_fit(columns, room);
    text += "\n" + table(matrix, columns, style);
  }
  return text;
}

std::string reason_of(const check::Answer& column, const SpecResult& cell) {
  const Notes notes = notes_of(column, cell);
  std::string why = notes.why;
  for (const std::string& remark : notes.remarks) why += (why.empty() ? "" : "; ") + remark;
  return why.empty() ? "this proves nothing" : why;
}

/// Why cells are open, or prove nothing: those of a column that have one reason together.
std::vector<std::string> reason_lines(const Matrix& matrix) {
  std::vector<std::string> lines;
  for (std::size_t index = 0; index < matrix.columns.size(); ++index) {
    std::vector<std::pair<std::string, std::vector<std::string>>> known;  // by reason: sign and reason, guarantees
    for (const Guarantee& guarantee : matrix.guarantees) {
      const SpecResult& cell = guarantee.cells[index];
      const bool is_open = cell.verdict == Verdict::unknown || cell.vacuous;
      if (!is_open && !is_up_to_capacity(matrix, index, cell)) continue;
      const std::string why = is_open ? (cell.vacuous ? "!" : "?") + reason_of(matrix.columns[index], cell)
                                      : "\u2713up to " + exceeded_text(matrix.columns[index]) + ", and no further";
      const auto same = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == why; });
      (same == known.end() ? known.emplace_back(why, std::vector<std::string>{}) : *same)
          .second.push_back(guarantee.spec);
    }
    for (const auto& [why, specs] : known) {
      const std::size_t sign = why.front() == '!' || why.front() == '?' ? 1 : 3;  // bytes
      lines.push_back(fmt::format("{} {} under {}: {}", why.substr(0, sign), list_text(specs),
                                  set_text(matrix.fault_sets[index]), why.substr(sign)));
    }
  }
  return lines;
}

std::string reasons(const Matrix& matrix, std::size_t width) {
  std::string text;
  for (const std::string& line : reason_lines(matrix))
    for (const std::string& part : wrapped(line, width)) text += part + "\n";
  return text.empty() ? text : "\n" + text;
}

bool asks_for_witness(const Guarantee& guarantee) {
  return std::any_of(guarantee.cells.begin(), guarantee.cells.end(), [](const SpecResult& cell) {
    return cell.verdict == Verdict::reachable || cell.verdict == Verdict::unreachable;
  });
}

bool has_answer(const Guarantee& guarantee) {
  return std::any_of(guarantee.cells.begin(), guarantee.cells.end(),
                     [](const SpecResult& cell) { return check::has_run(cell) || check::stands(cell); });
}

std::string conclusion(const Matrix& matrix, const Guarantee& guarantee) {
  const std::string broken = sets_text(check::smallest_breaking(matrix, guarantee));
  const std::string standing = sets_text(check::largest_standing(matrix, guarantee));
  const bool witness = asks_for_witness(guarantee);
  std::string text;
  if (!broken.empty())
    text = (witness ? "reachable with " : "broken by ") +
           (broken == "no faults" ? "nothing more than the design itself" : broken);
  if (witness && broken == "no faults") text = "reachable with no faults";
  bool is_bounded = false;
  for (std::size_t index = 0; index < guarantee.cells.size(); ++index)
    is_bounded = is_bounded || is_up_to_capacity(matrix, index, guarantee.cells[index]);
  const std::string bound = is_bounded ? ", up to capacity" : "";
  if (broken.empty() && !standing.empty())
    return witness ? "never reached here" + bound : "holds under " + standing + bound;
  if (!standing.empty()) text += (witness ? "; not reached with " : "; holds under ") + standing + bound;
  return text;
}

/// Guarantees of which something can be said over all sets, with what.
std::vector<std::pair<std::string, std::string>> conclusions(const Matrix& matrix) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Guarantee& guarantee : matrix.guarantees)
    if (has_answer(guarantee)) all.emplace_back(guarantee.spec, conclusion(matrix, guarantee));
  return all;
}

std::string left_out_text(const check::LeftOut& left_out, std::size_t width) {
  std::string text;
  for (const std::string& sentence : left_out_sentences(left_out))
    for (const std::string& line : wrapped("note: " + sentence, width)) text += line + "\n";
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::vector<std::string> left_out_sentences(const check::LeftOut& left_out) {
  std::vector<std::string> sentences;
  if (!left_out.unnamed.empty())
    sentences.push_back(fmt::format("no column has {}, since no expectation names {}; check --under asks",
                                    list_text(left_out.unnamed), left_out.unnamed.size() == 1 ? "it" : "them"));
  if (!left_out.of_clocks.empty())
    sentences.push_back(fmt::format("no column has {}, since no client reads a clock", list_text(left_out.of_clocks)));
  if (!left_out.in_pairs.empty())
    sentences.push_back(fmt::format(
        "no column has {} and two more faults",
        left_out.in_pairs.size() == 1 ? left_out.in_pairs.front() : "one of " + list_text(left_out.in_pairs)));
  return sentences;
}

std::string matrix_text(const check::Matrix& matrix, std::size_t width, Style style) {
  std::string head = fmt::format("{}: guarantees and faults, {}", matrix.protocol, matrix.clients);
  if (!matrix.params.empty()) head += ", " + matrix.params;
  std::string text;
  for (const std::string& line : wrapped(head, width)) text += line + "\n";
  text += tables(matrix, width, style) + reasons(matrix, width) + "\n";
  const std::size_t names = name_width(matrix);
  for (const auto& [spec, sentence] : conclusions(matrix)) {
    const std::vector<std::string> lines = wrapped(sentence, width > names + 22 ? width - names - 2 : 20);
    for (std::size_t line = 0; line < lines.size(); ++line)
      text += padded(line == 0 ? spec : "", names) + "  " + lines[line] + "\n";
  }
  return text + left_out_text(matrix.left_out, width);
}

std::string matrix_markdown(const check::Matrix& matrix) {
  std::string text = fmt::format("## {}: guarantees and faults\n\n{}", markdown_plain(matrix.protocol),
                                 markdown_plain(matrix.clients));
  if (!matrix.params.empty()) text += ", " + markdown_plain(matrix.params);
  std::vector<std::string> head{""}, rule{"---"};
  for (const FaultSet& faults : matrix.fault_sets) {
    head.push_back(markdown_plain(set_text(faults)));
    rule.emplace_back("---");
  }
  text += "\n\n" + markdown_row(head) + markdown_row(rule);
  for (const Guarantee& guarantee : matrix.guarantees) {
    std::vector<std::string> cells{markdown_plain(guarantee.spec)};
    for (std::size_t index = 0; index < guarantee.cells.size(); ++index)
      cells.push_back(markdown_plain(cell_text(matrix, index, guarantee.cells[index])));
    text += markdown_row(cells);
  }
  text += "\n";
  for (const auto& [spec, sentence] : conclusions(matrix))
    text += fmt::format("- {}: {}\n", markdown_plain(spec), markdown_plain(sentence));
  for (const std::string& line : reason_lines(matrix)) text += "- " + markdown_plain(line) + "\n";
  for (const std::string& sentence : left_out_sentences(matrix.left_out))
    text += "- note: " + markdown_plain(sentence) + "\n";
  return text;
}

}  // namespace interlock::reports
