#pragma once
// Which specs are better asked in one search, and which in searches of their own: a search for several specs remembers
// in each state what any of them may ask of it, so specs that ask for different things have more states together than
// each of them by itself.

#include "engine/language/model.hpp"
#include "engine/machine/reductions.hpp"

#include <cstdint>
#include <vector>

namespace interlock::machine {

/// Those together for which a search remembers the same. Each group, and the groups by their first specs, in the order
/// of `specs`.
std::vector<std::vector<std::uint32_t>> groups_that_ask_alike(const language::Model& model,
                                                              const std::vector<std::uint32_t>& specs,
                                                              const Reductions& reductions);

}  // namespace interlock::machine
