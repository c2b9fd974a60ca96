#pragma once
// What is asked of a sorted set whose members are ids.

#include "engine/language/model.hpp"
#include "engine/machine/relevance.hpp"

#include <cstdint>
#include <optional>

namespace interlock::machine {

/// The least number from which on all ranks in the set are alike for all comparisons; 0: no rank is asked for. Nothing:
/// more is asked than ranks that are compared with constants, and members that are named; or the set is changed in
/// another way than by putting and removing named members, range removals and intersections that make it smaller.
std::optional<std::uint32_t> most_rank_asked(const language::Model& model, const Relevance& relevance,
                                             language::VariableIndex set);

/// Is the score of a member of the set asked for?
bool is_score_asked(const language::Model& model, const Relevance& relevance, language::VariableIndex set);

}  // namespace interlock::machine
