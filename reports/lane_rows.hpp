#pragma once
// The lanes of a storyboard as rows of characters.

#include "reports/storyboard.hpp"
#include "reports/text_rows.hpp"

#include <vector>

namespace interlock::reports {

/// Step numbers and model time.
std::vector<Row> axis_rows(const trace::Counterexample& story, const Storyboard& board);

/// Clients and servers from the top, with the calls between them.
std::vector<Row> lane_rows(const trace::Counterexample& story, const Storyboard& board);

/// The number of clients inside critical as a step line against the limit.
std::vector<Row> count_rows(const trace::Counterexample& story, const Storyboard& board);

}  // namespace interlock::reports
