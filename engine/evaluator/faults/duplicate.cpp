#include "engine/evaluator/evaluator.hpp"

namespace interlock::evaluator {

using namespace language;

/// The step that the thread would make, and more to come.
void Evaluator::strike_duplicate(State& state, const Fault&, const Move& move, Choices& choices,
                                 Outcome& outcome) const {
  Run(world_, state, move.client, move.thread, choices, outcome).be_doubled();
}

}  // namespace interlock::evaluator
