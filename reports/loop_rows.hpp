#pragma once
// The frame around a loop, in rows of characters.

#include "reports/storyboard.hpp"
#include "reports/text_rows.hpp"

#include <vector>

namespace interlock::reports {

/// The rows with the frame's edges through all of them and a line above that says what they mean; unchanged where the
/// story has no loop.
std::vector<Row> framed(const trace::Counterexample& story, const Storyboard& board, std::vector<Row> rows);

}  // namespace interlock::reports
