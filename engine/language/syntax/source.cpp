#include "engine/language/syntax/source.hpp"

namespace interlock::language {

std::string line_text(const Source& source, std::uint32_t line) {
  if (line == 0) return {};
  const std::string& text = source.text;
  std::size_t begin = 0;
  for (std::uint32_t current = 1; current < line; ++current) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) return {};
    begin = end + 1;
  }
  std::size_t end = text.find('\n', begin);
  if (end == std::string::npos) end = text.size();
  if (end > begin && text[end - 1] == '\r') --end;
  return text.substr(begin, end - begin);
}

}  // namespace interlock::language
