#pragma once
// What the normal form has to know of the model.

#include "engine/machine/layout.hpp"
#include "engine/machine/limits.hpp"
#include "engine/machine/time/instant_pairs.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace interlock::machine {

/// Where each client went: client i of the state before is client `renamed[i]` of the normal form.
using Renaming = std::array<std::uint8_t, most_clients>;

struct NormalFormRules {
  Word horizon = 0;                             ///< ticks
  InstantPairs pairs;                           ///< what is asked of two instants that stand in certain places
  std::vector<std::vector<Register>> counters;  ///< by token class: words that `next` may still raise
  std::vector<bool> true_gaps;                  ///< by token class: never close a gap
  Word token_gap = 1;                           ///< between tokens: all larger ones are alike
  Word highest_literal = 0;                     ///< tokens up to here keep their values: they may be written out
  std::vector<std::vector<language::ClientIndex>> interchangeable;  ///< groups of clients
};

}  // namespace interlock::machine
