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

TEST_CASE("whoever will not enter was given nothing, as far as its variables say so at once") {
  const auto lease = [](const std::string& body) {
    const std::string text =
        "protocol p\nserver r : redis { a : string  b : string }\nclient w[2] once {\n  me = fresh id\n" + body + "}\n";
    return verdict_of(tests::must_read(text), "exclusive_lease");
  };
  const std::string both = "  x = r.SET(a, me, NX, PX 3s)\n  y = r.SET(b, me, NX, PX 3s)\n";
  CHECK(lease(both + "  work 1s\n  if x and y { critical { } }\n") == Verdict::holds);
  CHECK(lease(both + "  t = now\n  if x and y { critical { } }\n") == Verdict::holds);
  CHECK(lease(both + "  t = now\n  if not x { return }\n  if not y { return }\n  critical { }\n") == Verdict::holds);
  CHECK(lease(both + "  t = now\n  ok = x\n  if ok { critical { } }\n") == Verdict::holds);
  CHECK(lease(both + "  work 1s\n  if x or y { critical { } }\n") == Verdict::fails);
  CHECK(lease("  r.SET(a, me, PX 3s)\n  work 1s\n  critical { }\n") == Verdict::fails);
  CHECK(lease("  r.SET(a, me, PX 3s)\n  work 1s\n  either { critical { } } or { work 0s }\n") == Verdict::fails);
  CHECK(lease("  r.SET(a, me, PX 3s)\n  work 1s\n  if false { critical { } }\n  if true { r.GET(b) }\n") ==
        Verdict::holds);
  // What is decided by what comes later is not known yet.
  CHECK(lease("  r.SET(a, me, PX 3s)\n  t = now\n  work 1s\n  u = now\n  if u - t < 5s { critical { } }\n") ==
        Verdict::fails);
}

TEST_CASE("granted on one way says nothing of another one") {
  const auto lease = [](const std::string& rest) {
    const std::string text =
        "protocol p\nserver r : redis { lock : string }\nserver m : memory { no : bool }\nclient w[2] {\n"
        "  me = fresh id\n" +
        rest + "}\n";
    return verdict_of(tests::must_read(text), "exclusive_lease");
  };
  const std::string right = "    retry until r.SET(lock, me, NX, PX 5s)\n    granted\n    work 1s\n    critical { }\n";
  const std::string wrong = "    r.SET(lock, me, PX 5s)\n    work 1s\n    critical { }\n";
  CHECK(lease("  either {\n" + right + "  } or { return }\n") == Verdict::holds);
  CHECK(lease("  either {\n" + right + "  } or {\n" + wrong + "  }\n") == Verdict::fails);
  CHECK(lease("  atomic { never = m.no }\n  if never { granted }\n" + wrong) == Verdict::fails);
  CHECK(lease("  granted\n  r.SET(lock, me, PX 5s)\n  work 1s\n  critical { }\n") == Verdict::holds);
}

TEST_CASE("the first token is above none, whatever it is") {
  const auto fence = [](const std::string& step, const std::string& token) {
    const std::string text = "protocol p\nserver m : memory { k : token }\nclient a[2] once {\n  atomic { t = m.k; " +
                             step + " }\n  fence " + token + "\n  critical { work 1s }\n}\n";
    return verdict_of(tests::must_read(text), "fence_monotonic");
  };
  CHECK(fence("m.k = next m.k", "t") == Verdict::holds);
  CHECK(fence("m.k = next m.k", "0") == Verdict::fails);
  CHECK(fence("m.k = 1", "t") == Verdict::holds);
  CHECK(fence("m.k = 0", "t") == Verdict::fails);
}

}  // namespace interlock::check
