#pragma once
// All of the Promela but the steps of clients.

#include "reports/promela/step_writer.hpp"

#include <string>
#include <vector>

namespace interlock::reports::promela {

/// Of each kind of clients: its places, and its steps as text.
struct ClientText {
  std::vector<Spot> spots;
  std::string steps;
  std::string disconnect;
};

std::string declarations(const Draft& draft, const std::vector<ClientText>& clients);
/// Names for situations: who is where, who is held up, who holds time back.
std::string situations(const Draft& draft, const std::vector<ClientText>& clients);
/// What several steps have in common: fresh identities, what a crash forgets, tokens made small.
std::string common_parts(const Draft& draft);
/// What is asked after every step.
std::string questions(const Draft& draft, const std::vector<std::uint32_t>& specs);
std::string time_process(const Draft& draft, const std::vector<ClientText>& clients);
/// Empty where no faults are on.
std::string fault_process(const Draft& draft, const std::vector<ClientText>& clients);

/// For each token class that needs it, in which order its numbers are made small; throws NotSaid where they run apart.
std::string settle_tokens(const Draft& draft);
/// All places in the state that hold a token of this class, or an identity.
std::vector<std::string> token_places(const Draft& draft, std::uint32_t token_class);
std::vector<std::string> identity_places(const Draft& draft);

}  // namespace interlock::reports::promela
