#pragma once
// JUnit XML, as https://github.com/testmoapp/junitxml describes what is read in practice. A suite a protocol, a case an
// expectation. An expected failure passes and carries its timeline; unknown is an error; what does not apply is
// skipped; a model with errors is a suite with one case that is an error. No times: the bytes are those of every run.

#include "reports/ci/cases.hpp"

#include <string>

namespace interlock::reports {

std::string to_junit(const CiReport& report);

}  // namespace interlock::reports
