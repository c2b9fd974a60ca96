#include "reports/matrix.hpp"

#include "reports/ink.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

using FaultSet = std::vector<std::string>;

bool is_hit(const MatrixCell& cell) {
  return cell.verdict == VerdictKind::fails || cell.verdict == VerdictKind::reachable;
}

bool stands(const MatrixCell& cell) {
  return cell.verdict == VerdictKind::holds || cell.verdict == VerdictKind::unreachable;
}

bool is_part_of(const FaultSet& smaller, const FaultSet& larger) {
  return std::all_of(smaller.begin(), smaller.end(), [&](const std::string& fault) {
    return std::find(larger.begin(), larger.end(), fault) != larger.end();
  });
}

bool is_strictly_part_of(const FaultSet& smaller, const FaultSet& larger) {
  return is_part_of(smaller, larger) && !is_part_of(larger, smaller);
}

template <typename Chosen>
std::vector<FaultSet> chosen_sets(const Matrix& matrix, const Guarantee& guarantee, Chosen chosen) {
  std::vector<FaultSet> sets;
  for (std::size_t index = 0; index < guarantee.cells.size(); ++index) {
    if (chosen(guarantee.cells[index])) sets.push_back(matrix.fault_sets[index]);
  }
  return sets;
}

/// Keeps the sets for which no other one is `beyond` them.
template <typename Beyond>
std::vector<FaultSet> extremes(const std::vector<FaultSet>& sets, Beyond beyond) {
  std::vector<FaultSet> kept;
  for (const FaultSet& set : sets) {
    const bool is_beaten =
        std::any_of(sets.begin(), sets.end(), [&](const FaultSet& other) { return beyond(other, set); });
    if (!is_beaten) kept.push_back(set);
  }
  return kept;
}

std::string set_text(const FaultSet& faults) { return faults.empty() ? "no faults" : list_text(faults); }

std::string sets_text(const std::vector<FaultSet>& sets) {
  std::string text;
  for (const FaultSet& set : sets) text += (text.empty() ? "" : "; or ") + set_text(set);
  return text;
}

std::string cell_text(const MatrixCell& cell) {
  switch (cell.verdict) {
    case VerdictKind::holds: return cell.vacuous ? "holds (vacuous)" : "holds";
    case VerdictKind::fails:
    case VerdictKind::reachable: return run_text(cell.used, cell.steps, cell.loop_steps);
    case VerdictKind::unreachable: return "unreachable";
    case VerdictKind::unknown: return "?";
    case VerdictKind::not_applicable: return "-";
  }
  return {};
}

Ink cell_ink(const MatrixCell& cell) {
  switch (cell.verdict) {
    case VerdictKind::fails: return Ink::bad;
    case VerdictKind::unknown: return Ink::warning;
    case VerdictKind::holds: return cell.vacuous ? Ink::warning : Ink::good;
    case VerdictKind::reachable: return Ink::good;
    case VerdictKind::unreachable:
    case VerdictKind::not_applicable: return Ink::plain;
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
      const MatrixCell& cell = guarantee.cells[column];
      const std::string shown = cell_text(cell);
      const std::size_t blanks = column + 1 == last ? 0 : column_width(matrix, column) - shown.size();
      line += "  " + inked(shown, cell_ink(cell), style) + std::string(blanks, ' ');
    }
    text += line + "\n";
  }
  return text;
}

bool asks_for_witness(const Guarantee& guarantee) {
  return std::any_of(guarantee.cells.begin(), guarantee.cells.end(), [](const MatrixCell& cell) {
    return cell.verdict == VerdictKind::reachable || cell.verdict == VerdictKind::unreachable;
  });
}

bool has_answer(const Guarantee& guarantee) {
  return std::any_of(guarantee.cells.begin(), guarantee.cells.end(),
                     [](const MatrixCell& cell) { return is_hit(cell) || stands(cell); });
}

std::string conclusion(const Matrix& matrix, const Guarantee& guarantee) {
  const std::string broken = sets_text(smallest_breaking(matrix, guarantee));
  const std::string standing = sets_text(largest_standing(matrix, guarantee));
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

std::vector<FaultSet> smallest_breaking(const Matrix& matrix, const Guarantee& guarantee) {
  return extremes(chosen_sets(matrix, guarantee, is_hit),
                  [](const FaultSet& other, const FaultSet& set) { return is_strictly_part_of(other, set); });
}

std::vector<FaultSet> largest_standing(const Matrix& matrix, const Guarantee& guarantee) {
  return extremes(chosen_sets(matrix, guarantee, stands),
                  [](const FaultSet& other, const FaultSet& set) { return is_strictly_part_of(set, other); });
}

std::string matrix_text(const Matrix& matrix, std::size_t width, Style style) {
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
