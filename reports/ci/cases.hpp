#pragma once
// A report as what every CI system knows: test cases with an outcome. One case a verdict: an `expect` line, or a
// guarantee that was asked on the command line. All formats of this folder are written from these.

#include "engine/language/syntax/diagnostic.hpp"
#include "reports/report.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace interlock::reports {

enum class Outcome {
  passed,     ///< as expected, an expected failure too; or, where nothing is expected, it holds
  failed,     ///< an expectation is not met; or, where nothing is expected, it fails or proves nothing
  undecided,  ///< a budget ran out: for CI an error, never a pass
  skipped,    ///< the guarantee does not apply to this protocol
};

struct Case {
  const check::Answer* answer = nullptr;  ///< of the report
  const check::SpecResult* result = nullptr;
  Outcome outcome = Outcome::passed;
  std::string name;     ///< "mutual_exclusion fails using 1 pause under pause"; unique within its protocol
  std::string message;  ///< one line: "fails: 1 pause, 4 steps", and what was expected where that is something else
  std::string story;    ///< the timeline as text, where there is a run to show; else empty
};

/// The cases of one protocol, in the order of its `expect` lines.
struct Suite {
  std::string name;  ///< the protocol's; with the file where several have a protocol of this name
  std::string protocol;
  std::string file;
  std::vector<Case> cases;

  std::size_t count(Outcome outcome) const;
};

/// Points into `report`.
std::vector<Suite> suites_of(const Report& report);

/// Where a verdict stands in the model: its `expect` line; line 0 where nothing is expected.
language::Place place_of(const Case& one);

/// What a CI format is made of: the answers, and what is wrong with models that could not be checked.
struct CiReport {
  std::vector<Suite> suites;
  language::Diagnostics diagnostics;  ///< errors and warnings about all models, each once
};

}  // namespace interlock::reports
