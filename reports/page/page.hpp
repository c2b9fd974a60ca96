#pragma once
// The whole report as one HTML file that needs nothing else: the verdicts, each run with its timeline, its steps, the
// state at each of them and the model's text. It can be read and printed without its script, which adds the stepping.

#include "reports/report.hpp"

#include <string>
#include <string_view>

namespace interlock::reports {

/// Stands in every page, and in no page of anybody else's.
inline constexpr std::string_view page_title = "<h1>Interlock</h1>";

/// The same bytes for the same answers.
std::string to_html(const Report& report);

/// What the page is dressed in and what moves it: reports/page/page.css and page.js, packed by the build.
std::string_view page_style();
std::string_view page_script();

}  // namespace interlock::reports
