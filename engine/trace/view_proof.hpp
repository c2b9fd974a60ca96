#pragma once
// The evaluator's proof for any number of clients (evaluator/views), as values: for whoever asks, and to be read.

#include "engine/evaluator/views/proof_end.hpp"
#include "engine/language/model.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace interlock::trace {

using evaluator::ProofEnd;

struct ViewProofAnswer {
  ProofEnd end = ProofEnd::closed;
  std::vector<std::uint32_t> broken;  ///< specs that something in the set breaks
  std::uint64_t joined_states = 0;
  std::vector<std::string> views;  ///< a paragraph each
};

struct ViewProofQuestion {
  const language::Model& view;    ///< with as many clients of the kind as a view has
  const language::Model& joined;  ///< with one more
  std::uint32_t kind = 0;
  const language::Scenario& scenario;
  std::int64_t tick_microseconds = 1;
  std::vector<std::uint32_t> specs;
  std::uint64_t most_states = 0;
  std::function<bool()> keep_going;
};

ViewProofAnswer prove_with_views(const ViewProofQuestion& question);

}  // namespace interlock::trace
