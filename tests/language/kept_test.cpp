// What is kept belongs to one block.

#include "tests/catch.hpp"
#include "tests/language/resolving.hpp"

using namespace interlock::language::tests;

TEST_CASE("keep in one of two blocks of the same name is an error, and in a section of its own is none") {
  const std::string first = "critical { sleep 1s }\n";
  CHECK(body_complaints_of("critical { keep free: redis.lock == none\nsleep 1s }") == "");
  CHECK(body_complaints_of(first + "critical { keep free: redis.lock == none\nsleep 1s }").find("E0299") == 0);
  CHECK(body_complaints_of("section a { sleep 1s }\nsection a { keep free: redis.lock == none\nsleep 1s }")
            .find("E0299") == 0);
  CHECK(body_complaints_of("section a { sleep 1s }\nsection b { keep free: redis.lock == none\nsleep 1s }") == "");
  CHECK(body_complaints_of(first + "critical { section b { keep free: redis.lock == none\nsleep 1s } }") == "");
}
