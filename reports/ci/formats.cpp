#include "reports/ci/formats.hpp"

#include "reports/ci/junit.hpp"
#include "reports/ci/sarif.hpp"
#include "reports/ci/tap.hpp"

namespace interlock::reports {

const std::array<CiFormat, 3> ci_formats{
    CiFormat{.name = "junit",
             .help = "write JUnit XML: a test case an expectation",
             .write = [](const CiReport& report, std::string_view) { return to_junit(report); }},
    CiFormat{.name = "sarif",
             .help = "write SARIF 2.1.0: a code flow a counterexample",
             .write = [](const CiReport& report, std::string_view version) { return to_sarif(report, version); }},
    CiFormat{.name = "tap",
             .help = "write the Test Anything Protocol, version 13",
             .write = [](const CiReport& report, std::string_view) { return to_tap(report); }},
};

}  // namespace interlock::reports
