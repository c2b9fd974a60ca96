#pragma once
// What each reduction saved, for --stats: found by searching again without it.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/check/checker.hpp"

namespace interlock::cli {

/// Searches with these settings; nothing where it could not.
using SearchAgain = std::function<std::optional<check::Answer>(const check::Settings&, std::string_view)>;

/// One line a reduction that was on, such as "  symmetry: 16,033 states instead of 89,713, 5.6 times fewer". A search
/// without one gives up at 20 times the states, and at 2 million if the search with it needed fewer than 1 million.
std::string reduction_lines(const check::Settings& settings, std::uint64_t states, const SearchAgain& search);

}  // namespace interlock::cli
