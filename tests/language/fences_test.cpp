// A fence has to stand where the lock may have been given: elsewhere its token would be compared with nothing.

#include "tests/catch.hpp"
#include "tests/language/resolving.hpp"

using namespace interlock::language::tests;

namespace {

const std::string acquire = "retry until redis.SET(lock, me, NX, PX 3s)\n";

std::string complaints(const std::string& body) { return body_complaints_of("me = fresh id\n" + body); }

}  // namespace

TEST_CASE("a fence behind the call that gives the lock, or inside, is compared") {
  CHECK(complaints(acquire + "fence 1\ncritical { sleep 1s }") == "");
  CHECK(complaints(acquire + "critical { fence 1\nsleep 1s }") == "");
  CHECK(complaints("sleep 1s\ncritical { fence 1\nsleep 1s }").find("E0319") == std::string::npos);
  CHECK(complaints(acquire + "granted\nfence 1\nsleep 1s") == "");
  CHECK(complaints(acquire + "granted\nredis.DEL(other)\nfence 1\nsleep 1s") == "");
  CHECK(complaints("loop { if redis.SET(lock, me, NX, PX 3s) { break }\nsleep 1s }\nfence 1\ncritical { sleep 1s }") ==
        "");
  CHECK(complaints("if redis.SET(lock, me, NX, PX 3s) { granted }\nfence 1\nsleep 1s") == "");
}

TEST_CASE("a fence before the lock was given on any way is an error") {
  CHECK(complaints("fence 1\n" + acquire + "critical { sleep 1s }").find("E0319") == 0);
  CHECK(complaints(acquire + "fence 1\ngranted\nsleep 1s").find("E0319") == 0);
  CHECK(complaints(acquire + "fence 1\nredis.DEL(other)\ncritical { sleep 1s }").find("E0319") == 0);
  CHECK(complaints(acquire + "fence 1\nsleep 1s").find("E0319") == 0);
  CHECK(complaints("redis.DEL(lock)\neither { granted } or { fence 1 }\nsleep 1s").find("E0319") != std::string::npos);
}
