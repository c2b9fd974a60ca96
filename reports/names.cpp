#include "reports/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

bool is_safe(char letter) {
  const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  return is_letter || (letter >= '0' && letter <= '9') || letter == '_' || letter == '-' || letter == '.';
}

/// What is not safe in a file name becomes one '_'; a leading '.' would hide the file.
std::string safe(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const bool dot_first = letter == '.' && result.empty();
    if (is_safe(letter) && !dot_first) {
      result += letter;
    } else if (result.empty() || result.back() != '_') {
      result += '_';
    }
  }
  return result.empty() ? "_" : result;
}

std::string fault_in_name(const language::Fault& fault) {
  std::string text;
  for (const char letter : fault.text) {
    if (letter != '<' && letter != '=') text += letter;
  }
  return safe(text);
}

}  // namespace

std::string faults_in_name(const language::Scenario& scenario) {
  std::string result;
  for (const language::Fault& fault : scenario.faults) {
    if (!result.empty()) result += '-';
    result += fault_in_name(fault);
  }
  if (result.empty()) result = "none";
  if (scenario.distinct_clocks) result += "-assuming_distinct_clocks";
  return result;
}

std::string file_name(std::string_view protocol, std::string_view spec, const language::Scenario& scenario,
                      std::string_view extension) {
  return fmt::format("{}/{}--{}.{}", safe(protocol), safe(spec), faults_in_name(scenario), safe(extension));
}

std::string RunFolders::of(const check::Answer& answer) {
  std::vector<std::string>& files = files_of_protocol_[answer.protocol];
  auto file = std::find(files.begin(), files.end(), answer.file);
  if (file == files.end()) file = files.insert(files.end(), answer.file);
  if (file == files.begin()) return answer.protocol;
  return fmt::format("{}-{}", answer.protocol, file - files.begin() + 1);
}

}  // namespace interlock::reports
