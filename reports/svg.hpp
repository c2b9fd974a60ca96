#pragma once
// What Graphviz puts into an SVG that is no part of the picture.

#include <string>
#include <string_view>

namespace interlock::reports {

/// Without the version of the program that drew it, so that the bytes are the same on every machine, and without the
/// names of nodes, which a browser shows and a screen reader reads; for these the picture has `title`.
std::string tidied_svg(std::string_view drawn, std::string_view title);

}  // namespace interlock::reports
