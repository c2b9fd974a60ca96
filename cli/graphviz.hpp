#pragma once
// Graphviz as a child process: DOT in, a picture out.

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace interlock::cli {

/// pinned: the positions are in the graph (neato -n2). layered: Graphviz chooses them (dot).
enum class Layout { pinned, layered };

struct Rendered {
  std::optional<std::string> bytes;  ///< the picture
  std::string why_not;               ///< a sentence, when there is none
};

/// How long is waited, how much is taken, and who may say before that it is enough.
struct Patience {
  std::chrono::milliseconds limit{20'000};
  std::size_t most_bytes = std::size_t{64} << 20U;
  std::function<bool()> may_go_on;  ///< asked ten times a second; may be empty
};

/// `format`: "svg", "png" or "pdf". What is printed is only called a picture if it begins and ends as one. Leaves no
/// child behind, whatever happens to it.
Rendered render(std::string_view dot, Layout layout, std::string_view format, const Patience& patience = {});

}  // namespace interlock::cli
