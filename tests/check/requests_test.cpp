// Requests that are under way when their clients have gone on, on the smallest machines that have them: how many states
// there are was counted by hand, and is the same with each reduction off, and by brute force. Readings, each with a
// verdict that was thought through.

#include <string>

#include "engine/check/checker.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/must_read.hpp"

namespace interlock::check {
namespace {

using namespace language;

/// A client switches a light on, again and again.
std::string light(const std::string& body, const std::string& server = "", const std::string& client = "") {
  return "protocol light\nserver m : memory " + server + " { on : bool }\nclient w[1] " + client + " { " + body +
         " }\nspec seen \"It can come on.\" always possible m.on\n";
}

Model model_of(const std::string& protocol, const std::string& expected) {
  return tests::must_read(protocol + "expect { " + expected + " }\n");
}

void agrees(const Model& model) {
  const Scenario& scenario = model.expectations.front().scenario;
  const oracle::Agreement agreement = oracle::compare(model, scenario, oracle::specs_of(model), {});
  CHECK(agreement.differences == "");
  CHECK(agreement.compared > 0);
}

void has_states(const std::string& protocol, const std::string& faults, std::uint64_t wanted) {
  const Model model = model_of(protocol, "seen holds under " + faults);
  const Expectation& expected = model.expectations.front();
  INFO(protocol << to_text(expected.scenario));
  const oracle::Agreement agreement = oracle::compare(model, expected.scenario, oracle::specs_of(model), {});
  CHECK(agreement.differences == "");
  CHECK(agreement.states == wanted);
  const Answer answer = check(model, expected.scenario, {expected.spec}, {});
  CHECK(answer.verdicts.at(0).verdict == Verdict::holds);
  CHECK(answer.states == wanted);
}

SpecResult result_of(const Model& model) {
  const Expectation& line = model.expectations.front();
  return check(model, line.scenario, {line.spec}, {}).verdicts.at(0);
}

/// As the only line says, and brute force agrees.
void is_so(const std::string& protocol, const std::string& expected) {
  const Model model = model_of(protocol, expected);
  const Expectation& line = model.expectations.front();
  INFO(protocol << expected);
  const SpecResult result = result_of(model);
  const bool holds = line.verdict == ExpectedVerdict::holds;
  CHECK(result.verdict == (line.verdict == ExpectedVerdict::reachable ? Verdict::reachable
                           : holds                                    ? Verdict::holds
                                                                      : Verdict::fails));
  if (line.says_used && result.story) {
    REQUIRE(result.story->used.size() == 1);
    CHECK(result.story->used[0].kind == line.used[0].kind);
    CHECK(result.story->used[0].count == line.used[0].count);
  }
  agrees(model);
}

TEST_CASE("a late request takes effect at any moment, and its client waits for nothing") {
  // Not struck: off, on. Struck: it waits, or is idle again; under way while it is off or on, or come: on.
  has_states(light("m.on = true"), "late 1 time", 8);
  has_states(light("m.on = true", "steady"), "late 1 time", 2);
  has_states(light("m.on = true", "", "steady"), "late 1 time", 2);
}

TEST_CASE("a doubled request has its answer, and takes effect once more at any moment") {
  // Off, on; under way; come.
  has_states(light("m.on = true"), "duplicate 1 time", 4);
  // Of two as many as were sent may be under way.
  has_states(light("m.on = true"), "duplicate 2 times", 7);
  has_states(light("m.on = true", "", "steady"), "duplicate 2 times", 2);
}

TEST_CASE("a client has room for two requests that are under way, and runs with more are given up") {
  const std::string counts =
      "protocol p\nserver m : memory { n : int 0..9 }\nclient w[1] {\n"
      "atomic { if m.n < 9 { m.n += 1 } } timeout { }\n}\nspec few \"Few.\" never m.n > 8\n"
      "spec some \"Some.\" always possible m.n >= 0\n";
  for (const char* faults : {"late", "duplicate"}) {
    const Model model = model_of(counts, std::string("some holds under ") + faults);
    CHECK(result_of(model).verdict == Verdict::holds);
    const Answer answer = check(model, model.expectations.front().scenario, {model.expectations.front().spec}, {});
    CHECK(answer.gave_up_for(GaveUp::requests));
    agrees(model);
  }
  const Model bounded = model_of(counts, "few fails under late 2 times");
  const Expectation& line = bounded.expectations.front();
  CHECK_FALSE(check(bounded, line.scenario, {line.spec}, {}).gave_up_for(GaveUp::requests));
}

TEST_CASE("a request carries what its client knew when it sent it") {
  const auto writes = [](const std::string& rest) {
    return "protocol p\nserver m : memory { old : optional id  new : optional id }\nclient w[1] {\nme = fresh id\n"
           "m.old = me timeout { }\nme = fresh id\nm.new = me timeout { }\n" +
           rest + "}\nspec same \"Never the same.\" never m.old != none and m.old == m.new\n";
  };
  is_so(writes(""), "same holds under late 1 time");
  is_so(writes("m.old = me timeout { }\n"), "same fails under none");
  // It is read again at the server, and not before.
  is_so(
      "protocol p\nserver m : memory { a : bool  b : bool }\nclient w[1] {\n"
      "atomic { m.b = m.a } timeout { }\nm.a = true\n}\nspec both \"Both.\" reachable m.b\n",
      "both reachable under late 1 time");
  // What is bound in the block is bound anew.
  is_so(
      "protocol p\nserver m : memory { n : int 0..3 }\nclient w[1] once {\nseen = 0\n"
      "atomic { seen = m.n; m.n = 1; if seen == 1 { m.n = 3 } } timeout { }\natomic { m.n = 1 } timeout { }\n}\n"
      "spec three \"Twice.\" reachable m.n == 3\n",
      "three reachable under late 1 time");
}

TEST_CASE("the client keeps what it knows when its request comes") {
  is_so(
      "protocol p\nserver m : memory { n : int 0..3 }\nclient w[1] once {\nseen = 0\n"
      "atomic { seen = m.n; if m.n < 3 { m.n += 1 } } timeout { }\nwork 1s\nassert silent: seen == 0\nm.n = 0\n}\n"
      "spec silent \"It has learnt nothing.\" asserted\n",
      "silent holds under late 1 time");
  is_so(
      "protocol p\nserver m : memory { n : int 0..3 }\nclient w[1] once {\nseen = 0\n"
      "atomic { seen = m.n; if m.n < 3 { m.n += 1 } }\nwork 1s\nassert silent: seen == 0\nm.n = 0\n}\n"
      "spec silent \"It has learnt nothing.\" asserted\n",
      "silent holds under duplicate 1 time");
}

TEST_CASE("a request outlives its client") {
  const std::string protocol =
      "protocol p\nserver m : memory { on : bool }\nclient w[1] {\nm.on = true timeout { }\nwork 1s\nm.on = false\n}\n"
      "spec dark \"Off.\" never m.on and every(c in w where not c alive)\n";
  is_so(protocol, "dark fails under late 1 time, crash for ever 1 time");
  is_so(protocol, "dark fails under duplicate 1 time, crash for ever 1 time");
  is_so(
      "protocol p\nserver m : memory { on : bool }\nclient w[1] once {\nm.on = true timeout { }\nm.on = false\n}\n"
      "spec dark \"Off.\" never m.on and every(c in w where not c alive)\n",
      "dark fails using 1 late under late 1 time");
}

std::string locks(const std::string& take, const std::string& release) {
  return "protocol p\nserver redis : redis { lock : string }\nclient w[2] {\nme = fresh id\n" + take +
         "\ncritical { work 1s }\n" + release + "\n}\n";
}

TEST_CASE("a late DEL removes the next lock, unless it compares") {
  const std::string take = "retry until redis.SET(lock, me, NX, PX 3s)";
  const std::string compares = "atomic { if redis.GET(lock) == me { redis.DEL(lock) } } timeout { }";
  is_so(locks(take, "redis.DEL(lock) timeout { }"), "mutual_exclusion fails using 1 late under late 1 time");
  is_so(locks(take, "redis.DEL(lock) timeout { }"), "owner_releases fails using 1 late under late 1 time");
  is_so(locks(take, "redis.DEL(lock)"), "mutual_exclusion fails using 1 duplicate under duplicate 1 time");
  is_so(locks(take, compares), "mutual_exclusion holds under late 1 time");
  is_so(locks(take, compares), "owner_releases holds under duplicate 1 time");
  is_so(locks(take, compares), "exclusive_lease holds under late 1 time");
  is_so(locks(take, compares), "exclusive_lease holds under duplicate 1 time");
}

TEST_CASE("a late SET gives a lock that nobody waits for") {
  const std::string compares = "atomic { if redis.GET(lock) == me { redis.DEL(lock) } } timeout { }";
  is_so(locks("retry until redis.SET(lock, me, NX)", compares), "recovers fails using 1 late under late 1 time");
  is_so(locks("retry until redis.SET(lock, me, NX, PX 2s) timeout { }", compares), "recovers holds under late 1 time");
  is_so(locks("retry until redis.SET(lock, me, NX, PX 2s) timeout { break }", compares),
        "mutual_exclusion fails using 1 late under late 1 time");
}

TEST_CASE("a late write is one under the grant that it was sent with") {
  const auto writes = [](const std::string& store, const std::string& write) {
    return "protocol p\nserver lease : lease\nserver doc : " + store +
           "\nclient w[2] {\nme = fresh id\nretry until token = lease.grant(me, 2s)\ncritical {\nfence token\n" +
           write + "\n}\nlease.release(me)\n}\n";
  };
  is_so(writes("document", "doc.write(token) timeout { }"), "no_stale_write fails using 1 late under late 1 time");
  is_so(writes("document", "doc.write(token)"), "no_stale_write fails using 1 duplicate under duplicate 1 time");
  is_so(writes("fenced_document", "doc.save_newer(token) timeout { }"), "no_stale_write holds under late 1 time");
  is_so(writes("fenced_document", "doc.save(token)"), "no_stale_write holds under duplicate 1 time");
}

TEST_CASE("a condition that is waited for is asked when the request comes") {
  const std::string waits =
      "protocol p\nserver m : memory { free : bool = true }\nclient w[2] {\nwhen m.free { m.free = false }\n"
      "critical { work 1s }\nm.free = true timeout { }\n}\n";
  for (const char* faults : {"late 1 time", "duplicate 1 time"})
    agrees(model_of(waits, std::string("mutual_exclusion fails under ") + faults));
}

TEST_CASE("instants, ids in sets, and requests of a background are sent, too") {
  const std::string clocks =
      "protocol p\nserver redis : redis { sem : sorted_set }\nclient w[2] {\nme = fresh id\nt = now\n"
      "redis.ZADD(sem, me, t) timeout { }\nwork 1s\nredis.ZREM(sem, me) timeout { }\n}\n"
      "spec two \"Both.\" reachable count of redis.sem > 1\n";
  agrees(model_of(clocks, "two reachable under duplicate 1 time"));
  const std::string beats =
      "protocol p\nserver redis : redis { lock : string }\nclient w[1] {\nme = fresh id\n"
      "background while in critical { every 1s { redis.PEXPIRE(lock, 2s) timeout { } } }\n"
      "retry until redis.SET(lock, me, NX, PX 2s)\ncritical { work 1s }\nredis.DEL(lock) timeout { }\n}\n";
  agrees(model_of(beats, "recovers holds under late 1 time"));
}

TEST_CASE("what is not known of requests under way is refused in words") {
  const auto error_of = [](const std::string& protocol, const std::string& expected) {
    const Model model = model_of(protocol, expected);
    const Expectation& line = model.expectations.front();
    const Answer answer = check(model, line.scenario, {line.spec}, {});
    CHECK(answer.verdicts.at(0).verdict == Verdict::unknown);
    REQUIRE(answer.too_large);
    return answer.too_large->diagnostic();
  };
  const std::string watches =
      "protocol p\nserver redis : redis { lock : string }\nclient w[1] {\nredis.WATCH(lock)\nredis.DEL(lock)\n}\n"
      "spec seen \"It can.\" always possible present redis.lock\n";
  const Diagnostic kept = error_of(watches, "seen fails under late 1 time");
  CHECK(kept.number == std::string("E0613"));
  CHECK(kept.place.line == 4);
  const std::string protocol = locks("retry until redis.SET(lock, me, NX, PX 3s)", "redis.DEL(lock) timeout { }");
  CHECK(error_of(protocol, "owner_releases fails under late 1 time, crash").number == std::string("E0614"));
  // The others are asked all the same.
  const Model model = model_of(protocol, "mutual_exclusion fails under late 1 time, crash 1 time");
  const Answer both = check(model, model.expectations.front().scenario, oracle::specs_of(model), {});
  for (const SpecResult& result : both.verdicts) {
    if (result.spec == "owner_releases") CHECK(result.verdict == Verdict::unknown);
    if (result.spec == "mutual_exclusion") CHECK(result.verdict == Verdict::fails);
  }
}

}  // namespace
}  // namespace interlock::check
