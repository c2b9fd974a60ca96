// Calls that get no answer, on the smallest machines that have them: how many states there are was counted by hand, and
// is the same with each reduction off, and by brute force. Readings, each with a verdict that was thought through.

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

TEST_CASE("a call without an answer has taken effect or not, and its client waits") {
  has_states(light("m.on = true"), "none", 2);
  // Idle or waiting, off or on.
  has_states(light("m.on = true"), "loss", 4);
  // Two before it is struck, and four behind it.
  has_states(light("m.on = true"), "loss 1 time", 6);
  has_states(light("m.on = true", "steady"), "loss 1 time", 2);
  has_states(light("m.on = true", "", "steady"), "loss 1 time", 2);
}

TEST_CASE("at a time-out a client does what its timeout says, and its calls may be lost, too") {
  has_states(light("m.on = true timeout { m.on = false }"), "none", 2);
  // Idle, waiting, before the second call, waiting for that: off or on.
  has_states(light("m.on = true timeout { m.on = false }"), "loss", 8);
  // Idle; the second call is never made.
  has_states(light("m.on = true timeout { return }"), "loss", 4);
}

TEST_CASE("a call with a limit waits as long as that, and no longer") {
  // Waiting with 2 s to go or with none, in one step of time; time is none of an idle client's business.
  has_states(light("m.on = true within 2s timeout { }"), "loss", 6);
  has_states(light("m.on = true within 2s"), "loss", 6);
  has_states(light("m.on = true within 2s"), "none", 2);
}

TEST_CASE("finally is done however a round ends, but not behind a crash") {
  const std::string cleans = light("m.on = true\nfinally { m.on = false }");
  // Idle and off; on, before it is switched off.
  has_states(cleans, "none", 2);
  // Idle, waiting for the first call, before the second, waiting for that: off or on.
  has_states(cleans, "loss", 8);
  // A crash leaves the light on; then it goes on and off, and on.
  has_states(cleans, "crash", 3);
  is_so(
      "protocol p\nserver m : memory { on : bool }\nclient w[1] { m.on = true; return; finally { m.on = false } }\n"
      "spec off \"Whoever is done has switched it off.\" never m.on and every(c in w where c idle)\n",
      "off holds");
  is_so(
      "protocol p\nserver m : memory { on : bool }\nclient w[1] { m.on = true; finally { m.on = false } }\n"
      "spec off \"Whoever is done has switched it off.\" never m.on and every(c in w where c idle)\n",
      "off fails using 1 loss under loss");
  is_so(
      "protocol p\nserver m : memory { on : bool }\nclient w[1] { m.on = true; finally { m.on = false } }\n"
      "spec off \"Whoever is done has switched it off.\" never m.on and every(c in w where c idle)\n",
      "off fails using 1 crash under crash");
}

TEST_CASE("a critical section is left before finally, with what is beside it") {
  const std::string protocol =
      "protocol p\nserver m : memory { n : int 0..3 }\nclient w[2] {\n"
      "background while in critical { every 1s { m.n = 1 timeout { } } }\n"
      "critical { if m.n == 1 { return }; work 2s }\nfinally { m.n = 2 }\n}\n"
      "spec alone \"One.\" never count(c in clients where c in critical) > 1\n"
      "spec ends \"All come to their end.\" for each c in clients: c in critical leads to c ends round\n";
  for (const char* faults : {"none", "loss 1 time", "crash 1 time, loss 1 time", "pause 1 time, loss 1 time"})
    agrees(model_of(protocol, std::string("alone fails under ") + faults));
}

TEST_CASE("who gets no answer knows what it knew") {
  const auto knows = [](const std::string& rest) {
    return "protocol p\nserver m : memory { on : bool }\nclient w[1] {\nold = false\n"
           "atomic { old = m.on; m.on = true } timeout { " +
           rest + " }\n}\nspec silent \"It has learnt nothing.\" asserted\n";
  };
  is_so(knows("assert silent: not old"), "silent holds under loss");
  // It asks itself, as a script would: what the server does with what it has read is done.
  is_so(
      "protocol p\nserver m : memory { on : bool  both : bool }\nclient w[1] {\n"
      "atomic { old = m.on; m.on = true; if old { m.both = true } } timeout { }\n}\n"
      "spec twice \"The second round finds it on.\" reachable m.both\n",
      "twice reachable under loss");
}

TEST_CASE("a way out of a block on the server is the client's, and it does not take it") {
  const std::string protocol =
      "protocol p\nserver m : memory { on : bool  off : bool }\nclient w[1] {\n"
      "loop { atomic { if m.on { break }; m.on = true } timeout { m.off = true timeout { }; return } }\n"
      "m.on = false\n}\nspec both \"It is said to be off while it is on.\" reachable m.on and m.off\n";
  is_so(protocol, "both reachable under loss");
  is_so(protocol, "both reachable under loss 1 time");
}

TEST_CASE("a retry whose attempt is lost ends the round, or begins anew") {
  const auto locks = [](const std::string& rest) {
    return "protocol p\nserver redis : redis { lock : string }\nclient w[2] {\nme = fresh id\n" + rest +
           "\ncritical { work 1s }\nredis.DEL(lock) timeout { }\n}\n";
  };
  is_so(locks("retry until redis.SET(lock, me, NX)"), "recovers fails using 1 loss under loss");
  is_so(locks("retry until redis.SET(lock, me, NX) timeout { }"), "recovers fails using 1 loss under loss");
  is_so(locks("retry until redis.SET(lock, me, NX) timeout { break }"),
        "mutual_exclusion fails using 1 loss under loss");
  is_so(locks("retry every 1s until redis.SET(lock, me, NX, PX 3s) timeout { sleep 1s }"),
        "recovers holds under loss 1 time");
  // Giving up is as ever, and a lost attempt may end the round before it.
  is_so(locks("retry until redis.SET(lock, me, NX, PX 3s) within 2s else { return }"),
        "mutual_exclusion holds under loss 1 time");
  is_so(locks("retry until redis.SET(lock, me, NX, PX 3s) within 2s"), "mutual_exclusion fails under loss 1 time");
}

TEST_CASE("the lock that a lost call gave is given by that call") {
  // Who takes a time-out for a yes has the older grant, though it enters later.
  const std::string protocol =
      "protocol p\nserver redis : redis { lock : string }\nserver doc : fenced_document\nclient w[2] {\n"
      "me = fresh id\nok = redis.SET(lock, me, NX, PX 2s) timeout { ok = true }\n"
      "if not ok { return }\ncritical { seen = doc.load(); doc.save(1) }\n}\n";
  for (const char* faults : {"none", "loss 1 time", "loss 2 times", "loss 1 time, pause 1 time"})
    agrees(model_of(protocol, std::string("mutual_exclusion holds under ") + faults));
}

TEST_CASE("who waits for a condition may ask in vain, or get what it does not know of") {
  const auto waits = [](const std::string& rest) {
    return "protocol p\nserver m : memory { free : bool = true }\nclient w[2] {\nwhen m.free " + rest +
           "\ncritical { work 1s }\nm.free = true timeout { }\n}\n";
  };
  is_so(waits("{ m.free = false }"), "recovers fails using 1 loss under loss");
  is_so(waits("{ m.free = false }"), "mutual_exclusion holds under loss");
  is_so(waits("within 2s { m.free = false } else { return }"), "mutual_exclusion holds under loss 1 time");
  is_so(waits("within 2s { m.free = false }"), "mutual_exclusion fails under loss 1 time");
}

TEST_CASE("a crash finds a client that waits for an answer, and a pause does not delay it") {
  const std::string protocol =
      "protocol p\nserver redis : redis { lock : string }\nclient w[2] {\nme = fresh id\n"
      "retry until redis.SET(lock, me, NX, PX 3s)\ncritical { work 1s }\n"
      "finally { atomic { if redis.GET(lock) == me { redis.DEL(lock) } } }\n}\n";
  for (const char* faults : {"loss 1 time, crash 1 time", "loss 1 time, pause 1 time", "loss, crash for ever 1 time",
                             "loss 1 time, restart 1 time"})
    agrees(model_of(protocol, std::string("mutual_exclusion holds under ") + faults));
}

TEST_CASE("dense time and views leave calls without an answer alone, and say why") {
  const Model model = model_of(light("m.on = true"), "seen holds under loss");
  Settings settings;
  settings.time = TimeSearch::dense;
  const Answer answer = check(model, model.expectations.front().scenario, {model.expectations.front().spec}, settings);
  CHECK(answer.verdicts.at(0).verdict == Verdict::holds);
  CHECK(answer.in_ticks_because.find("calls") != std::string::npos);
}

}  // namespace
}  // namespace interlock::check
