#pragma once
// The store `desk` of a random model: every statement of an operation, on every container.

#include "tests/random/dice.hpp"
#include "tests/random/vocabulary.hpp"

#include <string>

namespace interlock::tests {

std::string random_store(Dice& dice, const Vocabulary& words);

}  // namespace interlock::tests
