// Faults of servers on the smallest machines that have them: how many states there are was counted by hand, and is the
// same with each reduction off, and by brute force.

#include <string>

#include "engine/check/checker.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/must_read.hpp"

namespace interlock::check {
namespace {

using namespace language;

/// A client switches a light on, again and again; `how` is what its server is.
std::string light(const std::string& how, const std::string& rest = "") {
  return "protocol light\nserver m : memory " + how + " { on : bool }\nclient w[1] { m.on = true }\n" + rest +
         "spec seen \"It can come on.\" always possible m.on\n";
}

Model model_of(const std::string& protocol, const std::string& faults, const std::string& store = "") {
  const std::string under = faults.empty() ? "" : " under " + faults;
  return tests::must_read(protocol + "expect { seen holds" + under + " }\n", store);
}

void has_states(const Model& model, std::uint64_t wanted) {
  const Scenario& scenario = model.expectations.front().scenario;
  const std::uint32_t spec = tests::spec_named(model, "seen");
  INFO(to_text(scenario));
  const oracle::Agreement agreement = oracle::compare(model, scenario, oracle::specs_of(model), {});
  CHECK(agreement.differences == "");
  CHECK(agreement.states == wanted);
  const Answer answer = check(model, scenario, {spec}, {});
  CHECK(answer.verdicts.at(0).verdict == Verdict::holds);
  CHECK(answer.states == wanted);
}

TEST_CASE("a server that restarts: off and on, and how often it has happened") {
  has_states(model_of(light(""), ""), 2);
  has_states(model_of(light(""), "restart"), 2);
  has_states(model_of(light(""), "restart 1 time"), 4);
  has_states(model_of(light("durable"), "restart"), 2);
  has_states(model_of(light("steady"), "restart 1 time"), 2);
}

TEST_CASE("a server that fails over: what it is, what it was before its last write, and how often it has happened") {
  // Off with nothing before; on, and off before it; the same once more behind a failover.
  has_states(model_of(light("replicated"), "failover lag <= 1 write 1 time"), 4);
  has_states(model_of(light("replicated"), "failover lag <= 3 writes 1 time"), 4);
  has_states(model_of(light("replicated"), "failover"), 2);
  has_states(model_of(light(""), "failover 1 time"), 2);
  has_states(model_of(light("replicated steady"), "failover 1 time"), 2);
}

TEST_CASE("a fault of the protocol's own strikes where it changes something") {
  const std::string out = "fault out \"The light goes out.\" { m.on = false }\n";
  has_states(model_of(light("", out), "out"), 2);
  has_states(model_of(light("", out), "out 1 time"), 4);
  has_states(model_of(light("", out), "out 2 times"), 6);
  has_states(model_of(light("steady", out), "out 1 time"), 2);
  const std::string either = "fault flips { either { m.on = false } or { m.on = true } }\n";
  has_states(model_of(light("", either), "flips 1 time"), 4);
}

TEST_CASE("a session ends where there is one") {
  const std::string store =
      "store door\nstate { on : bool }\nconnection { inside : bool }\n"
      "on disconnect {\n  if inside { on = false }\n  inside = false\n}\n"
      "op COME() { on = true; inside = true }\n";
  const std::string protocol =
      "protocol light\nserver m : door\nclient w[1] { m.COME() }\nspec seen \"It can come on.\" always possible m.on\n";
  has_states(model_of(protocol, "session end", store), 2);
  has_states(model_of(protocol, "session end 1 time", store), 4);
  const std::string steady =
      "protocol light\nserver m : door\nclient w[1] steady { m.COME() }\nspec seen \"It can come on.\" always possible "
      "m.on\n";
  has_states(model_of(steady, "session end 1 time, crash 1 time", store), 2);
}

TEST_CASE("a clock that jumps: a deadline of 2 s, in steps of 1 s") {
  const std::string protocol =
      "protocol light\nserver m : redis { k : string }\nclient w[1] { m.SET(k, 1, NX, PX 2s) }\n"
      "spec seen \"It can come on.\" always possible present m.k\n";
  // Off; on with 2 s to go, and with none: nothing happens in between, and time does not stop there.
  has_states(model_of(protocol, ""), 3);
  // With 2 s, 1 s and none. Before and behind the jump; behind it one may have 3 s to go, too.
  has_states(model_of(protocol, "clock_jump 1s 1 time"), 9);
}

TEST_CASE("a failover that loses no write ends sessions, where there are some") {
  const std::string store =
      "store door\nstate { on : bool }\nconnection { inside : bool }\n"
      "on disconnect {\n  if inside { on = false }\n  inside = false\n}\n"
      "op COME() { on = true; inside = true }\n";
  const std::string protocol =
      "protocol light\nserver m : door replicated\nclient w[1] { m.COME() }\n"
      "spec seen \"It can come on.\" always possible m.on\n";
  // Shut; open. A failover shuts it, whether or not the write that opened it is lost. Before it and behind it.
  has_states(model_of(protocol, "failover 1 time", store), 4);
}

TEST_CASE("a jump is as exact as whole ticks where one deadline lies across it, once") {
  const auto step = [](const std::string& keys, const std::string& faults) {
    const std::string protocol = "protocol light\nserver m : redis { " + keys +
                                 " }\nclient w[1] { m.SET(k, 1, NX, PX 2s) }\n"
                                 "spec seen \"It can come on.\" always possible present m.k\n";
    const Model model = model_of(protocol, faults);
    return check(model, model.expectations.front().scenario, {tests::spec_named(model, "seen")}, {}).coarse_step;
  };
  CHECK(step("k : string", "clock_jump 1s 1 time") == 0);
  CHECK(step("k : string", "clock_jump 1s 2 times") == 1'000'000);
}

TEST_CASE("dense time leaves faults of servers to the ticks, and says why") {
  const Model model = model_of(light(""), "restart");
  Settings settings;
  settings.time = TimeSearch::dense;
  const Answer answer = check(model, model.expectations.front().scenario, {tests::spec_named(model, "seen")}, settings);
  CHECK(answer.verdicts.at(0).verdict == Verdict::holds);
  CHECK(answer.in_ticks_because.find("servers") != std::string::npos);
}

}  // namespace
}  // namespace interlock::check
