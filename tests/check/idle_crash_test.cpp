// A crash between two rounds: whoever knows nothing may still lose a session, that what it wrote is its own, and the
// rounds to come. And what ends with a connection, where nothing but a watch was on it.

#include <string>

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/must_read.hpp"

namespace interlock::check {
namespace {

std::string answer_to(const language::Model& model, const language::Scenario& scenario, std::uint32_t spec,
                      TimeSearch time) {
  Settings settings;
  settings.time = time;
  const Answer answer = check(model, scenario, {spec}, settings);
  CHECK(answer.not_reproduced == "");
  const SpecResult& found = answer.verdicts.at(0);
  if (has_run(found)) return "run of " + std::to_string(found.faults) + " and " + std::to_string(found.steps);
  return found.verdict == Verdict::holds ? "holds" : found.verdict == Verdict::unreachable ? "unreachable" : "?";
}

/// Verdict, faults and steps of a spec, where ticks and dense time, each reduction on and off, and brute force agree.
std::string says(const std::string& protocol, const std::string& spec, const std::string& faults,
                 const std::string& store = "") {
  const language::Model model = interlock::tests::must_read(protocol, store);
  const language::Scenario scenario = oracle::scenario_of(faults);
  const std::uint32_t index = interlock::tests::spec_named(model, spec);
  const oracle::Agreement agreement = oracle::compare(model, scenario, {index}, {});
  CHECK(agreement.differences == "");
  CHECK(agreement.compared > 0);
  const std::string in_ticks = answer_to(model, scenario, index, TimeSearch::ticks);
  CHECK(answer_to(model, scenario, index, TimeSearch::dense) == in_ticks);
  return in_ticks;
}

const std::string door =
    "store door\nstate { closed : bool }\nconnection { inside : bool }\n"
    "on disconnect {\n  if inside { closed = true }\n  inside = false\n}\nop COME() { inside = true }\n";

TEST_CASE("an idle client that has a session loses it by a crash") {
  const std::string protocol =
      "protocol p\nserver m : door\nclient w { m.COME() }\nspec shut \"It never shuts.\" never m.closed\n";
  CHECK(says(protocol, "shut", "", door) == "holds");
  CHECK(says(protocol, "shut", "crash", door) == "run of 1 and 2");
  CHECK(says(protocol, "shut", "crash 1 time", door) == "run of 1 and 2");
}

TEST_CASE("an idle client that crashes for ever has lost the rounds to come") {
  const std::string protocol =
      "protocol p\nserver m : memory { go : bool }\nclient helper { m.go = true }\n"
      "client w {\n  when m.go { m.go = false }\n  critical { work 1s }\n}\n";
  CHECK(says(protocol, "recovers", "crash") == "holds");
  CHECK(says(protocol, "recovers", "crash for ever") == "run of 1 and 1");
  const std::string once =
      "protocol p\nserver m : memory { go : bool }\nclient helper once { m.go = true }\n"
      "client w { when m.go { }\n  critical { work 1s } }\n";
  CHECK(says(once, "recovers", "") == "holds");
  CHECK(says(once, "recovers", "crash") == "run of 1 and 1");
}

TEST_CASE("what a life wrote that ended between two rounds is not the next one's") {
  const auto protocol = [](const std::string& behind) {
    return "protocol p\nserver r : redis { lock : string }\nclient w {\n  me = fresh id\n"
           "  atomic { r.DEL(lock); r.SET(lock, me) }\n" +
           behind + "}\n";
  };
  CHECK(says(protocol("  critical { }\n"), "owner_releases", "") == "holds");
  CHECK(says(protocol("  critical { }\n"), "owner_releases", "crash") == "run of 1 and 3");
  CHECK(says(protocol("  critical { work 0s }\n"), "owner_releases", "crash") == "run of 1 and 3");
}

TEST_CASE("a transaction does not outlast its connection, also where nothing else is tied to it") {
  const std::string protocol =
      "protocol p\nserver r : redis replicated durable { lock : string }\nclient w once {\n"
      "  r.WATCH(lock)\n  ok = r.EXEC()\n  witness broken: not ok\n}\n";
  CHECK(says(protocol, "broken", "") == "unreachable");
  CHECK(says(protocol, "broken", "session end") == "run of 1 and 3");
  CHECK(says(protocol, "broken", "restart") == "run of 1 and 3");
  CHECK(says(protocol, "broken", "failover") == "run of 1 and 3");
}

}  // namespace
}  // namespace interlock::check
