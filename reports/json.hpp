#pragma once
// The report for other programs: JSON with sorted keys and a version ("format": 1).

#include "reports/report.hpp"

#include <string>

namespace interlock::reports {

/// The whole report, indented, with a line end at the end.
std::string to_json(const Report& report);

/// One counterexample or witness alone, as --out writes it beside its picture.
std::string to_json(const Result& result, const VerdictReport& verdict);

}  // namespace interlock::reports
