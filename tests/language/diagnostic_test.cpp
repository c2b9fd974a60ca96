#include "tests/catch.hpp"
#include "tests/language/parsing.hpp"

using namespace interlock::language;
using namespace interlock::language::tests;

namespace {

Diagnostic complaint_at(const std::string& text, std::uint32_t line, std::uint32_t column, std::uint32_t length) {
  Diagnostic diagnostic;
  diagnostic.number = "E0299";
  diagnostic.sentence = "something is wrong";
  diagnostic.place = {source_of(text), line, column, length};
  return diagnostic;
}

}  // namespace

TEST_CASE("a complaint shows its line, a caret, and help") {
  std::string text(10, '\n');
  Diagnostic diagnostic = complaint_at(text + "  if redis.SETXN(lock, me) {\n", 11, 12, 5);
  diagnostic.number = "E0202";
  diagnostic.sentence = "there is no operation SETXN in store redis";
  diagnostic.under = "words beside the caret";
  diagnostic.help = {"a name close to it: SETNX"};
  CHECK(interlock::language::to_text(diagnostic) ==
        R"(error[E0202]: there is no operation SETXN in store redis
  --> my.interlock:11:12
   |
11 |   if redis.SETXN(lock, me) {
   |            ^^^^^ words beside the caret
help: a name close to it: SETNX
)");
}

TEST_CASE("notes stand below, and help of several lines is text to paste") {
  Diagnostic diagnostic = complaint_at("a = b\nc = d\n", 2, 5, 1);
  diagnostic.severity = Severity::warning;
  diagnostic.notes = {{{diagnostic.place.source, 1, 1, 5}, "first"}};
  diagnostic.help = {"say it so\n  a = d\n  c = b"};
  CHECK(interlock::language::to_text(diagnostic) == R"(warning[E0299]: something is wrong
  --> my.interlock:2:5
   |
 2 | c = d
   |     ^
  --> my.interlock:1:1
   |
 1 | a = b
   | ----- first
help: say it so
   |   a = d
   |   c = b
)");
}

TEST_CASE("the caret stands right behind tabs, and behind characters of several bytes") {
  CHECK(interlock::language::to_text(complaint_at("\tx\t= \"\xC3\xA9\" y", 1, 11, 1)) ==
        "error[E0299]: something is wrong\n  --> my.interlock:1:11\n   |\n"
        " 1 |     x    = \"\xC3\xA9\" y\n   |                ^\n");
}

TEST_CASE("what cannot be shown is a question mark") {
  CHECK(interlock::language::to_text(complaint_at("a\x01\xFF\x1B[2J b\xE2\x80\xAE", 1, 9, 1)) ==
        "error[E0299]: something is wrong\n  --> my.interlock:1:9\n   |\n"
        " 1 | a???[2J b?\n   |         ^\n");
}

TEST_CASE("a long line is shown in part") {
  const std::string line = std::string(500, 'a') + "b" + std::string(500, 'c');
  const std::string text = interlock::language::to_text(complaint_at(line, 1, 501, 1));
  CHECK(text.size() < 400);
  CHECK(text.find("..." + std::string(60, 'a') + "b" + std::string(59, 'c') + "...\n") != std::string::npos);
  CHECK(text.find("|    " + std::string(60, ' ') + "^\n") != std::string::npos);
}

TEST_CASE("places that are not there") {
  Diagnostic nowhere = complaint_at("", 0, 0, 0);
  CHECK(interlock::language::to_text(nowhere) == "error[E0299]: something is wrong\n  --> my.interlock\n");
  nowhere.place.source = nullptr;
  CHECK(interlock::language::to_text(nowhere) == "error[E0299]: something is wrong\n");
  CHECK(interlock::language::to_text(complaint_at("x", 7, 3, 1)) ==
        "error[E0299]: something is wrong\n  --> my.interlock:7:3\n   |\n 7 |\n   | ^\n");
}

TEST_CASE("complaints are sorted by place and said once") {
  const auto source = source_of("a\nb\n");
  Diagnostics diagnostics;
  for (const std::uint32_t line : {2U, 1U, 2U}) {
    Diagnostic next = complaint_at("", line, 1, 1);
    next.place.source = source;
    diagnostics.push_back(next);
  }
  put_in_order(diagnostics);
  REQUIRE(diagnostics.size() == 2);
  CHECK(diagnostics[0].place.line == 1);
  CHECK(has_errors(diagnostics));
  for (Diagnostic& diagnostic : diagnostics) diagnostic.severity = Severity::warning;
  CHECK_FALSE(has_errors(diagnostics));
}

TEST_CASE("the nearest name") {
  const std::vector<std::string> known = {"SETNX", "SET", "GET", "GETEX", "release", "renew"};
  CHECK(nearest_name("SETXN", known) == "SETNX");
  CHECK(nearest_name("setnx", known) == "SETNX");
  CHECK(nearest_name("realese", known) == "release");
  CHECK(nearest_name("GTE", known) == "GET");
  CHECK_FALSE(nearest_name("ZADD", known));
  CHECK_FALSE(nearest_name("", known));
  CHECK_FALSE(nearest_name("x", known));
  CHECK(nearest_name("bat", {"cat", "bad", "Bat"}) == "Bat");
  CHECK(nearest_name("bat", {"cat", "bad"}) == "bad");  // of equals the first in the alphabet
  CHECK(nearest_name("GET", {"GET"}) == std::nullopt);  // it is not a slip
}

TEST_CASE("lines of a text") {
  const Source source{"s", "a\r\n\nlast"};
  CHECK(line_text(source, 1) == "a");
  CHECK(line_text(source, 2).empty());
  CHECK(line_text(source, 3) == "last");
  CHECK(line_text(source, 4).empty());
  CHECK(line_text(source, 0).empty());
}
