// owner_releases: in whatever way a key is removed, it has to be the owner's.

#include "tests/catch.hpp"
#include "tests/stores/redis_play.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

using namespace interlock::tests;

namespace {

/// One client puts `old` into k; then the one of `whose` makes these calls, once.
std::string play(const std::string& calls, bool by_owner) {
  const std::string once = "memory.turn = 3\nwhen memory.turn == 0 { memory.turn = 0 }\n";
  return disagreements(
      fmt::format("protocol p\nserver redis : redis {{ k : string  other : string }}\n"
                  "server memory : memory {{ turn : int 0..3 }}\n"
                  "client owner {{\nold = fresh id\nnew = fresh id\nwhen memory.turn == 0 {{ memory.turn = 1 }}\n"
                  "redis.SETNX(k, old)\n{}\nmemory.turn = 2\nwhen memory.turn == 0 {{ memory.turn = 0 }}\n}}\n"
                  "client another {{\nold = fresh id\nnew = fresh id\nwhen memory.turn == 2 {{ memory.turn = 2 }}\n"
                  "{}\nassert owner_releases: old != new\n{}}}\n",
                  by_owner ? calls : "", by_owner ? "" : calls, once));
}

}  // namespace

TEST_CASE("every way to remove another's key is a release of another's, and none of one's own") {
  const std::vector<std::pair<std::string, bool>> table{
      {"redis.DEL(k)", true},           {"redis.DELEX(k)", true},         {"redis.DELEX(k, IFEQ new)", false},
      {"redis.PEXPIRE(k, 0s)", true},   {"redis.EXPIRE(k, -1s)", true},   {"redis.EXPIRE(k, 0s, XX)", false},
      {"redis.EXPIRE(k, 1s)", false},   {"redis.SET(k, new)", true},      {"redis.SET(k, new, XX, KEEPTTL)", true},
      {"redis.SET(k, new, GET)", true}, {"redis.SET(k, new, NX)", false}, {"redis.SETNX(k, new)", false},
      {"redis.GETSET(k, new)", true},   {"redis.PERSIST(k)", false},      {"redis.DEL(other)", false},
      {"redis.SET(other, new)", false}};
  for (const auto& [call, removes] : table) {
    INFO(call);
    CHECK(play(call, false) == (removes ? "owner_releases fails\n" : ""));
    CHECK(play(call, true) == "");
  }
}
