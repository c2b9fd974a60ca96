#pragma once
// What `check --ci` does not let pass, though every expectation is met: a lock for which nobody ever contends.

#include <string>
#include <vector>

#include "cli/protocols.hpp"
#include "cli/searcher.hpp"

namespace interlock::cli {

/// Whether anybody enters `critical`, and a second client after a first one, is looked for under the faults of all
/// questions that were answered; where the answers do not say it, the searcher is asked. Sentences; none: it is so, or
/// not known.
std::vector<std::string> wanting_of_lock(const Protocol& protocol, const std::vector<check::Answer>& answers,
                                         Searcher& searcher);

}  // namespace interlock::cli
