#pragma once
// Colour for terminals, put on after every width has been computed.

#include "reports/style.hpp"

#include <string>
#include <string_view>

namespace interlock::reports {

/// bad: bold red. warning: yellow. good: green. faint: grey.
enum class Ink { plain, bad, warning, good, faint };

/// `text` in that ink; unchanged where `style` has no colour.
std::string inked(std::string_view text, Ink ink, Style style);

}  // namespace interlock::reports
