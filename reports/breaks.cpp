#include "reports/breaks.hpp"

#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

std::size_t count(const BreakReport& report, Noticed noticed) {
  return static_cast<std::size_t>(std::count_if(report.breaks.begin(), report.breaks.end(),
                                                [&](const BreakResult& one) { return one.noticed == noticed; }));
}

/// The first is the heading, the others what is broken.
std::string lines_of(const BreakReport& report, Noticed noticed, const std::string& heading) {
  std::string text;
  for (const BreakResult& one : report.breaks) {
    if (one.noticed != noticed) continue;
    text += fmt::format("  {}  {}: {}\n", place_text(one.place), one.sentence, quoted_part(one.place));
    if (!one.by.empty()) text += fmt::format("      {}{}\n", one.by, one.why.empty() ? "" : ": " + one.why);
  }
  return text.empty() ? text : heading + "\n" + text;
}

}  // namespace

std::string break_lines(const BreakReport& report, bool all) {
  const std::size_t noticed = count(report, Noticed::yes), unknown = count(report, Noticed::unknown);
  std::string text =
      fmt::format("{}: {} of {} noticed", report.protocol, noticed, count_text(report.breaks.size(), "break"));
  if (unknown > 0) text += fmt::format(", {} unknown", unknown);
  text += "\n" + lines_of(report, Noticed::no, "not noticed by any expectation:");
  text += lines_of(report, Noticed::unknown, "not known to be noticed:");
  if (all) text += lines_of(report, Noticed::yes, "noticed:");
  return text;
}

BreakScore score_of(const BreakReport& report) {
  return {.file = report.file, .breaks = report.breaks.size(), .noticed = count(report, Noticed::yes)};
}

}  // namespace interlock::reports
