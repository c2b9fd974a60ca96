// Replies of the string commands by the state of the key: section 3.4 of what was measured on a real server.

#include "tests/catch.hpp"
#include "tests/stores/redis_play.hpp"

#include <vector>

using namespace interlock::tests;

namespace {

constexpr Before missing = Before::missing;
constexpr Before plain = Before::plain;
constexpr Before leased = Before::leased;

/// Columns: the key before, the call, its answer; the key's value and PTTL afterwards. A leased key has 6 s left.
void agrees(const std::vector<Row>& rows) {
  for (const Row& row : rows) CHECK(disagreement(row) == "");
}

}  // namespace

TEST_CASE("a wrong row is seen") {
  CHECK(disagreement({plain, "GET(k)", "none", "old", "none"}) == "GET(k) of a plain key: answers fails\n");
  CHECK(disagreement({leased, "GET(k)", "old", "new", "none"}) ==
        "GET(k) of a leased key: holds_then fails\nlives_on fails\n");
}

TEST_CASE("GET, EXISTS, TTL and PTTL change nothing") {
  agrees({
      {missing, "GET(k)", "none", "none", "missing"},
      {plain, "GET(k)", "old", "old", "none"},
      {leased, "GET(k)", "old", "old", "6s"},
      {missing, "EXISTS(k)", "false", "none", "missing"},
      {plain, "EXISTS(k)", "true", "old", "none"},
      {leased, "EXISTS(k)", "true", "old", "6s"},
      {missing, "TTL(k)", "missing", "none", "missing"},
      {plain, "TTL(k)", "none", "old", "none"},
      {leased, "TTL(k)", "6s", "old", "6s"},
      {missing, "PTTL(k)", "missing", "none", "missing"},
      {plain, "PTTL(k)", "none", "old", "none"},
      {leased, "PTTL(k)", "6s", "old", "6s"},
  });
}

TEST_CASE("SETNX and SET NX: refused, they touch nothing") {
  agrees({
      {missing, "SETNX(k, new)", "true", "new", "none"},
      {plain, "SETNX(k, new)", "false", "old", "none"},
      {leased, "SETNX(k, new)", "false", "old", "6s"},
      {missing, "SET(k, new, NX)", "true", "new", "none"},
      {plain, "SET(k, new, NX)", "false", "old", "none"},
      {leased, "SET(k, new, NX)", "false", "old", "6s"},
      {missing, "SET(k, new, NX, PX 9s)", "true", "new", "9s"},
      {plain, "SET(k, new, NX, PX 9s)", "false", "old", "none"},
      {leased, "SET(k, new, NX, PX 9s)", "false", "old", "6s"},
      {missing, "SET(k, new, NX, EX 9s)", "true", "new", "9s"},
      {leased, "SET(k, new, NX, EX 9s)", "false", "old", "6s"},
      {missing, "SET(k, new, NX, KEEPTTL)", "true", "new", "none"},
      {leased, "SET(k, new, NX, KEEPTTL)", "false", "old", "6s"},
  });
}

TEST_CASE("SET XX") {
  agrees({
      {missing, "SET(k, new, XX)", "false", "none", "missing"},
      {plain, "SET(k, new, XX)", "true", "new", "none"},
      {leased, "SET(k, new, XX)", "true", "new", "none"},
      {missing, "SET(k, new, XX, PX 9s)", "false", "none", "missing"},
      {plain, "SET(k, new, XX, PX 9s)", "true", "new", "9s"},
      {leased, "SET(k, new, XX, PX 9s)", "true", "new", "9s"},
      {missing, "SET(k, new, XX, KEEPTTL)", "false", "none", "missing"},
      {leased, "SET(k, new, XX, KEEPTTL)", "true", "new", "6s"},
  });
}

TEST_CASE("SET takes the deadline off, gives another or keeps it") {
  agrees({
      {missing, "SET(k, new)", "true", "new", "none"},
      {plain, "SET(k, new)", "true", "new", "none"},
      {leased, "SET(k, new)", "true", "new", "none"},
      {missing, "SET(k, new, PX 250ms)", "true", "new", "250ms"},
      {plain, "SET(k, new, PX 9s)", "true", "new", "9s"},
      {leased, "SET(k, new, PX 9s)", "true", "new", "9s"},
      {leased, "SET(k, new, PX 2s)", "true", "new", "2s"},
      {missing, "SET(k, new, EX 9s)", "true", "new", "9s"},
      {plain, "SET(k, new, EX 9s)", "true", "new", "9s"},
      {leased, "SET(k, new, EX 9s)", "true", "new", "9s"},
      {missing, "SET(k, new, KEEPTTL)", "true", "new", "none"},
      {plain, "SET(k, new, KEEPTTL)", "true", "new", "none"},
      {leased, "SET(k, new, KEEPTTL)", "true", "new", "6s"},
  });
}

TEST_CASE("SET GET and GETSET answer what was there, set or not") {
  agrees({
      {missing, "SET(k, new, GET)", "none", "new", "none"},
      {plain, "SET(k, new, GET)", "old", "new", "none"},
      {leased, "SET(k, new, GET)", "old", "new", "none"},
      {missing, "SET(k, new, GET, PX 9s)", "none", "new", "9s"},
      {plain, "SET(k, new, GET, PX 9s)", "old", "new", "9s"},
      {leased, "SET(k, new, GET, EX 9s)", "old", "new", "9s"},
      {leased, "SET(k, new, GET, KEEPTTL)", "old", "new", "6s"},
      {missing, "SET(k, new, NX, GET)", "none", "new", "none"},
      {missing, "SET(k, new, NX, GET, PX 9s)", "none", "new", "9s"},
      {plain, "SET(k, new, NX, GET, PX 9s)", "old", "old", "none"},
      {leased, "SET(k, new, NX, GET, PX 9s)", "old", "old", "6s"},
      {missing, "SET(k, new, XX, GET, PX 9s)", "none", "none", "missing"},
      {plain, "SET(k, new, XX, GET, PX 9s)", "old", "new", "9s"},
      {leased, "SET(k, new, XX, GET)", "old", "new", "none"},
      {missing, "GETSET(k, new)", "none", "new", "none"},
      {plain, "GETSET(k, new)", "old", "new", "none"},
      {leased, "GETSET(k, new)", "old", "new", "none"},
  });
}

TEST_CASE("DEL deletes whatever is there; DELEX IFEQ what is still this value") {
  agrees({
      {missing, "DEL(k)", "false", "none", "missing"},
      {plain, "DEL(k)", "true", "none", "missing"},
      {leased, "DEL(k)", "true", "none", "missing"},
      {missing, "DELEX(k, IFEQ old)", "false", "none", "missing"},
      {plain, "DELEX(k, IFEQ old)", "true", "none", "missing"},
      {plain, "DELEX(k, IFEQ new)", "false", "old", "none"},
      {leased, "DELEX(k, IFEQ old)", "true", "none", "missing"},
      {leased, "DELEX(k, IFEQ new)", "false", "old", "6s"},
      {missing, "DELEX(k)", "false", "none", "missing"},
      {leased, "DELEX(k)", "true", "none", "missing"},
  });
}

TEST_CASE("EXPIRE and PEXPIRE") {
  for (const std::string name : {"EXPIRE", "PEXPIRE"}) {
    agrees({
        {missing, name + "(k, 9s)", "false", "none", "missing"},
        {plain, name + "(k, 9s)", "true", "old", "9s"},
        {leased, name + "(k, 9s)", "true", "old", "9s"},
        {leased, name + "(k, 2s)", "true", "old", "2s"},
    });
    for (const std::string span : {"0s", "0s - 1s"}) {
      agrees({
          {missing, name + "(k, " + span + ")", "false", "none", "missing"},
          {plain, name + "(k, " + span + ")", "true", "none", "missing"},
          {leased, name + "(k, " + span + ")", "true", "none", "missing"},
      });
    }
  }
}

TEST_CASE("EXPIRE and PEXPIRE with NX and XX") {
  for (const std::string name : {"EXPIRE", "PEXPIRE"}) {
    agrees({
        {missing, name + "(k, 9s, NX)", "false", "none", "missing"},
        {plain, name + "(k, 9s, NX)", "true", "old", "9s"},
        {leased, name + "(k, 9s, NX)", "false", "old", "6s"},
        {plain, name + "(k, 0s, NX)", "true", "none", "missing"},
        {leased, name + "(k, 0s, NX)", "false", "old", "6s"},
        {missing, name + "(k, 9s, XX)", "false", "none", "missing"},
        {plain, name + "(k, 9s, XX)", "false", "old", "none"},
        {leased, name + "(k, 9s, XX)", "true", "old", "9s"},
        {plain, name + "(k, 0s, XX)", "false", "old", "none"},
        {leased, name + "(k, 0s, XX)", "true", "none", "missing"},
    });
  }
}

TEST_CASE("EXPIRE and PEXPIRE with GT and LT: no deadline is one that never comes") {
  for (const std::string name : {"EXPIRE", "PEXPIRE"}) {
    agrees({
        {missing, name + "(k, 9s, GT)", "false", "none", "missing"},
        {plain, name + "(k, 9s, GT)", "false", "old", "none"},
        {leased, name + "(k, 9s, GT)", "true", "old", "9s"},
        {leased, name + "(k, 6s, GT)", "false", "old", "6s"},
        {leased, name + "(k, 2s, GT)", "false", "old", "6s"},
        {leased, name + "(k, 0s, GT)", "false", "old", "6s"},
        {missing, name + "(k, 2s, LT)", "false", "none", "missing"},
        {plain, name + "(k, 2s, LT)", "true", "old", "2s"},
        {leased, name + "(k, 2s, LT)", "true", "old", "2s"},
        {leased, name + "(k, 6s, LT)", "false", "old", "6s"},
        {leased, name + "(k, 9s, LT)", "false", "old", "6s"},
        {plain, name + "(k, 0s, LT)", "true", "none", "missing"},
        {leased, name + "(k, 0s, LT)", "true", "none", "missing"},
        {plain, name + "(k, 9s, XX, GT)", "false", "old", "none"},
        {leased, name + "(k, 9s, XX, GT)", "true", "old", "9s"},
        {plain, name + "(k, 2s, XX, LT)", "false", "old", "none"},
        {leased, name + "(k, 2s, XX, LT)", "true", "old", "2s"},
    });
  }
}

TEST_CASE("PERSIST") {
  agrees({
      {missing, "PERSIST(k)", "false", "none", "missing"},
      {plain, "PERSIST(k)", "false", "old", "none"},
      {leased, "PERSIST(k)", "true", "old", "none"},
  });
}

TEST_CASE("INCR counts a missing key as 0 and keeps the deadline") {
  CHECK(disagreements(one_client(R"(
      atomic { redis.DEL(k); n = redis.INCR(k); left = redis.PTTL(k) }
      assert begins: n == next 0 and left == none
      atomic { m = redis.INCR(k); left = redis.PTTL(k); value = redis.GET(k) }
      assert counts: m == next n and m > n and value == m and left == none
      redis.PEXPIRE(k, 5s)
      work 1s
      atomic { p = redis.INCR(k); left = redis.PTTL(k); value = redis.GET(k) }
      assert keeps_deadline: p == next m and value == p and left == 4s
      work 5s
      atomic { q = redis.INCR(k); left = redis.PTTL(k) }
      assert begins_again: q == next 0 and left == none)")) == "");
}

TEST_CASE("what is no command is an error at the call") {
  for (const std::string call : {"SET(k, old, NX, XX)", "SET(k, old, PX 1s, EX 1s)", "SET(k, old, KEEPTTL, PX 1s)",
                                 "SET(k, old, KEEPTTL, EX 1s)", "EXPIRE(k, 1s, NX, XX)", "EXPIRE(k, 1s, NX, GT)",
                                 "EXPIRE(k, 1s, GT, LT)", "PEXPIRE(k, 1s, NX, LT)", "PEXPIRE(k, 1s, GT, LT)"}) {
    INFO(call);
    CHECK(disagreements(one_client("redis." + call)).find("error[") == 0);
  }
}
