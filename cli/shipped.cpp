#include "cli/shipped.hpp"

#include <algorithm>

namespace interlock::cli {

std::string shipped_name(const ShippedText& text) { return heading_of(text.text).name; }

FileWord shipped_word(const ShippedText& text) { return heading_of(text.text).word; }

std::optional<ShippedText> find_shipped(std::string_view name_or_path) {
  for (const ShippedText& text : shipped_texts()) {
    if (text.path == name_or_path || shipped_name(text) == name_or_path) return text;
  }
  return std::nullopt;
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const ShippedText& text : shipped_texts()) names.push_back(shipped_name(text));
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace interlock::cli
