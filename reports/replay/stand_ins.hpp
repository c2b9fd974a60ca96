#pragma once
// Servers that are no Redis, performed by one: a document, a fenced one, a lock service. Each operation is one script.
// A document has a real text in it: whoever writes writes all of it, what was read and a line.

#include "reports/replay/deed.hpp"

#include <optional>

namespace interlock::reports {

/// Nothing where there is no such operation.
std::optional<RedisCommand> stand_in(const std::string& store, const ReplayCall& call, Translation& translation,
                                     std::optional<std::size_t> client, const Writing& writing);

bool has_stand_in(const std::string& store);

}  // namespace interlock::reports
