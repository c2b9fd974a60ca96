#pragma once
// Plays a sequence on a server, and on the text of a store.

#include "tests/postgres/sequence.hpp"
#include "tests/postgres/session.hpp"

#include <filesystem>

namespace interlock::tests::postgres {

/// From empty tables.
Answers play_on_server(const Sequence& sequence, const std::filesystem::path& socket);

/// By the second evaluator. Throws std::runtime_error where the text has errors or a step is not possible.
Answers play_on_store(const Sequence& sequence, const std::string& store);

}  // namespace interlock::tests::postgres
