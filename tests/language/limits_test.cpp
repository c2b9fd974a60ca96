// Texts that no one writes: they must be refused, not end in an exhausted stack.

#include "tests/catch.hpp"
#include "tests/language/parsing.hpp"

using namespace interlock::language;
using namespace interlock::language::tests;

namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

constexpr std::size_t deep = 3000;  // enough for a stack to overflow, if nothing stops it
constexpr std::size_t many = 20000;

}  // namespace

TEST_CASE("nesting is bounded in all that nests") {
  const std::vector<std::string> bodies = {
      "x = " + repeated("(", deep) + "1" + repeated(")", deep),
      "x = " + repeated("not ", deep) + "a",
      "x = " + repeated("- ", deep) + "a",
      "x = " + repeated("rest of ", deep) + "a",
      "x = " + repeated("next ", deep) + "a",
      "x = " + repeated("s[", deep) + "a" + repeated("]", deep),
      "x = " + repeated("r.F(", deep) + "a" + repeated(")", deep),
      "x = " + repeated("some(c in d where ", deep) + "a" + repeated(")", deep),
      "x = " + repeated("round(", deep) + "a" + repeated(", 1s)", deep),
      repeated("if a { ", deep) + repeated("}", deep),
      repeated("loop {", deep),
      "x : " + repeated("optional ", deep) + "id = 0",
      "x : " + repeated("record { a : ", deep) + "id",
  };
  for (const std::string& body : bodies) {
    INFO(body.substr(0, 40));
    CHECK(numbers_of(in_client(body)).find("E0118") != std::string::npos);
  }
  CHECK(numbers_of("protocol p\n" + repeated("{", deep)) != "");
  CHECK(numbers_of("protocol p\nserver s : t " + repeated("{", deep)) != "");
  CHECK(numbers_of(in_client(repeated("{", deep))) != "");
}

TEST_CASE("sixty levels are allowed") {
  CHECK(numbers_of(in_client("x = " + repeated("(", 58) + "1" + repeated(")", 58))).empty());
  CHECK(numbers_of(in_client(repeated("loop {", 60) + repeated("}", 60))).empty());
}

TEST_CASE("the number of operators is bounded, in each statement by itself") {
  CHECK(numbers_of(in_client("x = a" + repeated(" + a", many))) == "E0119 3:807");
  CHECK(numbers_of(in_client("x = a" + repeated(" or a", many))).substr(0, 5) == "E0119");
  CHECK(numbers_of(in_client("x = a" + repeated(".a", many))).substr(0, 5) == "E0119");
  CHECK(numbers_of(in_client("x = a" + repeated("[b]", many))).substr(0, 5) == "E0119");
  CHECK(numbers_of(in_client("a" + repeated("[b]", many) + " = 1")).substr(0, 5) == "E0119");
  CHECK(numbers_of(in_client(repeated("x = a + b + c.d\n", 1000))).empty());
  const std::string chain = "if a.b == c.d { x = 1 }" + repeated(" else if a.b == c.d { }", 1000);
  CHECK(numbers_of(in_client(chain)).empty());
}

TEST_CASE("a file has a largest size") {
  const std::string line = "# comment\n";
  const std::string large = "protocol p\n" + repeated(line, (std::size_t{1} << 20U) / line.size());
  CHECK(errors_of(large) == "error[E0100]: this file is larger than 1 MiB, and is not read\n  --> my.interlock\n");
  CHECK(errors_of("protocol p\n" + repeated(line, 100000)).empty());
}

TEST_CASE("after a hundred errors the rest is left out") {
  Diagnostics diagnostics;
  parse(source_of(in_client(repeated("x = \n", 500))), diagnostics);
  REQUIRE(diagnostics.size() == 101);
  CHECK(diagnostics.back().number == "E0120");
  diagnostics.clear();
  parse(source_of(in_client(repeated("x := !y\n", 500))), diagnostics);
  CHECK(diagnostics.size() == 101);
}

TEST_CASE("a number has a largest value") {
  CHECK(numbers_of("protocol p\nparam a = 99999999999999999999") == "E0109 2:11");
  CHECK(numbers_of("protocol p\nparam a = 9999999999999h") == "E0109 2:11");
  CHECK(numbers_of("protocol p\nparam a = 0.1us") == "E0109 2:11");
  CHECK(numbers_of("protocol p\nparam a = 2305843009213693951").empty());
  CHECK(numbers_of("protocol p\nparam a = 1" + repeated("0", 100000)) == "E0109 2:11");
}
