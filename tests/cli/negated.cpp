#include "tests/cli/negated.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace interlock::testing {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string negated(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("expect")) inside = true;
    const std::size_t comment = std::min(line.find('#'), line.size());
    const std::size_t holds = line.find(" holds");
    const std::size_t fails = line.find(" fails");
    const std::size_t reachable = line.find(" reachable");
    const std::size_t unreachable = line.find(" unreachable");
    if (inside && holds < comment) {
      line.replace(holds, 6, " fails");
    } else if (inside && fails < comment) {
      const std::size_t under = std::min({line.find(" under"), line.find(" assuming"), comment, line.find('}')});
      line.replace(fails, std::min(under, line.size()) - fails, " holds");
    } else if (inside && reachable < comment) {
      line.replace(reachable, 10, " unreachable");
    } else if (inside && unreachable < comment) {
      line.replace(unreachable, 12, " reachable");
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace interlock::testing
