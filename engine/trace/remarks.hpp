#pragma once
// Further sentences of a story: what its causes did, and which events share a moment.

#include "engine/trace/counterexample.hpp"

#include <cstddef>
#include <string>

namespace interlock::trace {

/// "lock", or "doc.version" where cells of several servers matter.
std::string cell_name(const Counterexample& story, std::size_t cell);

/// One sentence for each cause that is not clear from its name: an expiry under a client that is still inside in the
/// same round, a write to what another one has, a stale read.
void add_remarks(Counterexample& story);

/// Where an expiry shares its moment with steps, the reader asks whether the run depends on the order.
void add_shared_moments(Counterexample& story);

}  // namespace interlock::trace
