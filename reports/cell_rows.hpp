#pragma once
// A server's lane as rows of characters: a bar while somebody owns it, a line of high-water marks for a token, a
// row for each rank of a container.

#include "reports/storyboard.hpp"
#include "reports/text_rows.hpp"

#include <vector>

namespace interlock::reports {

std::vector<Row> cell_rows(const trace::Counterexample& story, const Storyboard& board, std::size_t lane);

}  // namespace interlock::reports
