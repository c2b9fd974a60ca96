// Deadlines: what TTL answers near them, life up to the deadline and not beyond, and releases by compare and delete.

#include "tests/catch.hpp"
#include "tests/stores/redis_play.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

using namespace interlock::tests;

TEST_CASE("TTL rounds to the nearest second, halves up") {
  const std::vector<std::pair<int, int>> table{{2500, 3}, {2499, 2}, {1500, 2}, {1499, 1}, {1000, 1},
                                               {501, 1},  {500, 1},  {499, 0},  {1, 0}};
  for (const auto& [left, seconds] : table) {
    INFO(left << " ms");
    CHECK(disagreements(one_client(fmt::format("atomic {{\nredis.SET(k, old, PX {0}ms)\n"
                                               "rounded = redis.TTL(k)\nexact = redis.PTTL(k)\n}}\n"
                                               "assert rounds: rounded == {1}s\nassert is_exact: exact == {0}ms",
                                               left, seconds))) == "");
  }
}

TEST_CASE("TTL of a key that runs down") {
  CHECK(disagreements(one_client(R"(
      redis.SET(k, old, PX 3s)
      work 501ms
      atomic { ttl = redis.TTL(k); pttl = redis.PTTL(k) }
      assert at_2499: ttl == 2s and pttl == 2499ms
      work 1s
      atomic { ttl = redis.TTL(k); pttl = redis.PTTL(k) }
      assert at_1499: ttl == 1s and pttl == 1499ms
      work 999ms
      atomic { ttl = redis.TTL(k); pttl = redis.PTTL(k) }
      assert at_500: ttl == 1s and pttl == 500ms
      work 1ms
      atomic { ttl = redis.TTL(k); pttl = redis.PTTL(k); value = redis.GET(k) }
      assert at_499: ttl == 0s and pttl == 499ms and value == old
      work 498ms
      atomic { ttl = redis.TTL(k); pttl = redis.PTTL(k); value = redis.GET(k) }
      assert at_1: ttl == 0s and pttl == 1ms and value == old)")) == "");
}

TEST_CASE("a key is alive at its deadline, or gone: both are explored, and each is of a piece") {
  CHECK(disagreements(one_client(R"(
      redis.SET(k, old, PX 2s)
      work 2s
      atomic { here = redis.EXISTS(k); ttl = redis.TTL(k); pttl = redis.PTTL(k); value = redis.GET(k) }
      witness alive: here
      witness gone: not here
      if here {
        assert alive_at_0: ttl == 0s and pttl == 0s and value == old
      } else {
        assert gone_then: ttl == missing and pttl == missing and value == none
      })")) == "");
}

TEST_CASE("commands at the deadline take the key as it is: alive or gone") {
  const std::vector<std::pair<std::string, std::string>> table{
      {"SETNX(k, new)", "not here"},  {"SET(k, new, NX, PX 1s)", "not here"},
      {"SET(k, new, XX)", "here"},    {"PEXPIRE(k, 1s)", "here"},
      {"PEXPIRE(k, 1s, GT)", "here"}, {"PEXPIRE(k, 0s, LT)", "false"},
      {"PERSIST(k)", "here"},         {"DEL(k)", "here"},
      {"DELEX(k, IFEQ old)", "here"}};
  for (const auto& [call, expected] : table) {
    INFO(call);
    CHECK(disagreements(one_client(fmt::format("redis.SET(k, old, PX 2s)\nwork 2s\n"
                                               "atomic {{ here = redis.EXISTS(k); did = redis.{} }}\n"
                                               "witness alive: here\nwitness gone: not here\n"
                                               "assert answers: did == ({})\nredis.SET(k, new)",
                                               call, expected))) == "");
  }
}

TEST_CASE("past its deadline a key is missing to every command") {
  const std::vector<std::pair<std::string, std::string>> table{
      {"GET(k)", "none"},           {"EXISTS(k)", "false"},      {"TTL(k)", "missing"},
      {"PTTL(k)", "missing"},       {"DEL(k)", "false"},         {"PERSIST(k)", "false"},
      {"EXPIRE(k, 1s)", "false"},   {"SETNX(k, new)", "true"},   {"SET(k, new, NX)", "true"},
      {"SET(k, new, XX)", "false"}, {"GETSET(k, new)", "none"},  {"SET(k, new, KEEPTTL)", "true"},
      {"SET(k, new, GET)", "none"}, {"PEXPIRE(k, 0s)", "false"}, {"DELEX(k, IFEQ old)", "false"}};
  for (const auto& [call, answer] : table) {
    INFO(call);
    CHECK(disagreements(one_client(fmt::format("redis.SET(k, old, PX 2s)\nwork 2001ms\n"
                                               "atomic {{ answer = redis.{}; left = redis.PTTL(k) }}\n"
                                               "assert answers: answer == {}\n"
                                               "assert no_deadline: left == none or left == missing\n"
                                               "redis.SET(k, new)",
                                               call, answer))) == "");
  }
}

TEST_CASE("a time of 0 is for EXPIRE, not for SET, which then touches nothing") {
  CHECK(disagreements(one_client(R"(
      begin = now
      redis.SET(k, old)
      span = now - begin
      atomic { set = redis.SET(k, new, PX span); value = redis.GET(k) }
      assert refused: not set and value == old
      atomic { before = redis.SET(k, new, GET, PX span); set = redis.SET(k, new, EX span); value = redis.GET(k) }
      assert refused_too: before == old and not set and value == old)")) == "");
  for (const char* wrong : {"redis.SET(k, new, PX 0s)", "redis.SET(k, new, EX 0s)", "redis.SET(k, new, EX 500ms)",
                            "redis.SET(k, new, PX 10us)", "redis.EXPIRE(k, 1500ms)", "redis.PEXPIRE(k, 1us)"}) {
    INFO(wrong);
    CHECK(disagreements(one_client(wrong)).find("E0270") != std::string::npos);
  }
}

TEST_CASE("compare and delete in one step") {
  const std::string release = R"(
      atomic {
        released = false
        if redis.GET(k) == old { released = redis.DEL(k) }
        value = redis.GET(k)
      }
      )";
  CHECK(disagreements(one_client("redis.DEL(k)" + release + "assert missing_key: not released")) == "");
  CHECK(disagreements(one_client("redis.SET(k, old)" + release + "assert mine: released and value == none")) == "");
  CHECK(disagreements(one_client("redis.SET(k, new)" + release + "assert theirs: not released and value == new")) ==
        "");
  CHECK(disagreements(one_client("redis.SET(k, old, PX 1s)\nwork 1s" + release +
                                 "witness in_time: released\nwitness too_late: not released\n"
                                 "assert gone: value == none")) == "");
  CHECK(disagreements(one_client("redis.SET(k, old, PX 1s)\nwork 1001ms" + release + "assert lapsed: not released")) ==
        "");
}

TEST_CASE("compare and extend in one step") {
  const std::string extend = R"(
      atomic {
        extended = false
        if redis.GET(k) == old { extended = redis.PEXPIRE(k, 9s) }
        left = redis.PTTL(k)
      }
      )";
  CHECK(disagreements(
            one_client("redis.SET(k, old, PX 2s)\nwork 1s" + extend + "assert mine: extended and left == 9s")) == "");
  CHECK(disagreements(one_client("redis.SET(k, new, PX 2s)\nwork 1s" + extend +
                                 "assert theirs: not extended and left == 1s")) == "");
}

TEST_CASE("a take script: SET NX PX, then INCR of the fence") {
  CHECK(disagreements(one_client(R"(
      atomic { redis.DEL(k); redis.DEL(other) }
      token = none
      atomic { if redis.SET(k, old, NX, PX 5s) { token = redis.INCR(other) } }
      assert first_token: token == next 0
      work 1s
      atomic { if redis.SET(k, new, NX, PX 5s) { token = next next 0 }; left = redis.PTTL(k) }
      assert refused: token == next 0 and left == 4s
      work 4001ms
      atomic { if redis.SET(k, new, NX, PX 5s) { token = redis.INCR(other) } }
      assert second_token: token == next next 0)")) == "");
}
