#pragma once
// How far durations may move before a verdict turns: a table, and JSON.

#include "engine/check/margins.hpp"
#include "reports/style.hpp"

#include <string>
#include <vector>

namespace interlock::reports {

std::string margins_text(const std::vector<check::Margins>& margins, Style style);
/// Times are microseconds; an edge has the last value with the verdict and the first with another.
std::string margins_json(const std::string& protocol, const std::vector<check::Margins>& margins);

}  // namespace interlock::reports
