#pragma once
// Text to model, with the stores and specs that ship.

#include "engine/language/model.hpp"
#include "tests/random/generator.hpp"

#include <optional>
#include <string>

namespace interlock::tests {

/// None where the front end refuses it; then `problems` says why.
std::optional<language::Model> read(const RandomText& text, std::string& problems);

}  // namespace interlock::tests
