#pragma once
// Guarantees and sets of faults as a table, and under it what breaks each guarantee and what it stands.

#include "engine/check/matrix.hpp"
#include "reports/style.hpp"

#include <cstddef>
#include <string>

namespace interlock::reports {

/// A table wider than `width` is cut into several, one under the other.
std::string matrix_text(const check::Matrix& matrix, std::size_t width, Style style);

}  // namespace interlock::reports
