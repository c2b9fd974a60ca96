#pragma once
// Pieces of DOT that all graphs share.

#include <string>
#include <string_view>

namespace interlock::reports {

inline constexpr std::string_view font = "Helvetica,Arial,DejaVu Sans,sans-serif";
inline constexpr std::string_view bold_font = "Helvetica-Bold";

/// In double quotes, with what DOT and SVG cannot take made harmless.
std::string quoted(std::string_view text);

/// A number with at most two decimals, the same in every locale.
std::string number_text(double number);

}  // namespace interlock::reports
