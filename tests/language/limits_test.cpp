// Texts that no one writes: they must be refused, not end in an exhausted stack.

#include "engine/language/text_limits.hpp"
#include "tests/catch.hpp"
#include "tests/language/parsing.hpp"
#include "tests/language/resolving.hpp"

#include <fstream>
#include <sstream>

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

std::size_t at_most(TextLimit limit) { return static_cast<std::size_t>(most(limit)); }

/// A protocol whose only client has this body.
std::string with_client(const std::string& clients) {
  return "protocol p\nserver memory : memory { count : int 0..3 }\n" + clients;
}

std::string sections(std::size_t count) {
  std::string body = "client w {\n";
  for (std::size_t i = 1; i < count; ++i) body += "section s" + std::to_string(i) + " { sleep 1s }\n";
  return body + "}\n";
}

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

TEST_CASE("numbers, durations and ranges, at their edges") {
  CHECK(body_complaints_of("x = 1000000\nsleep 1s\nif x == -1000000 { return }") == "");
  CHECK(body_complaints_of("x = 1000001\nsleep 1s\nif x == 0 { return }") == "E0276 1:5");
  CHECK(body_complaints_of("sleep 10000h") == "");
  CHECK(body_complaints_of("sleep 36000000001ms") == "E0277 1:7");
  CHECK(body_complaints_of("if redis.INCR(other) > 1000 { return }") == "");
  CHECK(body_complaints_of("if redis.INCR(other) > 1001 { return }").substr(0, 5) == "E0304");
  const auto with_range = [](const std::string& range) {
    return complaints_of("protocol p\nserver memory : memory { c : int " + range + " }\nclient w { memory.c = 0 }\n");
  };
  CHECK(with_range("-1000000..1000000") == "");
  CHECK(with_range("0..1000001").substr(0, 5) == "E0276");
  CHECK(with_range("-1000001..0").substr(0, 5) == "E0276");
}

TEST_CASE("members, conditions, loops and sections, at their edges") {
  const auto with_room = [](const std::string& room) {
    return complaints_of("protocol p\nserver memory : memory { c : set of id up to " + room +
                         " }\nclient w { me = fresh id; if me in memory.c { return } }\n");
  };
  CHECK(with_room("64") == "");
  CHECK(with_room("65").substr(0, 5) == "E0223");
  const auto chain = [](std::size_t conditions) {
    return body_complaints_of("sleep 1s\nx = 1\nif x == 1 { sleep 1s }" +
                              repeated(" else if x == 1 { sleep 1s }", conditions - 1));
  };
  CHECK(chain(at_most(TextLimit::conditions)) == "");
  CHECK(chain(at_most(TextLimit::conditions) + 1) == "E0257 3:1");
  const auto loops = [](std::size_t depth) {
    return body_complaints_of(repeated("loop { ", depth) + "sleep 1s " + repeated("}", depth));
  };
  CHECK(loops(at_most(TextLimit::loops)) == "");
  CHECK(loops(at_most(TextLimit::loops) + 1) == "E0259 1:57");
  CHECK(complaints_of(with_client(sections(at_most(TextLimit::sections)))) == "");
  CHECK(complaints_of(with_client(sections(at_most(TextLimit::sections) + 1))).substr(0, 5) == "E0275");
}

TEST_CASE("specs and variables, at their edges") {
  const auto specs = [](std::size_t count) {
    std::string text = "protocol p\nserver m : memory { n : bool }\nclient w { m.n = true }\n";
    for (std::size_t i = 0; i < count; ++i) text += "spec s" + std::to_string(i) + " \"S.\" always m.n\n";
    return complaints_of(text);
  };
  CHECK(specs(at_most(TextLimit::specs)) == "");
  CHECK(specs(at_most(TextLimit::specs) + 1).substr(0, 5) == "E0291");
  const auto variables = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = "x" + std::to_string(i);
      text += name + " = fresh id\nredis.SET(lock, " + name + ")\n";
    }
    return body_complaints_of(text);
  };
  CHECK(variables(at_most(TextLimit::variables)) == "");
  CHECK(variables(at_most(TextLimit::variables) + 1).substr(0, 5) == "E0292");
}

TEST_CASE("clients, servers, statements and faults, at their edges") {
  const std::string client = "client w[32] { memory.count = 1 }\n";
  CHECK(complaints_of(with_client(client)) == "");
  CHECK(complaints_of(with_client(client + "client z { memory.count = 1 }\n")) == "E0245 4:8");
  CHECK(complaints_of(with_client("client w[33] { memory.count = 1 }\n")) == "E0245 3:8");
  CHECK(numbers_of(with_client("client w[0] { memory.count = 1 }\n")) == "E0164 3:10");
  const std::string servers = "server n[63] : redis { lock : string }\n";
  const std::string last = "client w { memory.count = 1 }\n";
  CHECK(complaints_of(with_client(servers + last)) == "");
  CHECK(complaints_of(with_client(servers + "server o : redis { lock : string }\n" + last)) == "E0245 4:8");
  const auto faults = [](const std::string& text) {
    Diagnostics diagnostics;
    resolve_scenario(parse_faults(source_of(text), diagnostics), diagnostics);
    return diagnostics.empty() ? std::string() : diagnostics[0].number;
  };
  CHECK(faults("pause 100 times") == "");
  CHECK(faults("pause 101 times") == "E0416");
  CHECK(faults("pause 0 times") == "E0416");
}

TEST_CASE("every limit of the language stands in the reference, as it is said") {
  std::ostringstream text;
  text << std::ifstream(std::string(INTERLOCK_SOURCE_DIR) + "/models/README.md").rdbuf();
  for (const TextLimitRule& rule : text_limits) {
    const std::string row = "| " + std::string(rule.number) + " | " + too_much(rule.limit) + " |";
    INFO(row);
    CHECK(text.str().find(row) != std::string::npos);
  }
}

TEST_CASE("errors that no other test gives") {
  CHECK(statement_errors_of("x = y ** 2").substr(0, 12) == "error[E0112]");
  CHECK(statement_errors_of("pass").substr(0, 12) == "error[E0134]");
  CHECK(statement_errors_of("switch x { }").substr(0, 12) == "error[E0136]");
  CHECK(statement_errors_of("redis.GET(lock) = 1").substr(0, 12) == "error[E0146]");
  CHECK(statement_errors_of("assume x == 1").substr(0, 12) == "error[E0148]");
  CHECK(numbers_of("protocol p\nclient w[0] { }\n").substr(0, 5) == "E0164");
  CHECK(body_complaints_of("x = \"a\"\nsleep 1s").substr(0, 5) == "E0219");
  CHECK(body_complaints_of("x = some(c in w where c idle)\nsleep 1s").substr(0, 5) == "E0220");
  CHECK(body_complaints_of("d = 1s\nsleep 1s\nretry every d until redis.EXEC()").substr(0, 5) == "E0241");
  CHECK(body_complaints_of("work -1s").substr(0, 5) == "E0243");
  CHECK(complaints_of("protocol p\n").substr(0, 5) == "E0269");
}
