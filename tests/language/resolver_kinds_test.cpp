// Kinds and ranges: what is inferred.

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/language/model_text.hpp"
#include "tests/language/resolving.hpp"

using namespace interlock::language;
using namespace interlock::language::tests;

namespace {

const Variable& variable_of(const Model& model, const std::string& name) {
  const auto found = std::find_if(model.variables.begin(), model.variables.end(),
                                  [&](const Variable& variable) { return variable.name == name; });
  REQUIRE(found != model.variables.end());
  return *found;
}

std::string kind_of(const std::string& body, const std::string& name) {
  const Model model = model_of(protocol_with(body));
  return kind_text(variable_of(model, name).kind);
}

}  // namespace

TEST_CASE("kinds of variables follow from their values") {
  CHECK(kind_of("me = fresh id\nredis.SETNX(lock, me)", "me") == "id");
  CHECK(kind_of("me = fresh id\nredis.SETNX(lock, me)", "lock") == "id");
  CHECK(kind_of("me = fresh id\nredis.SETNX(lock, me)\nx = redis.GET(lock)", "x") == "id|none");
  CHECK(kind_of("x = redis.INCR(other)", "x") == "token");
  CHECK(kind_of("x = redis.TTL(lock)", "x") == "duration|none|missing");
  CHECK(kind_of("t = now\nd = now - t\nsleep 1s\nif d > 1s { return }", "d") == "duration");
  CHECK(kind_of("t = now\ne = t + 10s\nsleep 1s\nif now < e { return }", "e") == "instant");
  CHECK(kind_of("x : one of reading, writing = writing\nsleep 1s\nif x == reading { return }", "x") == "cases");
}

TEST_CASE("kinds of a sorted set follow from what is put in") {
  const Model model = model_of(protocol_with("me = fresh id\nn = redis.INCR(lock)\nredis.ZADD(zset, me, n)"));
  const Variable& zset = variable_of(model, "zset");
  CHECK(kind_text(zset.kind) == "id");
  CHECK(kind_text(zset.key) == "token");
  CHECK(zset.shape == Shape::ranked);
  CHECK((zset.capacity == 6 && !zset.capacity_is_said));
}

TEST_CASE("a small number is a token where tokens are") {
  CHECK(kind_of("x = 0\nx = redis.INCR(lock)\nif x > 0 { return }", "x") == "token");
  CHECK(kind_of("x = redis.INCR(lock)\nif x > 1000 { return }", "x") == "token");
  CHECK(kind_of("redis.SET(lock, 5)\nx = redis.INCR(lock)", "x") == "token");
  CHECK(body_complaints_of("x = redis.INCR(lock)\nif x > 1001 { return }") == "E0304 2:4");
  CHECK(body_complaints_of("x = redis.INCR(lock)\nif x > -1 { return }") == "E0304 2:4");
  CHECK(body_complaints_of("x = redis.INCR(lock) + 1") == "E0307 1:5");
}

TEST_CASE("ranges of integers are found along the program") {
  CHECK(kind_of("votes = 0\nfor n in node { if n.EXEC() { votes += 1 } }\nif votes > 1 { return }", "votes") ==
        "int 0..2");
  CHECK(kind_of("r = redis.ZRANK(zset, fresh id)\nif r == 1 { return }", "r") == "int 0..5|none");
  CHECK(kind_of("x = memory.count\nx = x - 1\nif x == 1 { return }", "x") == "int -1..3");
  CHECK(kind_of("x = 0\nloop { x = 7 - x; sleep 1s; if x == 1 { break } else { x = 2 } }", "x") == "int 0..7");
  CHECK(kind_of("either { x = 1 } or { x = 5 }\nsleep 1s\nif x == 2 { return }", "x") == "int 1..5");
}

TEST_CASE("an integer that may grow without bound needs its range") {
  CHECK(body_complaints_of("k = 0\nloop { k += 1; sleep 1s; if k == 3 { break } }") == "E0310 1:1");
  CHECK(kind_of("k : int 0..3 = 0\nloop { k += 1; sleep 1s; if k == 3 { break } }", "k") == "int 0..3");
  CHECK(body_complaints_of("redis.SET(other, 1)\n"
                           "atomic { y = redis.GET(other); if y != none { redis.SET(other, y + 1) } }") ==
        "E0310 0:39");
}

TEST_CASE("a range that may be left makes in_range a property") {
  const Model model = model_of(protocol_with("atomic { memory.count += 1 }"));
  REQUIRE(model.specs.back().name == "in_range");
  CHECK(model.specs.back().sentence == "What counts stays in the range that was declared: count.");
  CHECK(model.specs.back().form == PropertyForm::asserted);
  const Model other = model_of(protocol_with("memory.count = 3"));
  CHECK(other.specs.back().name != "in_range");
}

TEST_CASE("first values") {
  const Model model = model_of(
      "protocol p\nserver m : memory { a : int 2..3  b : optional id  c : bool = true  d : one of x, y = y  e : int "
      "0..9 = 5 }\n"
      "client c { m.a = 3 }");
  CHECK(variable_of(model, "a").initial == 2);
  CHECK(variable_of(model, "b").initial == extra_value(0));
  CHECK(variable_of(model, "c").initial == 1);
  CHECK(variable_of(model, "d").initial == 1);
  CHECK(variable_of(model, "e").initial == 5);
}

TEST_CASE("the same word beside a kind has one value everywhere") {
  const Model model =
      model_of(protocol_with("x = redis.TTL(lock)\ny = redis.GET(lock)\nif x == missing or y == none { return }"));
  const Expression& condition = model.kinds[0].program[4].expressions[0];
  CHECK(condition.operands[0].operands[1].value == extra_value(1));
  CHECK(condition.operands[1].operands[1].value == extra_value(0));
}

TEST_CASE("kinds that do not fit") {
  CHECK(body_complaints_of("me = fresh id\nsleep 1s\nif me < me { return }") == "E0305 3:4");
  CHECK(body_complaints_of("me = fresh id\nsleep 1s\nif me == now { return }") == "E0304 3:4");
  CHECK(body_complaints_of("me = fresh id\nsleep 1s\nif me == none { return }") == "E0306 3:4");
  CHECK(body_complaints_of("sleep 10") == "E0302 1:7");
  CHECK(body_complaints_of("x = redis.INCR(lock)\nx += 1") == "E0307 2:1");
  CHECK(body_complaints_of("sleep 1s\nx = now + now") == "E0307 2:5");
  CHECK(body_complaints_of("redis.SET(lock, fresh id)\nredis.SET(lock, now)") == "E0301 2:1");
  CHECK(body_complaints_of("redis.SET(lock, 1, PX 10)") == "E0301 1:23");
  CHECK(body_complaints_of("if redis.TTL(lock) { return }") == "E0302 1:4");
  CHECK(body_complaints_of("if redis.TTL(lock) == 0 { return }") == "E0304 1:4");
  CHECK(body_complaints_of("t = now\nloop { t = t + 1s; sleep 1s }") == "E0314 2:8");
  CHECK(body_complaints_of("x : int 0..3 = true\nsleep 1s\nif x == 1 { return }") == "E0301 1:16");
  CHECK(body_complaints_of("x = reading\nsleep 1s\nif x == 1 { return }") == "E0304 3:4");
  CHECK(body_complaints_of("sleep 1s\nx = inf") == "E0239 2:5");
  CHECK(body_complaints_of("redis.TRIM(zset, 1, 2)") == "E0270 1:1");
  CHECK(body_complaints_of("redis.TRIM(zset, -inf, inf)") == "E0239 1:1");
}

TEST_CASE("one fault has one complaint") {
  CHECK(body_complaints_of("me = fresh id\nredis.SETXN(lock, me)\nx = redis.SETXN(lock, me)\nif x == 3 { return }\nif "
                           "x == now { return }") == "E0230 2:7, E0230 3:11");
  CHECK(body_complaints_of("x = y\nif x == 3 { sleep 1s }\nif x { sleep 1s }") == "E0201 1:5");
  CHECK(body_complaints_of("x = 1 + now\nsleep 1s\nif x == now { return }\nif x == true { return }") == "E0307 1:5");
}
