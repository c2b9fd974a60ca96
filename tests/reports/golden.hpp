#pragma once
// Texts that were looked at and found right, in tests/reports/golden. INTERLOCK_UPDATE_GOLDEN=1 writes them anew:
// then look at the difference.

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace interlock::stories {

inline std::string golden_path(const std::string& name) {
  return std::string(INTERLOCK_SOURCE_DIR) + "/tests/reports/golden/" + name;
}

/// The text that is expected; `now` itself after it has been written anew.
inline std::string golden(const std::string& name, const std::string& now) {
  if (std::getenv("INTERLOCK_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(golden_path(name), std::ios::binary) << now;
    return now;
  }
  std::ifstream file(golden_path(name), std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace interlock::stories
