#pragma once
// The order of two members of a sorted set that have the same score. Redis compares their bytes: of two random ids it
// is not known, but it is the same in all sets and at all times. So it is chosen when two ids first meet at one score,
// and kept as long as both are anywhere: as pairs of ids in words of the state.

#include "engine/language/model.hpp"
#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/relevance.hpp"

#include <optional>
#include <vector>

namespace interlock::machine {

/// Can two ids meet at one score more than once? Otherwise the order in the one set is all there is to keep.
bool may_meet_again(const language::Model& model, const Relevance& relevance);

/// Which of the places among members of equal score, those of the slots `first` to `after`, a new member takes. None:
/// there is no room to keep the order.
std::optional<std::uint32_t> place_among_equals(const Layout& layout, const Container& container, Run& run, Word member,
                                                std::uint32_t first, std::uint32_t after);

/// Forgets pairs of which one id is nowhere else, or both are members of sets only (nobody can put them again), and
/// sorts the others.
void tidy_pairs(const Layout& layout, const std::vector<Register>& identities, Word* words);

}  // namespace interlock::machine
