#pragma once
// Guarantees and sets of faults as a table, and under it what breaks each guarantee and what it stands.

#include "reports/report.hpp"
#include "reports/style.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace interlock::reports {

struct MatrixCell {
  VerdictKind verdict = VerdictKind::unknown;
  bool vacuous = false;
  std::uint32_t steps = 0;
  std::optional<std::uint32_t> loop_steps;
  std::vector<language::UsedFault> used;
};

struct Guarantee {
  std::string spec;
  std::vector<MatrixCell> cells;  ///< as Matrix::fault_sets
};

struct Matrix {
  std::string protocol;
  std::string clients;                               ///< "2 workers"
  std::vector<std::vector<std::string>> fault_sets;  ///< names of the faults that are on; an empty one: no faults
  std::vector<Guarantee> guarantees;
};

/// The sets under which a guarantee fails, or a situation is reached, and no smaller set of the table does that.
std::vector<std::vector<std::string>> smallest_breaking(const Matrix& matrix, const Guarantee& guarantee);

/// The sets under which a guarantee holds, and no larger set of the table leaves it so.
std::vector<std::vector<std::string>> largest_standing(const Matrix& matrix, const Guarantee& guarantee);

/// A table wider than `width` is cut into several, one under the other.
std::string matrix_text(const Matrix& matrix, std::size_t width, Style style);

}  // namespace interlock::reports
