// The examples of `interlock explain` are what they say they are.

#include "engine/language/error_examples.hpp"

#include "engine/language/error_list.hpp"
#include "tests/catch.hpp"
#include "tests/real_stories.hpp"

#include <algorithm>
#include <string>

namespace interlock::language {
namespace {

Diagnostics complaints_about(std::string_view lines) {
  const std::string text =
      "protocol p\nserver redis : redis { lock : string   other : string }\nserver m : memory { n : int 0..9 = 0 }\n"
      "client worker[2] {\n  me = fresh id\n" +
      std::string(lines) + "\n}\n";
  Diagnostics diagnostics;
  const Library library = stories::shipped_library(diagnostics);
  const auto source = stories::source_of("p.interlock", text);
  const syntax::File file = parse(source, diagnostics);
  if (file.protocol) resolve(*file.protocol, source, library, {}, diagnostics);
  return diagnostics;
}

}  // namespace

TEST_CASE("each example has its error, and without it it has none") {
  for (const ErrorExample& example : error_examples) {
    INFO(example.number << ": " << example.wrong);
    const Diagnostics wrong = complaints_about(example.wrong);
    CHECK(std::any_of(wrong.begin(), wrong.end(), [&](const Diagnostic& one) { return one.number == example.number; }));
    const Diagnostics right = complaints_about(example.right);
    CHECK_FALSE(has_errors(right));
    CHECK(std::any_of(error_list.begin(), error_list.end(),
                      [&](const ErrorRule& rule) { return rule.number == example.number; }));
  }
}

}  // namespace interlock::language
