#pragma once
// The protocols, stores and specs that are packed into the program. The build writes the other half
// (scripts/ship_texts.cmake).

#include <span>
#include <string_view>

namespace interlock::cli {

struct ShippedText {
  std::string_view path;  ///< "models/locks/set_nx_px.interlock"
  std::string_view text;
};

/// All of them, in order of path.
std::span<const ShippedText> shipped_texts();

}  // namespace interlock::cli
