// Every kind of cell, where a store may keep it: of itself, and of its connections.

#include "engine/language/parser/parser.hpp"
#include "tests/language/resolving.hpp"

#include "tests/catch.hpp"

#include <array>
#include <memory>
#include <string>

namespace interlock::language::tests {
namespace {

/// The errors about a cell of this type in `state { }` or `connection { }`, which is line 2 of the store.
std::string complaints_of(const std::string& block, const std::string& type) {
  const std::string store = "store yard\n" + block + " { c : " + type + " }\nop go() -> bool { return true }\n";
  Diagnostics diagnostics;
  const auto parsed = parse(std::make_shared<const Source>(Source{"yard.interlock", store}), diagnostics);
  Library library;
  if (parsed.store) library.stores.emplace("yard", *parsed.store);
  const auto source = std::make_shared<const Source>(
      Source{"one.interlock", "protocol one\nserver y[2] : yard\nclient w[2] { y[1].go() }\n"});
  const auto file = parse(source, diagnostics);
  REQUIRE(file.protocol);
  resolve(*file.protocol, source, library, {}, diagnostics);
  std::string all;
  for (const auto& one : diagnostics)
    all += (all.empty() ? "" : ", ") + one.number + " " + std::to_string(one.place.line);
  return all;
}

constexpr std::array plain{"bool",
                           "int 0..3",
                           "one of red, green",
                           "id",
                           "token",
                           "instant",
                           "duration",
                           "client",
                           "optional id",
                           "optional int 0..3",
                           "record { a : bool b : optional id }"};
constexpr std::array others{"expiring id",
                            "expiring int 0..3",
                            "set of id",
                            "queue of id up to 2",
                            "map from id to int 0..3",
                            "ranked id by instant",
                            "record { a : bool b : expiring id }",
                            "record { a : set of id b : bool }"};

}  // namespace

TEST_CASE("a connection has plain values, and everything else is refused where it is declared") {
  for (const char* type : plain) {
    CAPTURE(type);
    CHECK(complaints_of("state", type) == "");
    CHECK(complaints_of("connection", type) == "");
  }
  for (const char* type : others) {
    CAPTURE(type);
    CHECK(complaints_of("state", type) == "");
    CHECK(complaints_of("connection", type).find("E0295 2") == 0);
  }
}

}  // namespace interlock::language::tests
