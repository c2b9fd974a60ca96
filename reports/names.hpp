#pragma once
// Predictable names for the files that --out writes.

#include "engine/language/model.hpp"

#include <string>
#include <string_view>

namespace interlock::reports {

/// The faults as part of a file name: "none", "pause-crash_1_time", "skew_10ms-assuming_distinct_clocks".
std::string faults_in_name(const language::Scenario& scenario);

/// PROTOCOL/SPEC--FAULTS.EXTENSION, of letters, digits, '_', '-' and '.' only.
std::string file_name(std::string_view protocol, std::string_view spec, const language::Scenario& scenario,
                      std::string_view extension);

}  // namespace interlock::reports
