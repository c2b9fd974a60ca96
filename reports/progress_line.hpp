#pragma once
// How far a search is, in one line.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/explore/limits.hpp"

namespace interlock::reports {

/// "set_nx_px, pause: fault 1, step 23: 12.3M states, +120k from 340k x1.32, 410k/s, 1.2 GB, about 2.1M more". "+120k
/// from 340k": new states of this level, from those of the last one, which were x1.32 of those before. What matters
/// least is left out until it has at most `width` characters. `rate`: states a second. After the search: "set_nx_px,
/// pause: 12.3M states, looking for loops".
std::string progress_line(std::string_view what, const explore::Progress& progress, double rate, std::size_t width);

/// Three digits: 9999, 12.3k, 123k, 1.23M.
std::string short_number(double number);

}  // namespace interlock::reports
