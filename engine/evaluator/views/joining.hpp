#pragma once
// Two states of the same few clients but one, put together to a state of one client more: a second way to do it, from
// the states of the evaluator alone.

#include "engine/evaluator/views/told_state.hpp"

#include <functional>
#include <vector>

namespace interlock::evaluator {

/// A state, and its clients: those that it shares with another one, in the order in which both tell them, and the one
/// that it has alone. `told`: what it looks like without that one.
struct Half {
  const State& state;
  const Chosen& shared;
  ClientIndex alone{0};
  const Told& told;
};

/// Where the clients come to stand.
struct Seats {
  Chosen shared;
  ClientIndex left{0};
  ClientIndex right{0};
};

/// Every state that looks like the left half to whoever sees only its clients, and like the right half to those who see
/// only that one's: ids that only one of them knows are the same or are not, and so are tokens, in every order.
/// `model`: with one client more. Both halves look the same in what they share.
void join(const Teller& teller, const language::Model& model, const Half& left, const Half& right, const Seats& seats,
          const std::function<void(State)>& take);

}  // namespace interlock::evaluator
