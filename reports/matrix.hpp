#pragma once
// Guarantees and sets of faults as a table, and under it what breaks each guarantee and what it stands.

#include "engine/check/matrix.hpp"
#include "reports/style.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace interlock::reports {

/// A table wider than `width` is cut into several, one under the other.
std::string matrix_text(const check::Matrix& matrix, std::size_t width, Style style);

/// A table as GitHub draws it, and under it the same as under the text.
std::string matrix_markdown(const check::Matrix& matrix);

/// Which faults the table does not have, and why: sentences. Empty: it has all.
std::vector<std::string> left_out_sentences(const check::LeftOut& left_out);

/// As data ("format": 1): "columns" with the names of their faults, "guarantees" with a cell a column, "left_out".
/// Written in reports/json.
std::string matrix_json(const check::Matrix& matrix);

}  // namespace interlock::reports
