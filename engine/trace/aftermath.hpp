#pragma once
// What can still happen in a trap, and why none of it leads out: the second evaluator walks on from the last state
// of the story, without faults.

#include "engine/evaluator/evaluator.hpp"
#include "engine/language/model.hpp"
#include "engine/trace/counterexample.hpp"

#include <vector>

namespace interlock::trace {

struct WaysOn {
  bool has_way_out = false;             ///< the evaluator got to what should be impossible
  std::vector<StillPossible> possible;  ///< each kind of step that it met, once
};

/// Walks through the nearest states, at most `most_states` of them; it cannot prove that there is no way out (the
/// search did), but it would find a near one.
WaysOn walk_on(const evaluator::Evaluator& evaluator, const evaluator::State& from, const language::Spec& spec,
               language::ClientIndex client, std::size_t most_states = 400);

}  // namespace interlock::trace
