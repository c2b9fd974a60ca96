#pragma once
// Guarantees and faults: the `matrix` command, and what `check` does with a file that expects nothing.

#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/protocols.hpp"
#include "cli/searcher.hpp"
#include "engine/check/matrix.hpp"
#include "engine/check/verdict.hpp"

namespace interlock::cli {

struct FaultMatrix {
  std::vector<check::Answer> results;  ///< one a column
  check::Matrix matrix;
  std::string text;  ///< the table, and below it what is not in it
  ExitCode exit_code = ExitCode::as_expected;
};

/// Asks `specs` (empty: all) under every set of faults. It is no failure that faults break something; only what fails
/// without any does.
FaultMatrix make_fault_matrix(const Protocol& protocol, const std::vector<std::string>& specs, Searcher& searcher);

}  // namespace interlock::cli
