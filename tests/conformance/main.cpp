// Without a redis-server there is nothing to compare: said, and never taken for a pass.

#define CATCH_CONFIG_RUNNER  // version 2 of Catch2 asks for it
#include "tests/catch.hpp"
#include "tests/conformance/redis_server.hpp"

#include <fmt/format.h>

#include <string_view>

namespace {

constexpr int skipped = 77;  // tests/CMakeLists.txt tells ctest

}  // namespace

int main(int count, char** words) {
  bool lists = false;
  for (int i = 1; i < count; ++i) lists = lists || std::string_view(words[i]).starts_with("--list");
  const std::string why_not = lists ? "" : interlock::tests::RedisServer::why_not();
  if (!why_not.empty()) {
    fmt::print("skipped, because {}\n", why_not);
    return skipped;
  }
  return Catch::Session().run(count, words);
}
