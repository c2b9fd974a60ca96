// Two neighbours in one atomic step: can anybody tell in which order they are done?

#include "engine/language/breaks/order.hpp"
#include "engine/language/breaks/breaks.hpp"

#include "tests/catch.hpp"
#include "tests/language/resolving.hpp"

#include <string>
#include <vector>

namespace interlock::language {
namespace {

/// Of the swaps of a client with this body, those whose order is seen: "6:3", where the first of the two stands.
std::string seen_swaps(const std::string& body) {
  const std::string text = tests::protocol_with(body);
  Diagnostics diagnostics;
  const auto source = tests::source_of(text);
  const syntax::File file = parse(source, diagnostics);
  REQUIRE(file.protocol);
  const auto model = resolve(*file.protocol, source, tests::small_library(), {}, diagnostics);
  INFO(tests::to_text(diagnostics));
  REQUIRE(model);
  std::string seen;
  std::size_t swaps = 0;
  for (const Break& one : breaks_of(*file.protocol)) {
    if (!one.swapped) continue;
    ++swaps;
    if (is_order_seen(*model, *one.swapped))
      seen += (seen.empty() ? "" : " ") + std::to_string(one.place.line) + ":" + std::to_string(one.place.column);
  }
  CHECK(swaps > 0);
  return seen;
}

}  // namespace

TEST_CASE("two calls of one atomic step on different cells may change places, and nobody can tell") {
  CHECK(seen_swaps("me = fresh id\natomic { redis.SET(lock, me); redis.SET(other, me) }") == "");
  CHECK(seen_swaps("atomic { x = redis.GET(lock); y = redis.GET(other) }\nif x == y { return }") == "");
  CHECK(seen_swaps("atomic { x = redis.GET(lock); y = redis.GET(lock) }\nif x == y { return }") == "");
}

TEST_CASE("on one cell, by one variable, or as steps of their own it is another protocol") {
  CHECK(seen_swaps("me = fresh id\natomic { redis.SET(lock, me); redis.DEL(lock) }") == "7:10");
  CHECK(seen_swaps("me = fresh id\natomic { x = redis.GET(lock); redis.SET(lock, me) }\nif x == me { return }") ==
        "7:10");
  CHECK(seen_swaps("me = fresh id\nredis.SET(lock, me)\nredis.SET(other, me)") == "7:1");
}

TEST_CASE("the cell that gets a deadline last has the lease") {
  CHECK(seen_swaps("me = fresh id\natomic { redis.SET(lock, me, PX 1s); redis.SET(other, me, PX 1s) }") == "7:10");
  CHECK(seen_swaps("me = fresh id\natomic { redis.SET(lock, me, PX 1s); redis.SET(other, me) }") == "");
}

TEST_CASE("what leaves the step is seen, and of three each pair is looked at by itself") {
  CHECK(seen_swaps("me = fresh id\natomic { redis.SET(lock, me); redis.SET(other, me); redis.DEL(lock) }") == "");
  CHECK(seen_swaps("me = fresh id\natomic { redis.SET(other, me); redis.SET(lock, me); redis.DEL(lock) }") == "7:32");
}

}  // namespace interlock::language
