#pragma once
// The Test Anything Protocol, version 13 (https://testanything.org), which all readers know: a line an expectation,
// numbered through; what is not ok, or has a run to show, carries its message and place as YAML and the timeline as
// comments.

#include "reports/ci/cases.hpp"

#include <string>

namespace interlock::reports {

std::string to_tap(const CiReport& report);

}  // namespace interlock::reports
