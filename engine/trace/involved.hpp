#pragma once
// Of a run that ends where a condition is false: which clients make it so.

#include "engine/evaluator/evaluator.hpp"
#include "engine/language/model.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::trace {

struct Involved {
  std::vector<language::ClientIndex> clients;  ///< whom the condition counts, or names first
  std::vector<language::ClientIndex> others;   ///< whom it names beside them: who queued before
  std::optional<std::int64_t> limit;           ///< how many it allows, if it counts
  bool are_inside = false;                     ///< it counts those inside critical
};

/// `always` and `never`: at the end of a run that breaks them. `outcome`: of the last step, or null at the start.
Involved involved_in(const evaluator::Evaluator& evaluator, const evaluator::State& state,
                     const evaluator::Outcome* outcome, const language::Spec& spec, std::size_t which);

/// Is it in a section, and is what it was to keep there false?
struct BrokenKeep {
  language::ClientIndex client = language::nothing;
  std::string comparison;  ///< "1 >= 1"
};
std::optional<BrokenKeep> broken_keep(const language::Model& model, const evaluator::State& state,
                                      const evaluator::Outcome& outcome, const std::string& name);

}  // namespace interlock::trace
