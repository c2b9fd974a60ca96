#include "reports/markdown_text.hpp"

#include "reports/words.hpp"

#include <algorithm>

namespace interlock::reports {

std::string markdown_plain(std::string_view text) {
  std::string result;
  for (const char letter : one_line(text)) {
    const bool is_markup = std::string_view("\\`*_{}[]<>#|~$").find(letter) != std::string_view::npos;
    if (is_markup) result += '\\';
    result += letter;
  }
  return result;
}

std::string markdown_code(std::string_view text) {
  std::string inner = one_line(text);
  std::replace(inner.begin(), inner.end(), '`', '\'');
  std::string result;
  for (const char letter : inner) result += letter == '|' ? "\\|" : std::string(1, letter);
  return result.empty() ? result : "`" + result + "`";
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

}  // namespace interlock::reports
