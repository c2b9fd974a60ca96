// Sorted sets: section 3.5 of what was measured on a real server.

#include "tests/catch.hpp"
#include "tests/stores/redis_play.hpp"

#include <string>

using namespace interlock::tests;

namespace {

/// One round with empty sets z, y and x: `clear` puts them back at its end.
std::string with_sets(const std::string& body) {
  const std::string clear =
      "atomic { redis.ZREMRANGEBYSCORE(z, -inf, begin + 9s)\n"
      "redis.ZREMRANGEBYSCORE(y, -inf, begin + 9s)\n"
      "redis.ZREMRANGEBYSCORE(x, -inf, begin + 9s) }\n";
  return one_client("begin = now\n" + body + "\n" + clear);
}

}  // namespace

TEST_CASE("ZADD answers whether the member is new, and gives it the score") {
  CHECK(disagreements(with_sets(R"(
      atomic { added = redis.ZADD(z, old, begin); score = redis.ZSCORE(z, old); size = redis.ZCARD(z) }
      assert adds: added and score == begin and size == 1
      atomic { added = redis.ZADD(z, old, begin); size = redis.ZCARD(z) }
      assert same_score: not added and size == 1
      atomic { added = redis.ZADD(z, old, begin + 1s); score = redis.ZSCORE(z, old); size = redis.ZCARD(z) }
      assert new_score: not added and score == begin + 1s and size == 1
      atomic { added = redis.ZADD(z, new, begin); size = redis.ZCARD(z) }
      assert adds_another: added and size == 2)")) == "");
}

TEST_CASE("ZREM, ZCARD, ZSCORE and ZRANK of what is there and what is not") {
  CHECK(disagreements(with_sets(R"(
      atomic { removed = redis.ZREM(z, old); size = redis.ZCARD(z); score = redis.ZSCORE(z, old)
               rank = redis.ZRANK(z, old) }
      assert nothing_there: not removed and size == 0 and score == none and rank == none
      redis.ZADD(z, old, begin)
      atomic { removed = redis.ZREM(z, new); size = redis.ZCARD(z); rank = redis.ZRANK(z, new) }
      assert no_member: not removed and size == 1 and rank == none
      atomic { removed = redis.ZREM(z, old); size = redis.ZCARD(z); score = redis.ZSCORE(z, old)
               rank = redis.ZRANK(z, old) }
      assert last_member: removed and size == 0 and score == none and rank == none)")) == "");
}

TEST_CASE("ZRANK counts from 0 in the order of scores") {
  CHECK(disagreements(with_sets(R"(
      third = fresh id
      atomic { redis.ZADD(z, old, begin + 2s); redis.ZADD(z, new, begin + 1s); redis.ZADD(z, third, begin + 3s) }
      atomic { a = redis.ZRANK(z, new); b = redis.ZRANK(z, old); c = redis.ZRANK(z, third) }
      assert in_order: a == 0 and b == 1 and c == 2
      atomic { redis.ZADD(z, new, begin + 4s); a = redis.ZRANK(z, new); b = redis.ZRANK(z, old) }
      assert moved: a == 2 and b == 0
      atomic { redis.ZREM(z, old); c = redis.ZRANK(z, third) }
      assert moved_up: c == 0)")) == "");
}

TEST_CASE("equal scores rank by the members' bytes: either way for identities, and for good") {
  CHECK(disagreements(with_sets(R"(
      atomic { redis.ZADD(z, old, begin); redis.ZADD(z, new, begin); a = redis.ZRANK(z, old); b = redis.ZRANK(z, new) }
      witness first_come: a == 0
      witness overtaken: a == 1
      assert two_ranks: (a == 0 and b == 1) or (a == 1 and b == 0)
      atomic { redis.ZADD(z, new, begin); again = redis.ZRANK(z, old) }
      assert same_again: again == a)")) == "");
}

TEST_CASE("ZREMRANGEBYSCORE answers how many it removed; its bound is inclusive") {
  CHECK(disagreements(with_sets(R"(
      third = fresh id
      atomic { redis.ZADD(z, old, begin); redis.ZADD(z, new, begin + 1s); redis.ZADD(z, third, begin + 2s) }
      atomic { number = redis.ZREMRANGEBYSCORE(z, -inf, begin - 1ms); size = redis.ZCARD(z) }
      assert below: number == 0 and size == 3
      atomic { number = redis.ZREMRANGEBYSCORE(z, -inf, begin + 1s); size = redis.ZCARD(z)
               rank = redis.ZRANK(z, third) }
      assert inclusive: number == 2 and size == 1 and rank == 0
      atomic { number = redis.ZREMRANGEBYSCORE(z, -inf, begin + 9s); size = redis.ZCARD(z) }
      assert all_of_it: number == 1 and size == 0
      number = redis.ZREMRANGEBYSCORE(z, -inf, begin + 9s)
      assert empty_set: number == 0)")) == "");
}

TEST_CASE("ZINTERSTORE with WEIGHTS 1 0: the members in both, with the scores of the first") {
  CHECK(disagreements(with_sets(R"(
      third = fresh id
      atomic {
        redis.ZADD(z, old, begin + 1s); redis.ZADD(z, new, begin)
        redis.ZADD(y, old, begin + 5s); redis.ZADD(y, third, begin + 6s)
        redis.ZADD(x, third, begin)
      }
      atomic { size = redis.ZINTERSTORE(x, z, y, WEIGHTS 1 0); score = redis.ZSCORE(x, old); count = redis.ZCARD(x) }
      assert in_both: size == 1 and count == 1 and score == begin + 1s
      atomic { a = redis.ZCARD(z); b = redis.ZCARD(y) }
      assert sources_stay: a == 2 and b == 2
      atomic { size = redis.ZINTERSTORE(z, z, y, WEIGHTS 1 0); score = redis.ZSCORE(z, old) }
      assert into_first: size == 1 and score == begin + 1s
      atomic { size = redis.ZINTERSTORE(y, z, y, WEIGHTS 1 0); score = redis.ZSCORE(y, old) }
      assert into_second: size == 1 and score == begin + 1s
      atomic { redis.ZREM(z, old); size = redis.ZINTERSTORE(y, y, z, WEIGHTS 1 0); count = redis.ZCARD(y) }
      assert empty_source: size == 0 and count == 0)")) == "");
}

TEST_CASE("forms of these commands that are not modelled are errors at the call") {
  for (const std::string call :
       {"ZREMRANGEBYSCORE(z, 1, 2)", "ZINTERSTORE(x, z, y)", "ZINTERSTORE(x, z, y, WEIGHTS 0 1)",
        "ZINTERSTORE(x, z, y, WEIGHTS 1)", "ZINTERSTORE(x, z, y, WEIGHTS 1 1)"}) {
    INFO(call);
    CHECK(disagreements(one_client("redis.ZADD(z, old, 1)\nredis." + call)).find("error[") == 0);
  }
}

TEST_CASE("refresh by ZADD answers inverted, and puts a lost member back") {
  CHECK(disagreements(with_sets(R"(
      atomic { redis.ZADD(z, old, begin); added = redis.ZADD(z, old, begin + 1s) }
      assert still_in: not added
      atomic { redis.ZREM(z, old); added = redis.ZADD(z, old, begin + 2s); size = redis.ZCARD(z) }
      assert lost_and_back: added and size == 1)")) == "");
}

TEST_CASE("numbers with equal scores rank as their digits do") {
  CHECK(disagreements(with_sets(R"(
      atomic { redis.ZADD(z, 8, begin); redis.ZADD(z, 10, begin); redis.ZADD(z, 9, begin)
               ten = redis.ZRANK(z, 10); eight = redis.ZRANK(z, 8); nine = redis.ZRANK(z, 9) }
      assert as_text: ten == 0 and eight == 1 and nine == 2)")) == "");
}
