#pragma once
// Writes random sequences: the same seed, the same sequence.

#include "tests/conformance/sequence.hpp"

#include <cstdint>

namespace interlock::tests {

Sequence random_sequence(std::uint32_t seed);

}  // namespace interlock::tests
