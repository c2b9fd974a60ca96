// Deadlines: what TTL answers near them, life up to the deadline and not beyond, and locks built on them.

#include "tests/catch.hpp"
#include "tests/trace/redis_play.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

using namespace interlock::trace::tests;

TEST_CASE("TTL rounds to the nearest second, halves up") {
  const std::vector<std::pair<int, int>> table{{2500, 3}, {2499, 2}, {1500, 2}, {1499, 1}, {1000, 1},
                                               {501, 1},  {500, 1},  {499, 0},  {1, 0}};
  for (const auto& [left, seconds] : table) {
    INFO(left << " ms");
    CHECK(disagreements(one_client(fmt::format("atomic {{ redis.SET(k, old, PX {0}ms)\n"
                                               "assert rounded: redis.TTL(k) == {1}s\n"
                                               "assert exact: redis.PTTL(k) == {0}ms }}",
                                               left, seconds))) == "");
  }
}
