#include "engine/evaluator/evaluator.hpp"

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

/// With one thread a pause strikes where the client would have held time back; with several, also in mid-work.
void Evaluator::strike_pause(State& state, const Fault& allowed, const Move& move, Choices&, Outcome&) const {
  const ClientIndex index = move.client;
  Client& client = state.clients[index];
  const auto is_delayed = [](const Thread& thread) { return thread.active && thread.delayed; };
  if (client.is_paused(state.now) || std::any_of(client.threads.begin(), client.threads.end(), is_delayed))
    throw NotPossible{"this step is delayed already"};
  bool stops_work = false;
  for (std::size_t thread = 0; thread < client.threads.size(); ++thread)
    stops_work = stops_work || works(state, index, thread);
  if (!holds_time_back(state, index) && !(client.threads.size() > 1 && stops_work))
    throw NotPossible{"the client was not about to step"};
  client.paused = true;
  client.pause_end.reset();
  if (allowed.amount != unbounded) client.pause_end = state.now + allowed.amount;
  note_delays(state, index);
}

/// Without a step, where somebody could tell: with one thread its next step shows that a pause is over.
void Evaluator::resume(State& state, const Move& move) const {
  Client& client = state.clients[move.client];
  if (move.server != nothing) {
    if (client.cut_off.erase(move.server) == 0) throw NotPossible{"it reaches this server"};
    return;
  }
  if (!client.is_paused(state.now)) throw NotPossible{"the client is not paused"};
  if (client.threads.size() == 1) throw NotPossible{"its next step ends the pause"};
  client.paused = false;
  client.pause_end.reset();
}

}  // namespace interlock::evaluator
