#include "engine/evaluator/evaluator.hpp"

namespace interlock::evaluator {

using namespace language;

/// Before all else, once a client.
void Evaluator::strike_skew(State& state, const Fault& allowed, const Move& move, Choices&, Outcome&) const {
  if (state.begun || state.clients[move.client].offset != 0) throw NotPossible{"the clock is settled"};
  set_clock(state, allowed, move);
}

}  // namespace interlock::evaluator
