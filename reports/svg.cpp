#include "reports/svg.hpp"

#include "reports/html_text.hpp"

namespace interlock::reports {
namespace {

/// All from `open` up to the end of `close`, wherever it stands, with the line end behind it.
void remove_all(std::string& text, std::string_view open, std::string_view close) {
  std::string kept;
  std::size_t at = 0;
  while (true) {
    const std::size_t from = text.find(open, at);
    const std::size_t to = from == std::string::npos ? from : text.find(close, from);
    if (to == std::string::npos) break;
    kept += text.substr(at, from - at);
    at = to + close.size();
    if (at < text.size() && text[at] == '\n') ++at;
  }
  text = kept + text.substr(at);
}

}  // namespace

std::string tidied_svg(std::string_view drawn, std::string_view title) {
  std::string text(drawn);
  remove_all(text, "<!--", "-->");
  remove_all(text, "<title>", "</title>");
  const std::size_t svg = text.find("<svg");
  const std::size_t end = svg == std::string::npos ? svg : text.find('>', svg);
  if (end == std::string::npos) return text;
  text.insert(end + 1, "\n<title>" + html_escaped(title) + "</title>");
  text.insert(svg + 4, " role=\"img\"");
  return text;
}

}  // namespace interlock::reports
