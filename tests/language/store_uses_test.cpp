// Stores that no protocol uses: the errors that whoever calls them would have.

#include "engine/language/resolver/store_uses.hpp"
#include "engine/language/parser/parser.hpp"
#include "tests/catch.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace interlock::language {
namespace {

std::string complaints_of_store(const std::string& name, const std::string& text) {
  const auto source = std::make_shared<const Source>(Source{name, text});
  Diagnostics parsing;
  const syntax::File file = parse(source, parsing);
  std::string told;
  for (const Diagnostic& one : parsing) told += to_text(one);
  REQUIRE(told == "");
  REQUIRE(file.store);
  for (const Diagnostic& one : complaints_about_uses(*file.store, source))
    told += fmt::format("{} {}: {}\n", one.number, one.place.line, one.sentence);
  return told;
}

std::string numbers_of(const std::string& body) {
  std::string numbers;
  std::istringstream lines(complaints_of_store("s", "store s\n  \"S.\"\n" + body));
  for (std::string line; std::getline(lines, line);) numbers += (numbers.empty() ? "" : " ") + line.substr(0, 5);
  return numbers;
}

}  // namespace

TEST_CASE("every operation of the stores that ship can be called") {
  std::size_t stores = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(INTERLOCK_SOURCE_DIR) / "models/stores")) {
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    CHECK(complaints_of_store(entry.path().filename().string(), text.str()) == "");
    ++stores;
  }
  CHECK(stores > 10);
}

TEST_CASE("an operation that nobody can call is complained of") {
  CHECK(numbers_of("state { x : optional id }\nop A(v) { x = v }") == "");
  CHECK(numbers_of("state { x : optional id }\nop A(v) { x = u }") == "E0201");
  CHECK(numbers_of("state { x : optional id   n : duration }\nop A(v) { x = v\n  n = v }").substr(0, 2) == "E0");
  CHECK(numbers_of("state { x : bool }\nop A() -> bool { if x { return true } }") == "E0235");
}

TEST_CASE("so is what is wrong where an option is given, or is not") {
  const std::string state = "state { x : optional id }\n";
  CHECK(numbers_of(state + "op A(v, option FOR: duration) { x = v\n  if given FOR { expire x in FOR } }") != "");
  CHECK(numbers_of("state { x : expiring id }\nop A(v, option FOR: duration) { x = v\n  expire x in FOR }") == "E0226");
  CHECK(numbers_of("state { x : expiring id }\nop A(v, option FOR: duration) { x = v\n  "
                   "if given FOR { expire x in FOR } }") == "");
}

TEST_CASE("a form of a call that the store rejects is none") {
  CHECK(numbers_of("state { x : optional id }\nop A(v, flag NX) { if not NX { reject \"NX is needed\" }\n  x = v }") ==
        "");
  CHECK(numbers_of("state { x : optional id }\nop A(v, flag NX) { if not NX { reject \"NX is needed\" }\n  x = u }") ==
        "E0201");
}

}  // namespace interlock::language
