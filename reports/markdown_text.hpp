#pragma once
// Texts inside of Markdown, as GitHub reads it: nothing in them is markup, and nothing ends a cell of a table.

#include <string>
#include <string_view>
#include <vector>

namespace interlock::reports {

/// In a sentence or a cell.
std::string markdown_plain(std::string_view text);

/// Between backquotes, also in a cell; nothing where there is no text.
std::string markdown_code(std::string_view text);

/// One row of a table; the cells are Markdown already.
std::string markdown_row(const std::vector<std::string>& cells);

}  // namespace interlock::reports
