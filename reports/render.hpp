#pragma once
// Graphviz as a child process: DOT in, a picture out. The one file of this room that does more than compute.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace interlock::reports {

/// pinned: the positions are in the graph (neato -n2). layered: Graphviz chooses them (dot).
enum class Layout { pinned, layered };

struct Rendered {
  std::optional<std::string> bytes;  ///< the picture
  std::string why_not;               ///< a sentence, when there is none
};

inline constexpr std::chrono::milliseconds usual_time_limit{20'000};

/// `format`: "svg", "png" or "pdf". Leaves no child behind, whatever happens to it.
Rendered render(std::string_view dot, Layout layout, std::string_view format,
                std::chrono::milliseconds limit = usual_time_limit);

}  // namespace interlock::reports
