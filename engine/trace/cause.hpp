#pragma once
// Which events are causes: each that may be one is left out, and the run is executed again. Only what is shown is said.

#include "engine/evaluator/evaluator.hpp"
#include "engine/trace/counterexample.hpp"
#include "engine/trace/story.hpp"

#include <cstddef>
#include <vector>

namespace interlock::trace {

struct Rerun {
  const evaluator::Evaluator& evaluator;
  const std::vector<Move>& moves;
  const Claim& claim;
};

/// Indices of events, in order: a fault without which the run is impossible or keeps the property; an expiry that does
/// not come; a write to what another client had put there, taken back; a read that is made again just before it is
/// used.
std::vector<std::size_t> find_causes(const Rerun& rerun, const Counterexample& story);

/// A read by the client of the last step whose cell another one changed before that step, and when.
struct StaleRead {
  std::size_t read = 0;
  std::size_t change = 0;
  std::size_t cell = 0;
};
std::vector<StaleRead> stale_reads(const Counterexample& story);

/// Does an event change what another client, or nobody any more, has in a cell? The first such cell, or none.
std::optional<std::size_t> foreign_cell(const Counterexample& story, std::size_t event);

}  // namespace interlock::trace
