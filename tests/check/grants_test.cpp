// When the lock was given, and what a fence behind it is compared with.

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/must_read.hpp"

#include <string>

namespace interlock::check {
namespace {

/// Engine and brute force agree.
Verdict verdict_of(const language::Model& model, const std::string& spec) {
  const std::uint32_t index = tests::spec_named(model, spec);
  CHECK(oracle::compare(model, {}, {index}, {}).differences == "");
  const Answer answer = check(model, {}, {index}, {});
  CHECK(answer.not_reproduced == "");
  return answer.verdicts.at(0).verdict;
}

Verdict fence_of(const std::string& acquire, const std::string& inside = "work 1s") {
  const std::string text =
      "protocol p\nserver redis : redis { lock : string  seq : string }\nclient worker[2] {\n  me = fresh id\n" +
      acquire + "  critical { " + inside + " }\n  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n}\n";
  return verdict_of(tests::must_read(text), "fence_monotonic");
}

const std::string number = "  token = redis.INCR(seq)\n";
const std::string lock = "  retry until redis.SET(lock, me, NX)\n";

}  // namespace

TEST_CASE("a fence in the step that was given the lock is compared with the grants before it") {
  // Who has the lower number may get the lock later.
  CHECK(fence_of(number + lock + "  fence token\n") == Verdict::fails);
  CHECK(fence_of(number + lock + "  granted\n  fence token\n") == Verdict::fails);
  CHECK(fence_of(number + lock, "fence token\n work 1s") == Verdict::fails);
  CHECK(fence_of(lock + number + "  fence token\n") == Verdict::holds);
  CHECK(fence_of("  retry until atomic {\n    if redis.SET(lock, me, NX) { token = redis.INCR(seq); break }\n  }\n"
                 "  fence token\n") == Verdict::holds);
}

TEST_CASE("the second section of a round has a grant of its own") {
  const std::string text =
      "protocol p\nserver r : redis { c : string }\nclient a {\n  t = r.INCR(c)\n  fence t\n  critical { work 1s }\n"
      "  u = r.INCR(c)\n  fence u\n  critical { work 1s }\n}\n";
  CHECK(verdict_of(tests::must_read(text), "fence_monotonic") == Verdict::holds);
}

TEST_CASE("a lock that is given once is one grant, however often it is fenced") {
  CHECK(fence_of(lock + number + "  fence token\n", "fence token\n work 1s") == Verdict::holds);
  CHECK(fence_of(lock + number + "  fence token\n  fence token\n") == Verdict::holds);
}

TEST_CASE("whoever gives up waiting has the lock from the call before") {
  // The first client calls, waits for 2 s and writes; the second calls after it, and writes before it.
  const auto stale = [](const std::string& wait) {
    const std::string text =
        "protocol p\nserver m : memory { x : bool  go : bool }\nserver doc : document\nclient a once {\n  m.x = true\n "
        " " +
        wait +
        "\n  critical { doc.write(1) }\n}\nclient b daemon {\n  sleep 1s\n  m.x = true\n  critical { doc.write(1) }\n"
        "  when m.go { }\n}\n";
    return verdict_of(tests::must_read(text), "no_stale_write");
  };
  CHECK(stale("work 2s") == Verdict::fails);
  CHECK(stale("when m.go within 2s { }") == Verdict::fails);
  CHECK(stale("when m.go within 2s { } else { work 0s }") == Verdict::fails);
  CHECK(stale("retry every 1s until atomic { if m.go { break } } within 2s") == Verdict::fails);
}

}  // namespace interlock::check
