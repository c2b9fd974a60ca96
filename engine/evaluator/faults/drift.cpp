#include "engine/evaluator/evaluator.hpp"

namespace interlock::evaluator {

using namespace language;

/// At any time.
void Evaluator::strike_drift(State& state, const Fault& allowed, const Move& move, Choices&, Outcome&) const {
  set_clock(state, allowed, move);
}

}  // namespace interlock::evaluator
