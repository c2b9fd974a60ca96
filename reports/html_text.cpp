#include "reports/html_text.hpp"

#include "reports/words.hpp"

namespace interlock::reports {

std::string html_escaped(std::string_view text) {
  std::string result;
  for (const char letter : one_line(text)) {
    if (letter == '&')
      result += "&amp;";
    else if (letter == '<')
      result += "&lt;";
    else if (letter == '>')
      result += "&gt;";
    else if (letter == '"')
      result += "&quot;";
    else
      result += letter;
  }
  return result;
}

}  // namespace interlock::reports
