#pragma once
// A loop that is said to go on for ever, as the second evaluator sees it: is it one, and what is to be said of it?

#include "engine/evaluator/evaluator.hpp"
#include "engine/language/model.hpp"
#include "engine/trace/counterexample.hpp"

#include <span>
#include <string>
#include <vector>

namespace interlock::trace {

/// One turn as it was executed: `states[i]` is before `moves[i]`, the last state is where it is back.
struct LoopTurn {
  std::span<const Move> moves;
  std::span<const evaluator::Outcome> outcomes;
  std::span<const evaluator::State> states;
  std::span<const Move> more_turns = {};  ///< the moves of two more turns; empty: the same as in this one
};

/// Why this is no loop that is fair, passes no goal of the spec and can be turned again; empty: it is one. Further
/// turns are executed; that it can be turned for ever is the search's claim.
std::string refuse_loop(const evaluator::Evaluator& evaluator, const language::Spec& spec, language::ClientIndex client,
                        const LoopTurn& turn);

/// Nothing happens in it but time and refused polls.
bool only_waits(const LoopTurn& turn);

/// Fills in what the story says of its loop: who could have gone, why it is fair, what is the same at both ends.
void tell_loop(const evaluator::Evaluator& evaluator, const language::Spec& spec, language::ClientIndex client,
               const LoopTurn& turn, Counterexample& story);

}  // namespace interlock::trace
