#pragma once
// What each reduction saved, in words: for --stats.

#include "engine/check/savings.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::reports {

/// A line each, such as "  symmetry: 16,033 states instead of 89,713, 5.6 times fewer". `states`: of the search with
/// all of them.
std::string savings_text(const std::vector<check::Saving>& savings, std::uint64_t states);

}  // namespace interlock::reports
