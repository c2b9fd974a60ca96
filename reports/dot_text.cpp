#include "reports/dot_text.hpp"

#include "reports/words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace interlock::reports {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char letter : one_line(text)) {
    if (letter == '"' || letter == '\\') result += '\\';
    // Graphviz reads "&lt;" in a label as '<'; a lone '&' would be taken for the start of such a name.
    if (letter == '&')
      result += "&amp;";
    else
      result += letter;
  }
  return result + "\"";
}

std::string number_text(double number) {
  const auto hundredths = static_cast<long long>(std::llround(number * 100));
  const long long size = hundredths < 0 ? -hundredths : hundredths;
  std::string text = fmt::format("{}{}.{:02}", hundredths < 0 ? "-" : "", size / 100, size % 100);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace interlock::reports
