#pragma once
// Texts inside of HTML and SVG.

#include <string>
#include <string_view>

namespace interlock::reports {

/// Nothing in it is markup, in an element or in an attribute between double quotes; control characters are blanks.
std::string html_escaped(std::string_view text);

}  // namespace interlock::reports
