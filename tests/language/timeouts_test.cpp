// Calls without an answer, and the end of a round, in the text.

#include "tests/catch.hpp"
#include "tests/language/parsing.hpp"
#include "tests/language/resolving.hpp"

using namespace interlock::language;
using namespace interlock::language::tests;

TEST_CASE("timeout and within stand behind a call") {
  CHECK(body_complaints_of("redis.DEL(lock) timeout { }") == "");
  CHECK(body_complaints_of("redis.DEL(lock) within 1s") == "");
  CHECK(body_complaints_of("ok = redis.DEL(lock) within 1s timeout { return }\nif ok { sleep 1s }") == "");
  CHECK(body_complaints_of("atomic { redis.DEL(lock) }\ntimeout { sleep 1s }") == "");
  CHECK(body_complaints_of("retry until redis.DEL(lock) timeout { break }") == "");
  CHECK(body_complaints_of("timeout = 3s\nsleep 1s\nif timeout == 2s { return }") == "");  // a name as any other
  CHECK(body_complaints_of("x = 1 timeout { }\nsleep 1s\nif x == 1 { return }").find("E0286") == 0);
  CHECK(body_complaints_of("atomic { redis.DEL(lock) timeout { } }").find("E0286") == 0);
  CHECK(body_complaints_of("retry until redis.DEL(lock) within 1s timeout { }").find("E0287") == 0);
  CHECK(body_complaints_of("retry until redis.DEL(lock) timeout { continue }") == "");
  CHECK(body_complaints_of("redis.DEL(lock) timeout { break }").find("E0247") == 0);
}

TEST_CASE("without an answer a variable has no new value") {
  CHECK(body_complaints_of("ok = redis.DEL(lock) timeout { }\nif ok { sleep 1s }").find("E0274") == 0);
  CHECK(body_complaints_of("ok = redis.DEL(lock) timeout { ok = false }\nif ok { sleep 1s }") == "");
  CHECK(body_complaints_of(
            "x = redis.GET(lock)\nif x == none { return }\nx = redis.GET(lock) timeout { }\nredis.SET(lock, x)") != "");
}

TEST_CASE("finally stands at the end of a client") {
  CHECK(body_complaints_of("sleep 1s\nfinally { redis.DEL(lock) }") == "");
  CHECK(body_complaints_of("finally { redis.DEL(lock) }\nsleep 1s").find("E0288") == 0);
  CHECK(body_complaints_of("loop { sleep 1s\nfinally { redis.DEL(lock) } }").find("E0288") == 0);
  CHECK(body_complaints_of("sleep 1s\nfinally { critical { sleep 1s } }").find("E0288") == 0);
  // A round may end behind its first call, and at it.
  CHECK(body_complaints_of("me = fresh id\nredis.DEL(lock)\nfinally { redis.SET(lock, me) }") == "");
  CHECK(body_complaints_of("redis.DEL(lock)\nme = fresh id\nfinally { redis.SET(lock, me) }").find("E0274") == 0);
  CHECK(body_complaints_of("redis.DEL(lock) timeout { }\nme = fresh id\nfinally { redis.SET(lock, me) }") == "");
  CHECK(body_complaints_of("me = fresh id\nif redis.DEL(lock) { return }\nfinally { redis.SET(lock, me) }") == "");
}

TEST_CASE("a second thread does not end a round that has a finally") {
  const auto beside = [](const std::string& call) {
    return body_complaints_of("background while in critical { every 1s { " + call +
                              " } }\ncritical { sleep 1s }\nfinally { redis.DEL(lock) }");
  };
  CHECK(beside("redis.DEL(lock) timeout { }") == "");
  CHECK(beside("redis.DEL(lock)").find("E0289") == 0);
  CHECK(beside("redis.DEL(lock) timeout { return }").find("E0289") == 0);
  CHECK(body_complaints_of("background while in critical { every 1s { redis.DEL(lock) } }\ncritical { sleep 1s }") ==
        "");
}

TEST_CASE("a retry with a timeout is a loop around both") {
  CHECK(body_program_of("retry until redis.EXEC() timeout { sleep 1s }") ==
        "loop\n"
        "  timeout\n"
        "    retry 1 @redis {(EXEC)}\n"
        "      operation @redis <EXEC()>\n"
        "        assign (EXEC) {not(touched)}\n"
        "        leave\n"
        "  --\n"
        "    sleep 2 1 s..1 s\n"
        "    continue\n"
        "  break\n");
  CHECK(body_program_of("redis.EXEC() within 2s\nfinally { sleep 1s }") ==
        "finally\n"
        "  timeout 2 s..2 s\n"
        "    call 1 @redis\n"
        "      operation @redis <EXEC()>\n"
        "        assign (EXEC) {not(touched)}\n"
        "        leave\n"
        "  --\n"
        "    return\n"
        "--\n"
        "  sleep 2 1 s..1 s\n");
}
