#pragma once
// In how many places a client can stand between two steps.

#include "engine/language/model.hpp"

#include <cstdint>

namespace interlock::machine {

/// Idle, the waits of the heartbeats, and every statement before which a client can stand. `loses_calls`: there is one
/// more for each call, in which an answer is waited for that does not come.
std::uint64_t most_locations(const language::ClientKind& kind, bool loses_calls);

/// Does a client wait there for a given time, and may it give up waiting there?
bool waits(const language::Statement& statement);
bool has_limit(const language::Statement& statement);

}  // namespace interlock::machine
