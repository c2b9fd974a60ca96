// The list of all error numbers, held against the code that gives them and the tests that make it give them.

#include "engine/language/error_list.hpp"

#include "tests/catch.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

using namespace interlock::language;

namespace {

bool is_digit(char character) { return std::isdigit(static_cast<unsigned char>(character)) != 0; }

/// What looks like E0211 or W0501, not as a part of a longer word.
void add_numbers(const std::string& text, std::set<std::string>& found) {
  for (std::size_t at = 0; at + 5 <= text.size(); ++at) {
    if (text[at] != 'E' && text[at] != 'W') continue;
    if (at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0) continue;
    const std::string number = text.substr(at, 5);
    bool is_number = at + 5 == text.size() || !is_digit(text[at + 5]);
    for (const char character : number.substr(1)) is_number = is_number && is_digit(character);
    if (is_number) found.insert(number);
  }
}

std::set<std::string> numbers_in(const std::string& directory) {
  std::set<std::string> found;
  const std::filesystem::path root = std::filesystem::path(INTERLOCK_SOURCE_DIR) / directory;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const auto& path = entry.path();
    if (path.extension() != ".cpp" && path.extension() != ".hpp") continue;
    if (path.stem() == "error_list" || path.stem() == "error_list_test") continue;
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    add_numbers(text.str(), found);
  }
  return found;
}

std::set<std::string> listed() {
  std::set<std::string> found;
  for (const ErrorRule& rule : error_list) found.insert(std::string(rule.number));
  return found;
}

std::string those_without(const std::set<std::string>& numbers, const std::set<std::string>& others) {
  std::string missing;
  for (const std::string& number : numbers)
    if (others.count(number) == 0) missing += number + " ";
  return missing;
}

}  // namespace

TEST_CASE("every error number stands in the list once, in order, with what it means") {
  for (std::size_t i = 1; i < error_list.size(); ++i) CHECK(error_list[i - 1].number < error_list[i].number);
  for (const ErrorRule& rule : error_list) {
    INFO(rule.number);
    CHECK(rule.meaning.size() > 10);
  }
}

TEST_CASE("the code gives every error number of the list, and no other") {
  std::set<std::string> given = numbers_in("engine");
  for (const char* room : {"cli", "reports"}) given.merge(numbers_in(room));
  CHECK(those_without(given, listed()) == "");
  CHECK(those_without(listed(), given) == "");
}

TEST_CASE("some test speaks of every error number") { CHECK(those_without(listed(), numbers_in("tests")) == ""); }
