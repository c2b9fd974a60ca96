#include "reports/matrix.hpp"

#include "reports/ink.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

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

std::string cell_text(const SpecResult& cell) {
  switch (cell.verdict) {
    case Verdict::holds: return cell.vacuous ? "holds (vacuous)" : "holds";
    case Verdict::fails:
    case Verdict::reachable: return run_text(cell.used, cell.steps, cell.loop_steps);
    case Verdict::unreachable: return "unreachable";
    case Verdict::unknown: return "?";
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

std::size_t column_width(const Matrix& matrix, std::size_t column) {
  std::size_t width = head_text(matrix.fault_sets[column]).size();
  for (const Guarantee& guarantee : matrix.guarantees)
    width = std::max(width, cell_text(guarantee.cells[column]).size());
  return width;
}

std::size_t name_width(const Matrix& matrix) {
  std::size_t width = 0;
  for (const Guarantee& guarantee : matrix.guarantees) width = std::max(width, guarantee.spec.size());
  return width;
}

/// The columns from `first` to `last`, the latter not included.
std::string table(const Matrix& matrix, std::size_t first, std::size_t last, Style style) {
  const std::size_t names = name_width(matrix);
  std::string text = padded("", names);
  for (std::size_t column = first; column < last; ++column)
    text += "  " + padded(head_text(matrix.fault_sets[column]), column_width(matrix, column));
  while (text.back() == ' ') text.pop_back();
  text += '\n';
  for (const Guarantee& guarantee : matrix.guarantees) {
    std::string line = padded(guarantee.spec, names);
    for (std::size_t column = first; column < last; ++column) {
      const SpecResult& cell = guarantee.cells[column];
      const std::string shown = cell_text(cell);
      const std::size_t blanks = column + 1 == last ? 0 : column_width(matrix, column) - shown.size();
      line += "  " + inked(shown, cell_ink(cell), style) + std::string(blanks, ' ');
    }
    text += line + "\n";
  }
  return text;
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
  if (broken.empty() && !standing.empty()) return witness ? "never reached here" : "holds under " + standing;
  if (!standing.empty()) text += (witness ? "; not reached with " : "; holds under ") + standing;
  return text;
}

}  // namespace

std::string matrix_text(const check::Matrix& matrix, std::size_t width, Style style) {
  std::string text = fmt::format("{}: guarantees and faults, {}\n", matrix.protocol, matrix.clients);
  std::size_t first = 0;
  while (first < matrix.fault_sets.size()) {
    std::size_t last = first;
    std::size_t used = name_width(matrix);
    while (last < matrix.fault_sets.size() && (last == first || used + 2 + column_width(matrix, last) <= width))
      used += 2 + column_width(matrix, last++);
    text += "\n" + table(matrix, first, last, style);
    first = last;
  }
  text += '\n';
  for (const Guarantee& guarantee : matrix.guarantees) {
    if (has_answer(guarantee))
      text += padded(guarantee.spec, name_width(matrix)) + "  " + conclusion(matrix, guarantee) + "\n";
  }
  return text;
}

}  // namespace interlock::reports
