#pragma once
// Plays a sequence on the store as text says it, executed by the second evaluator.

#include "tests/conformance/sequence.hpp"

#include <string>

namespace interlock::tests {

/// Each connection is a client whose round is its part of the sequence.
std::string protocol_of(const Sequence& sequence);

/// `store`: the text of a store "redis". Throws std::runtime_error where the text has errors or a step is not possible.
Transcript play(const Sequence& sequence, const std::string& store);

}  // namespace interlock::tests
