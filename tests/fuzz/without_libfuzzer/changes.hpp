#pragma once
// Changes to a text: of bytes, of words, of lines.

#include "tests/random/dice.hpp"

#include <string>
#include <vector>

namespace interlock::tests {

/// One change; `texts`: where pieces may be taken from.
void change(std::string& text, const std::vector<std::string>& texts, Dice& dice);

}  // namespace interlock::tests
