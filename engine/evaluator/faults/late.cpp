#include "engine/evaluator/evaluator.hpp"

namespace interlock::evaluator {

using namespace language;

/// Instead of the step that the thread would make.
void Evaluator::strike_late(State& state, const Fault&, const Move& move, Choices& choices, Outcome& outcome) const {
  Run(world_, state, move.client, move.thread, choices, outcome).be_late();
}

}  // namespace interlock::evaluator
