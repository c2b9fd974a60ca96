// WATCH, EXEC and UNWATCH: sections 3.6 and 4 of what was measured on a real server.

#include "tests/catch.hpp"
#include "tests/stores/redis_play.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

using namespace interlock::tests;

namespace {

/// One client watches k, another makes these calls on it, and the first runs its block, or finds that it is refused.
/// The other is ready before that begins, so all of it happens in one moment.
std::string watched(const std::string& set, const std::string& calls, bool runs) {
  return disagreements(
      fmt::format("protocol p\nserver redis : redis {{ k : string  out : string }}\n"
                  "server memory : memory {{ turn : int 0..3 }}\n"
                  "client watcher {{\nold = fresh id\nwhen memory.turn == 1 {{ memory.turn = 1 }}\n"
                  "atomic {{\nredis.DEL(k)\nredis.DEL(out)\n{}\n}}\nredis.WATCH(k)\n"
                  "memory.turn = 2\nwhen memory.turn == 3 {{ memory.turn = 0 }}\n"
                  "atomic {{\nran = redis.EXEC()\nif ran {{ redis.SET(out, old) }}\nwritten = redis.GET(out)\n}}\n"
                  "assert runs: ran == {}\nassert writes: (written == old) == ran and (written == none) != ran\n}}\n"
                  "client other {{\nnew = fresh id\nwhen memory.turn == 0 {{ memory.turn = 1 }}\n"
                  "when memory.turn == 2 {{ memory.turn = 2 }}\n{}\nmemory.turn = 3\n}}\n",
                  set, runs, calls));
}

/// One client alone, with `old` in k and `out` empty: it watches k, then this, then EXEC.
std::string alone(const std::string& before_exec, bool runs) {
  return disagreements(
      one_client(fmt::format("atomic {{ redis.DEL(other); redis.SET(k, old) }}\nredis.WATCH(k)\n{}\n"
                             "atomic {{ ran = redis.EXEC(); if ran {{ redis.SET(other, new) }} }}\n"
                             "assert runs: ran == {}",
                             before_exec, runs)));
}

}  // namespace

TEST_CASE("a wrong answer of EXEC is seen") {
  CHECK(watched("redis.SET(k, old)", "redis.DEL(k)", true) == "runs fails\n");
  CHECK(alone("redis.GET(k)", false) == "runs fails\n");
}

TEST_CASE("what another does to a watched key that is there") {
  const std::vector<std::pair<std::string, bool>> table{
      {"redis.GET(k)", true},
      {"redis.TTL(k)", true},
      {"redis.EXISTS(k)", true},
      {"redis.SET(k, new)", false},
      {"now_there = redis.GET(k)\nif now_there != none { redis.SET(k, now_there) }", false},
      {"now_there = redis.GETSET(k, new)\nif now_there != none { redis.SET(k, now_there) }", false},
      {"redis.DEL(k)", false},
      {"now_there = redis.GET(k)\nredis.DEL(k)\nif now_there != none { redis.SET(k, now_there) }", false},
      {"atomic {\nnow_there = redis.GET(k)\nredis.DEL(k)\nif now_there != none { redis.SET(k, now_there) }\n}", false},
      {"redis.SETNX(k, new)", true},
      {"redis.SET(k, new, NX)", true},
      {"redis.SET(k, new, NX, PX 1s)", true},
      {"redis.SET(k, new, NX, GET)", true},
      {"redis.SET(k, new, XX)", false},
      {"redis.SET(k, new, KEEPTTL)", false},
      {"redis.GETSET(k, new)", false},
      {"redis.PEXPIRE(k, 9s)", false},
      {"redis.EXPIRE(k, 9s, NX)", false},
      {"redis.EXPIRE(k, 9s, XX)", true},
      {"redis.EXPIRE(k, 9s, GT)", true},
      {"redis.EXPIRE(k, 9s, LT)", false},
      {"redis.PEXPIRE(k, 0s)", false},
      {"redis.PERSIST(k)", true},
      {"redis.DELEX(k, IFEQ new)", true},
      {"redis.DEL(out)", true},
      {"redis.SET(out, new)\nredis.DEL(out)", true},
      {"atomic { if redis.GET(k) == new { redis.DEL(k) } }", true},
      {"atomic { if redis.GET(k) != new { redis.DEL(k) } }", false}};
  for (const auto& [calls, runs] : table) {
    INFO(calls);
    CHECK(watched("redis.SET(k, old)", calls, runs) == "");
  }
}

TEST_CASE("what another does to a watched key with a deadline") {
  const std::vector<std::pair<std::string, bool>> table{
      {"redis.PTTL(k)", true},           {"redis.SETNX(k, new)", true},
      {"redis.PERSIST(k)", false},       {"redis.EXPIRE(k, 9s)", false},
      {"redis.EXPIRE(k, 9s, NX)", true}, {"redis.PEXPIRE(k, 9s, NX)", true},
      {"redis.DEL(k)", false},           {"redis.SET(k, new, XX)", false},
      {"redis.EXPIRE(k, 9s, LT)", true}, {"redis.PEXPIRE(k, 20s, GT)", false}};
  for (const auto& [calls, runs] : table) {
    INFO(calls);
    const std::string set = "redis.SET(k, old, PX 5s)";
    CHECK(watched(set, calls, runs) == "");
  }
}

TEST_CASE("what another does to a watched key that is missing") {
  const std::vector<std::pair<std::string, bool>> table{{"redis.GET(k)", true},
                                                        {"redis.DEL(k)", true},
                                                        {"redis.EXPIRE(k, 9s)", true},
                                                        {"redis.PERSIST(k)", true},
                                                        {"redis.SET(k, new, XX)", true},
                                                        {"redis.SET(k, new)", false},
                                                        {"redis.SETNX(k, new)", false},
                                                        {"redis.SET(k, new, NX, PX 9s)", false},
                                                        {"redis.GETSET(k, new)", false},
                                                        {"redis.SET(k, new)\nredis.DEL(k)", false},
                                                        {"atomic {\nredis.SET(k, new)\nredis.DEL(k)\n}", false}};
  for (const auto& [calls, runs] : table) {
    INFO(calls);
    CHECK(watched("redis.DEL(k)", calls, runs) == "");
  }
}

TEST_CASE("INCR of a watched counter") {
  CHECK(disagreements(one_client("redis.WATCH(k)\nredis.INCR(k)\nran = redis.EXEC()\nassert refused: not ran")) == "");
}

TEST_CASE("what the watcher does itself before EXEC") {
  CHECK(alone("redis.GET(k)", true) == "");
  CHECK(alone("redis.SET(k, old)", false) == "");
  CHECK(alone("redis.DEL(k)", false) == "");
  CHECK(alone("redis.PEXPIRE(k, 9s)", false) == "");
  CHECK(alone("redis.SETNX(k, new)", true) == "");
  CHECK(alone("redis.SET(other, new)", true) == "");
}

TEST_CASE("UNWATCH and EXEC take all watches away; WATCH adds and never forgives") {
  CHECK(alone("redis.SET(k, new)\nredis.UNWATCH()", true) == "");
  CHECK(alone("redis.UNWATCH()\nredis.SET(k, new)", true) == "");
  CHECK(alone("redis.SET(k, new)\nredis.EXEC()", true) == "");
  CHECK(alone("redis.EXEC()\nredis.SET(k, new)", true) == "");
  CHECK(alone("redis.SET(k, new)\nredis.EXEC()\nredis.WATCH(k)", true) == "");
  CHECK(alone("redis.SET(k, new)\nredis.WATCH(k)", false) == "");
  CHECK(alone("redis.WATCH(other)\nredis.SET(k, new)", false) == "");
  CHECK(alone("redis.WATCH(other)\nredis.SET(other, new)", false) == "");
  CHECK(alone("redis.WATCH(other)\nredis.SET(other, new)\nredis.UNWATCH()", true) == "");
}

TEST_CASE("a write inside the block is no write before it, and EXEC alone guards nothing") {
  CHECK(disagreements(one_client(R"(
      redis.SET(k, old)
      redis.WATCH(k)
      atomic { ran = redis.EXEC(); redis.SET(k, new) }
      assert own_write_inside: ran
      ran = redis.EXEC()
      assert not_watched_now: ran)")) == "");
}

TEST_CASE("the end of a watched key's life refuses EXEC, whoever notices it") {
  const std::string set = "redis.SET(k, old, PX 2s)\nredis.WATCH(k)\n";
  const std::string exec = "\nran = redis.EXEC()\n";
  CHECK(disagreements(one_client(set + "work 1999ms" + exec + "assert alive: ran")) == "");
  CHECK(disagreements(one_client(set + "work 2001ms" + exec + "assert expired: not ran")) == "");
  CHECK(disagreements(one_client(set + "work 2001ms\nredis.GET(k)" + exec + "assert expired: not ran")) == "");
  CHECK(disagreements(one_client(set + "work 2001ms\nredis.SETNX(k, old)" + exec + "assert expired: not ran")) == "");
  CHECK(disagreements(one_client(set + "work 2s\natomic { ran = redis.EXEC(); here = redis.EXISTS(k) }\n"
                                       "witness alive: here\nwitness gone: not here\n"
                                       "assert either_way: ran == here")) == "");
}

TEST_CASE("a key past its deadline when it is watched counts as missing") {
  const std::string set = "redis.SET(k, old, PX 2s)\nwork 2001ms\nredis.WATCH(k)\n";
  CHECK(disagreements(one_client(set + "ran = redis.EXEC()\nassert runs: ran")) == "");
  CHECK(disagreements(one_client(set + "redis.GET(k)\nran = redis.EXEC()\nassert runs: ran")) == "");
  CHECK(disagreements(one_client(set + "redis.SETNX(k, old)\nran = redis.EXEC()\nassert refused: not ran")) == "");
}

TEST_CASE("a crash of the watcher drops its connection, and its watches with it") {
  const std::string protocol = one_client(R"(
      ran = redis.EXEC()
      assert unguarded: ran
      redis.SET(k, old)
      redis.WATCH(k)
      redis.SET(k, new)
      redis.UNWATCH())");
  CHECK(disagreements(protocol) == "");
  CHECK(disagreements(protocol, "crash") == "");
}

TEST_CASE("sorted sets: a write without effect is no touch") {
  const std::vector<std::pair<std::string, bool>> table{{"redis.ZADD(z, old, begin)", true},
                                                        {"redis.ZADD(z, old, begin + 1s)", false},
                                                        {"redis.ZADD(z, new, begin)", false},
                                                        {"redis.ZREM(z, new)", true},
                                                        {"redis.ZREM(z, old)", false},
                                                        {"redis.ZREM(z, old)\nredis.ZADD(z, old, begin)", false},
                                                        {"redis.ZREMRANGEBYSCORE(z, -inf, begin - 1s)", true},
                                                        {"redis.ZREMRANGEBYSCORE(z, -inf, begin)", false},
                                                        {"redis.ZINTERSTORE(z, z, y, WEIGHTS 1 0)", false},
                                                        {"redis.ZINTERSTORE(x, z, z, WEIGHTS 1 0)", true},
                                                        {"redis.ZRANK(z, old)", true},
                                                        {"redis.ZADD(x, old, begin)", true}};
  for (const auto& [calls, runs] : table) {
    INFO(calls);
    CHECK(disagreements(one_client(fmt::format("begin = now\nredis.ZADD(z, old, begin)\nredis.WATCH_SET(z)\n{}\n"
                                               "ran = redis.EXEC()\nassert runs: ran == {}\n"
                                               "atomic {{ redis.ZREMRANGEBYSCORE(z, -inf, begin + 9s)\n"
                                               "redis.ZREMRANGEBYSCORE(x, -inf, begin + 9s) }}\nredis.SET(k, new)",
                                               calls, runs))) == "");
  }
}
