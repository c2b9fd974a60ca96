#pragma once
// SPIN on a Promela text.

#include <cstdint>
#include <set>
#include <string>

namespace interlock::tests {

struct SpinAnswer {
  std::string trouble;           ///< what SPIN or the C compiler complains of; empty: it went through
  std::set<std::string> broken;  ///< names of the assertions that fail somewhere
  std::uint64_t states = 0;      ///< all of them, also behind an assertion that fails
};

/// All states. Variables that nobody reads any more count (-o2), as they do for Interlock with the reductions off.
SpinAnswer spin(const std::string& promela);

}  // namespace interlock::tests
