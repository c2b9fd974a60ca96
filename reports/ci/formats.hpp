#pragma once
// The one table of what `check` can write for CI: the options, their help and the command read it.

#include "reports/ci/cases.hpp"

#include <array>
#include <string>
#include <string_view>

namespace interlock::reports {

struct CiFormat {
  std::string_view name;  ///< of the option: "junit" is --junit FILE
  std::string_view help;
  std::string (*write)(const CiReport& report, std::string_view version);
};

extern const std::array<CiFormat, 3> ci_formats;

}  // namespace interlock::reports
