#pragma once
// How wide a text is when drawn: from a table, so that a picture does not depend on the fonts of the machine.

#include <string>
#include <string_view>
#include <vector>

namespace interlock::reports {

/// In points. The table is that of DejaVu Sans, the widest of the fonts that pictures ask for.
double text_width(std::string_view text, double font_size, bool bold = false);

/// Cut between words so that each line fits into `room` points.
std::vector<std::string> fitted_lines(std::string_view text, double font_size, bool bold, double room);

}  // namespace interlock::reports
