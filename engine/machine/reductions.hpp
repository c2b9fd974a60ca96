#pragma once
// Which of the exact reductions are on. No verdict depends on them; tests compare runs with and without.

namespace interlock::machine {

struct Reductions {
  bool symmetry = true;  ///< interchangeable clients: a state and its permutations are one
  bool dead = true;      ///< values that nothing can read any more are forgotten
  bool ids = true;       ///< identities renamed in order of first appearance
  bool time = true;      ///< time goes straight to the next moment at which anything can happen
  bool members = true;   ///< members of crashed clients that nobody can tell apart are dropped
  bool memory = true;    ///< what came of a step is looked up where it is made again
  bool bits = true;      ///< a successor is brought to normal form by its changes, as bits, and not word by word
  bool apart = true;     ///< specs that remember different things are searched for apart where together they are many
  /// For tests, no reduction: whatever is looked up is worked out again and has to be the same.
  bool distrust_memory = false;

  bool operator==(const Reductions&) const = default;
};

}  // namespace interlock::machine
