#pragma once
// Rows of characters over common columns: places the columns so that nothing overlaps, cuts what is too wide into
// blocks, and puts the colours on last.

#include "reports/ink.hpp"
#include "reports/style.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace interlock::reports {

/// What a row shows from one column on.
struct Piece {
  std::string text;  ///< at the column itself; may be empty
  Ink ink = Ink::plain;
  std::string fill = " ";  ///< repeated from there to the next text
  Ink fill_ink = Ink::plain;
  std::string resume;          ///< said again where a block begins behind this column
  bool may_cut_behind = true;  ///< false in one row is enough: no block ends with this column
};

struct Row {
  std::string label;
  Piece start;                ///< before the first column
  std::vector<Piece> pieces;  ///< one for each column
  std::string end;            ///< behind the last column, where the fill ends
  Ink end_ink = Ink::plain;
};

/// All blocks, an empty line between two of them. Rows that show nothing in a block are left out there.
std::string text_of(const std::vector<Row>& rows, std::size_t width, Style style);

}  // namespace interlock::reports
