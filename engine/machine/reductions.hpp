#pragma once
// Which of the exact reductions are on. No verdict depends on them; tests compare runs with and without.

namespace interlock::machine {

struct Reductions {
  bool symmetry = true;  ///< interchangeable clients: a state and its permutations are one
  bool dead = true;      ///< values that nothing can read any more are forgotten
  bool ids = true;       ///< identities renamed in order of first appearance
  bool time = true;      ///< time goes straight to the next moment at which anything can happen

  bool operator==(const Reductions&) const = default;
};

}  // namespace interlock::machine
