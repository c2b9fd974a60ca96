#pragma once
// What ships with the program, by name.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/inputs.hpp"
#include "cli/shipped_texts.hpp"

namespace interlock::cli {

/// The name behind the first word of the text.
std::string shipped_name(const ShippedText& text);

FileWord shipped_word(const ShippedText& text);

/// The shipped text with this name or path.
std::optional<ShippedText> find_shipped(std::string_view name_or_path);

/// All names, in order.
std::vector<std::string> shipped_names();

}  // namespace interlock::cli
