// For tests that need a program of others: without it there is nothing to compare, which is said and never taken for a
// pass.

#define CATCH_CONFIG_RUNNER  // version 2 of Catch2 asks for it
#include "tests/skipping_main.hpp"

#include "tests/catch.hpp"

#include <fmt/format.h>

#include <string_view>

int main(int count, char** words) {
  constexpr int skipped = 77;  // tests/CMakeLists.txt tells ctest
  bool lists = false;
  for (int i = 1; i < count; ++i) lists = lists || std::string_view(words[i]).starts_with("--list");
  const std::string why_not = lists ? "" : interlock::tests::why_skipped();
  if (!why_not.empty()) {
    fmt::print("skipped, because {}\n", why_not);
    return skipped;
  }
  return Catch::Session().run(count, words);
}
