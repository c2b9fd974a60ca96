#pragma once
// A model through everything: the obvious checker, reductions on and off, threads, and changes of its text that must
// change nothing.

#include "tests/random/generator.hpp"

#include <cstddef>
#include <string>

namespace interlock::tests {

/// How much of it there was.
struct Tally {
  std::size_t models = 0;
  std::size_t refused = 0;   ///< by the front end
  std::size_t too_slow = 0;  ///< given up
  std::size_t compared = 0;  ///< answers
};

/// The first thing that is not as it should be, as "kind: what"; empty: all agree. In a process of its own.
/// `only`: look at this kind of thing alone (while shrinking).
std::string examine(const RandomText& text, Tally& tally, const std::string& only = "");

/// "oracle", "threads", "crash" ...: what stands before the first colon.
std::string kind_of(const std::string& difference);

}  // namespace interlock::tests
