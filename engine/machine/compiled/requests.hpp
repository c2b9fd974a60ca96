#pragma once
// Requests that stay under way when their client has stopped waiting for them, or has had its answer.

#include "engine/language/model.hpp"

#include <cstdint>
#include <set>
#include <vector>

namespace interlock::machine {

/// May a call get no answer, and may a client be cut off from a server?
bool may_lose_calls(const language::Scenario& scenario);
bool may_cut_off(const language::Scenario& scenario);

/// For how many of one client there is room in a state. 0: no fault leaves any.
std::uint32_t most_requests(const language::Scenario& scenario);

/// Can a fault strike this call of this kind of client?
bool may_be_struck(const language::Model& model, const language::ClientKind& kind,
                   const language::Statement& statement);

/// Does such a client call the server, and can faults strike these calls?
bool calls_server(const language::Model& model, const language::ClientKind& kind, std::uint32_t server);

/// How many calls a client of this kind may send whose requests may stay under way.
std::uint32_t calls_of(const language::Model& model, const language::ClientKind& kind);

/// The client's own variables that the call reads: what its request carries.
std::set<language::VariableIndex> sent_with(const language::Model& model, const language::Statement& call);

/// Likewise, of all calls of the kind.
std::set<language::VariableIndex> sent_by(const language::Model& model, const language::ClientKind& kind);

/// May it be asked under this scenario? Not who wrote a cell, where a request may come after its client has crashed.
bool is_known_of_requests(const language::Model& model, const language::Scenario& scenario, std::uint32_t spec);

/// Throws TooLarge where it is not known what comes of a request that is late.
void require_known_requests(const language::Model& model, const language::Scenario& scenario,
                            const std::vector<bool>& asked_writers);

}  // namespace interlock::machine
