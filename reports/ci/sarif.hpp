#pragma once
// SARIF 2.1.0 (OASIS), for code scanning. A rule a guarantee, and one a number of the language's errors; a result an
// unmet expectation (error), an unknown one (warning), an expected failure (kind pass), a complaint about a model. A
// run that breaks a guarantee is a code flow: a thread flow a client and a server, with the steps in the order in which
// they were made. Fingerprints name the expectation and not its line, so they stay when lines move.

#include "reports/ci/cases.hpp"

#include <string>
#include <string_view>

namespace interlock::reports {

std::string to_sarif(const CiReport& report, std::string_view version);

}  // namespace interlock::reports
