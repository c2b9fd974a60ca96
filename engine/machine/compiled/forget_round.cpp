#include "engine/machine/compiled/executor.hpp"

namespace interlock::machine {

void forget_round(const Layout& layout, Word* words, language::ClientIndex client) {
  const ClientWords& block = layout.clients[client];
  for (const Register word : block.location) words[word] = 0;
  for (const Register word : block.delayed) words[word] = 0;
  for (const auto* timers : {&block.timer, &block.limit, &block.given_on})
    for (const TimerWord timer : *timers) stop(timer, words);
  const auto reset = [&](Register word) {
    if (word != no_register) words[word] = layout.initial[word];
  };
  reset(block.been_critical);
  reset(block.grant);
  for (const LeaseWords& lease : {block.lease, block.given}) reset(lease.cell), stop(lease.end, words);
  reset(block.place);
  for (const Register word : block.locals) words[word] = layout.initial[word];
}

}  // namespace interlock::machine
