#pragma once
// A story as text for a terminal: the sentence, the timeline, the numbered steps. Plain ASCII but for what the
// model itself says in comments.

#include "engine/trace/counterexample.hpp"
#include "reports/style.hpp"

#include <cstddef>
#include <string>

namespace interlock::reports {

inline constexpr std::size_t usual_width = 100;

/// The first line is a sentence. A timeline wider than `width` is cut into blocks, one under the other.
std::string timeline_text(const trace::Counterexample& story, std::size_t width = usual_width, Style style = {});

}  // namespace interlock::reports
