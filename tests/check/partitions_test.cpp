// Clients that are cut off from a server, on the smallest machines that have them: how many states there are was
// counted by hand, and is the same with each reduction off, and by brute force. Readings, each with a verdict that was
// thought through.

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

/// As the only line says, and brute force agrees.
void is_so(const std::string& protocol, const std::string& expected) {
  const Model model = model_of(protocol, expected);
  const Expectation& line = model.expectations.front();
  INFO(protocol << expected);
  const SpecResult result = check(model, line.scenario, {line.spec}, {}).verdicts.at(0);
  CHECK(result.verdict == (line.verdict == ExpectedVerdict::holds ? Verdict::holds : Verdict::fails));
  if (line.says_used && result.story) {
    REQUIRE(result.story->used.size() == 1);
    CHECK(result.story->used[0].kind == line.used[0].kind);
    CHECK(result.story->used[0].count == line.used[0].count);
  }
  agrees(model);
}

TEST_CASE("whoever is cut off asks in vain, and reaches the server again at any moment") {
  has_states(light("m.on = true"), "none", 2);
  // Idle or waiting, cut off or not, off or on.
  has_states(light("m.on = true"), "partition", 8);
  // Two before it is struck.
  has_states(light("m.on = true"), "partition 1 time", 10);
  has_states(light("m.on = true", "steady"), "partition", 2);
  has_states(light("m.on = true", "", "steady"), "partition", 2);
}

TEST_CASE("all calls are lost while a partition lasts, at the price of one fault") {
  const std::string twice =
      "protocol p\nserver m : memory { n : int 0..2 = 2 }\nclient w[1] once {\n"
      "m.n = 1 timeout { }\nm.n = 0 timeout { }\n}\n"
      "spec told \"One of both is heard.\" never m.n == 2 and every(c in w where not c alive)\n";
  is_so(twice, "told fails using 1 partition under partition 1 time");
  is_so(twice, "told holds under loss 1 time");
  is_so(twice, "told fails using 2 loss under loss 2 times");
}

TEST_CASE("a client is cut off from one server at a time, and goes on with the others") {
  const std::string both =
      "protocol p\nserver a : memory { on : bool }\nserver b : memory { on : bool }\nclient w[1] once {\n"
      "a.on = true timeout { }\nb.on = true timeout { }\n}\n"
      "spec some \"One is on.\" never not a.on and not b.on and every(c in w where not c alive)\n";
  is_so(both, "some holds under partition 1 time");
  is_so(both, "some fails using 2 partition under partition");
}

std::string locks(const std::string& take, const std::string& release) {
  return "protocol p\nserver redis : redis { lock : string }\nclient w[2] {\nme = fresh id\n" + take +
         "\ncritical { work 1s }\n" + release + "\n}\n";
}

TEST_CASE("a lock that is not given back for a partition is there until its deadline") {
  const std::string compares = "atomic { if redis.GET(lock) == me { redis.DEL(lock) } }";
  is_so(locks("retry until redis.SET(lock, me, NX)", compares),
        "recovers fails using 1 partition under partition 1 time");
  is_so(locks("retry until redis.SET(lock, me, NX, PX 2s)", compares), "recovers holds under partition 1 time");
  is_so(locks("retry until redis.SET(lock, me, NX, PX 2s)", compares), "mutual_exclusion holds under partition 1 time");
  // A partition has an end, and whoever goes on trying gets there.
  is_so(locks("retry until redis.SET(lock, me, NX, PX 2s)", compares),
        "eventually_available holds under partition 1 time");
  is_so(locks("retry every 1s until redis.SET(lock, me, NX, PX 2s) within 3s else { return }", compares),
        "mutual_exclusion holds under partition 1 time");
  is_so(locks("retry until redis.SET(lock, me, NX, PX 2s) timeout { sleep 1s }", compares),
        "exclusive_lease holds under partition 1 time, crash 1 time");
}

TEST_CASE("who waits for a condition at a server that it does not reach waits in vain") {
  const std::string waits =
      "protocol p\nserver m : memory { free : bool = true }\nclient w[2] {\nwhen m.free { m.free = false }\n"
      "critical { work 1s }\nm.free = true timeout { }\n}\n";
  is_so(waits, "mutual_exclusion holds under partition 1 time");
  is_so(waits, "recovers fails using 1 partition under partition 1 time");
}

TEST_CASE("a partition beside other faults of calls, pauses and restarts") {
  const std::string protocol = locks("retry until redis.SET(lock, me, NX, PX 2s)", "redis.DEL(lock) timeout { }");
  for (const char* faults : {"partition 1 time, loss 1 time", "partition 1 time, pause 1 time",
                             "partition 1 time, restart 1 time", "partition 1 time, crash for ever 1 time"})
    agrees(model_of(protocol, std::string("mutual_exclusion fails under ") + faults));
  const Model light_with_requests = model_of(light("m.on = true timeout { m.on = false }"),
                                             "seen holds under partition 1 time, late 1 time, duplicate 1 time");
  agrees(light_with_requests);
}

TEST_CASE("a heartbeat that is not heard") {
  const auto beats = [](const std::string& then) {
    return "protocol p\nserver redis : redis { lock : string }\nclient w[2] {\nme = fresh id\n"
           "background while in critical { every 1s { redis.PEXPIRE(lock, 2s) within 0s timeout { " +
           then +
           " } } }\nretry until redis.SET(lock, me, NX, PX 2s)\ncritical { work 3s }\n"
           "atomic { if redis.GET(lock) == me { redis.DEL(lock) } }\n}\n";
  };
  is_so(beats(""), "mutual_exclusion fails using 1 partition under partition 1 time");
  is_so(beats("return"), "mutual_exclusion holds under partition 1 time");
}

}  // namespace
}  // namespace interlock::check
