#pragma once
// The program of a random client: every statement, in any order.

#include "tests/random/dice.hpp"
#include "tests/random/lines.hpp"
#include "tests/random/vocabulary.hpp"

#include <string>

namespace interlock::tests {

/// Writes the body of a client with about `statements` statements.
void write_client_body(Dice& dice, const Vocabulary& words, std::size_t statements, Lines& lines);

}  // namespace interlock::tests
