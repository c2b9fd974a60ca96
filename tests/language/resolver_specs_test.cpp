// Specs over the clients of a protocol, expectations and scenarios.

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/language/model_text.hpp"
#include "tests/language/resolving.hpp"

using namespace interlock::language;
using namespace interlock::language::tests;

namespace {

const Spec& spec_of(const Model& model, const std::string& name) {
  const auto found =
      std::find_if(model.specs.begin(), model.specs.end(), [&](const Spec& spec) { return spec.name == name; });
  REQUIRE(found != model.specs.end());
  return *found;
}

std::string condition_of(const Model& model, const std::string& name) {
  const Spec& spec = spec_of(model, name);
  if (!spec.applies) return "no: " + spec.why_not;
  std::string text;
  for (std::size_t index = 0; index < spec.condition.size(); ++index) {
    if (index < spec.given.size()) text += expression_text(model, spec.given[index]) + " -> ";
    text += expression_text(model, spec.condition[index]) + "\n";
  }
  return text;
}

constexpr const char* two_workers =
    "protocol p\nparam limit = 2\nserver d : doc\nserver r : redis { lock : string }\n"
    "client reader { section reading { d.load() } }\n"
    "client w[2] { t = now; seen = d.load(); critical until t + 10s { d.save(seen) }; r.GET(lock) }\n";

std::string expecting(const std::string& line) { return std::string(two_workers) + "expect {\n" + line + "\n}"; }

std::string scenario_text(const std::string& faults) {
  Diagnostics diagnostics;
  const auto scenario = resolve_scenario(parse_faults(source_of(faults), diagnostics), diagnostics);
  if (scenario) return to_text(*scenario);
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += diagnostic.number + " ";
  return text;
}

}  // namespace

TEST_CASE("quantifiers are written out over the clients with a critical section") {
  const Model model = model_of(two_workers);
  REQUIRE(model.clients.size() == 3);
  CHECK(condition_of(model, "mutual_exclusion") == "<=(number of(in #1 s0, in #2 s0), 1)\n");
  CHECK(condition_of(model, "at_most_limit") == "<=(number of(in #1 s0, in #2 s0), 2)\n");
  CHECK(condition_of(model, "exclusive_belief") ==
        "<=(number of(and(in #1 s0, before #1), and(in #2 s0, before #2)), 1)\n");
  CHECK(condition_of(model, "exclusive_lease") == "<=(number of(lease #1, lease #2), 1)\n");
  CHECK(condition_of(model, "reads_seen") == "or(false, false)\n");
  CHECK(condition_of(model, "no_deadlock") ==
        "waiting #1 -> or(enters #1 s0, ends round #1)\nwaiting #2 -> or(enters #2 s0, ends round #2)\n");
  CHECK(spec_of(model, "no_deadlock").clients == std::vector<ClientIndex>{1, 2});
  CHECK(spec_of(model, "no_deadlock").for_each);
}

TEST_CASE("a spec that the protocol has no words for does not apply, and says why") {
  const Model model = model_of("protocol p\nserver m : memory { a : bool }\nclient c { m.a = true }");
  CHECK(condition_of(model, "mutual_exclusion") == "no: no client has a critical section");
  CHECK(condition_of(model, "no_lost_update") == "no: nothing in it asserts no_lost_update");
  const Model other = model_of("protocol p\nserver m : memory { a : bool }\nclient c { critical { m.a = true } }");
  CHECK(condition_of(other, "at_most_limit") == "no: it has no param limit");
  CHECK(condition_of(other, "exclusive_lease") == "no: no server has an expiring cell");
  CHECK(condition_of(other, "first_come_first_served") == "no: no client says when it is queued");
  CHECK(condition_of(other, "reads_seen") == "no: no client has a section reading");
  CHECK(condition_of(other, "exclusive_belief") == "no: no critical section says `until` when it trusts its lock");
}

TEST_CASE("a spec does not apply where a name means something else") {
  const std::string client = "client c { sleep 1s; critical { sleep 1s } }";
  CHECK(condition_of(model_of("protocol p\nparam limit = 3s\n" + client), "at_most_limit") ==
        "no: a number cannot be compared with a duration");
  CHECK(condition_of(model_of("protocol p\nparam limit = 1..3\n" + client), "at_most_limit") ==
        "no: its param limit is a range");
}

TEST_CASE("what is asserted or witnessed under a name of its own is a spec") {
  const Model model = model_of(two_workers);
  CHECK(spec_of(model, "no_lost_update").applies);
  CHECK(spec_of(model, "stale").form == PropertyForm::witnessed);
  CHECK(complaints_of(expecting("stale reachable\nno_lost_update holds")) == "");
  CHECK(complaints_of(std::string(two_workers) + "client x { sleep 1s; assert mutual_exclusion: true }") ==
        "E0403 7:22");
}

TEST_CASE("specs of a protocol") {
  const std::string head = two_workers;
  const Model model =
      model_of(head +
               "spec b \"B.\" never some(c in reader where c in reading and d.version > 0)\n"
               "spec a \"A.\" for each c in w: c in critical leads to every(d in w where d == c or d alive)\n");
  CHECK(condition_of(model, "b") == "and(in #0 s1, >(version, 0))\n");
  CHECK(condition_of(model, "a") ==
        "in #1 s0 -> and(or(true, alive #1), or(false, alive #2))\n"
        "in #2 s0 -> and(or(false, alive #1), or(true, alive #2))\n");
  CHECK(model.specs[9].name == "a");
  CHECK(complaints_of(head + "spec a \"A.\" always count(c in clientz where c alive) <= 1") == "E0210 7:31");
  CHECK(complaints_of(head + "spec a \"A.\" always some(c in w where e in critical)") == "E0402 7:38");
  const std::string shown = shown_complaints_of(head + "spec a \"A.\" always w in critical");
  CHECK(shown.find("w is a kind of client, not one of them") != std::string::npos);
  CHECK(shown.find("help: some(c in w where c in critical)\n") != std::string::npos);
  CHECK(complaints_of(head + "spec a \"A.\" always some(c in w where c in critcal)") == "E0401 7:43");
  CHECK(complaints_of(head + "spec a \"A.\" always d.versio > 0") == "E0207 7:22");
  CHECK(complaints_of(head + "spec a \"A.\" always lim > 0") == "E0201 7:20");
  CHECK(complaints_of(head + "spec a \"A.\" always now > 0") == "E0215 7:20");
  CHECK(complaints_of(head + "spec mutual_exclusion \"A.\" always true") == "E0404 7:6");
}

TEST_CASE("expectations name a spec that applies") {
  const Model model = model_of(
      expecting("mutual_exclusion holds\nmutual_exclusion fails using 1 pause under crash 2 times, pause <= 3s\n"
                "at_most_limit holds under skew 10ms assuming distinct_clocks"));
  REQUIRE(model.expectations.size() == 3);
  CHECK(model.expectations[0].text == "mutual_exclusion holds");
  CHECK(model.expectations[1].text == "mutual_exclusion fails using 1 pause under pause <= 3s, crash 2 times");
  CHECK(model.expectations[1].scenario.faults[0].amount == 3'000'000);
  CHECK(model.expectations[1].used[0].kind == FaultKind::pause);
  CHECK(model.expectations[2].text == "at_most_limit holds under skew 10ms assuming distinct_clocks");
  CHECK(model.expectations[2].scenario.distinct_clocks);
  CHECK(model.specs[model.expectations[2].spec].name == "at_most_limit");
}

TEST_CASE("what leads to something, and where it is asked, is a situation") {
  const auto with = [](const std::string& property) {
    return std::string(two_workers) + "spec mine \"Mine.\"\n" + property;
  };
  CHECK(complaints_of(with("for each c in clients: c in critical leads to c leaves critical")).empty());
  CHECK(complaints_of(with("for each c in clients: c enters critical leads to c leaves critical")) == "E0428 8:24");
  CHECK(complaints_of(with("some(c in clients where c ends round) again and again leads to "
                           "some(c in clients where c enters critical)"))
            .empty());
  CHECK(complaints_of(with("for each c in clients where c ends round: always possible c enters critical")) ==
        "E0428 8:29");
  CHECK(complaints_of(with("for each c in clients: c in critcal leads to c leaves critical")) == "E0401 8:29");
}

TEST_CASE("expectations that cannot be met") {
  CHECK(complaints_of(expecting("mutual_exclusio holds")) == "E0421 8:1");
  CHECK(complaints_of(expecting("first_come_first_served holds")) == "E0422 8:1");
  CHECK(complaints_of(expecting("mutual_exclusion reachable")) == "E0424 8:1");
  CHECK(complaints_of(expecting("stale holds")) == "E0424 8:1");
  CHECK(complaints_of(expecting("stale fails")) == "E0424 8:1");
  CHECK(complaints_of(expecting("mutual_exclusion holds assuming distinct_clock")) == "E0425 8:33");
  CHECK(complaints_of(expecting("mutual_exclusion fails using 1 crash under pause")) == "E0426 8:30");
  CHECK(complaints_of(expecting("mutual_exclusion holds\nmutual_exclusion holds")) == "E0427 9:1");
  CHECK(complaints_of(expecting("mutual_exclusion holds under pasue")) == "E0411 8:30");
}

TEST_CASE("faults") {
  CHECK(scenario_text("none") == "none");
  CHECK(scenario_text("drift 1500ms, crash for ever, pause 1 time, skew 10ms 2 times") ==
        "pause 1 time, crash for ever, skew 10ms 2 times, drift 1.5s");
  CHECK(scenario_text("session end 2 times, failover, clock_jump 2s 1 time, restart") ==
        "clock_jump 2s 1 time, restart, failover lag <= 3 writes, session end 2 times");
  CHECK(scenario_text("loss 2 times") == "loss 2 times");
  CHECK(scenario_text("failover lag <= 1 write 1 time") == "failover lag <= 1 write 1 time");
  CHECK(scenario_text("stall") == "E0410 ");
  CHECK(scenario_text("partition, duplicate 1 time, late") == "late, duplicate 1 time, partition");
  CHECK(scenario_text("clock_jump, restart 3s") == "E0412 E0413 ");
  CHECK(scenario_text("crash lag <= 2 writes") == "E0413 ");
  CHECK(scenario_text("failover lag <= 0 writes") == "E0418 ");
  CHECK(scenario_text("paws") == "E0411 ");
  CHECK(scenario_text("skew, drift") == "E0412 E0412 ");
  CHECK(scenario_text("crash 3s") == "E0413 ");
  CHECK(scenario_text("pause for ever") == "E0414 ");
  CHECK(scenario_text("pause <= x") == "E0415 ");
  CHECK(scenario_text("crash 0 times") == "E0416 ");
  CHECK(scenario_text("pause, pause 1 time") == "E0417 ");
}

TEST_CASE("durations as words") {
  CHECK(duration_text(0) == "0 s");
  CHECK(duration_text(10) == "10 us");
  CHECK(duration_text(250'000) == "250 ms");
  CHECK(duration_text(1'500) == "1.5 ms");
  CHECK(duration_text(1'500'000) == "1.5 s");
  CHECK(duration_text(90'000'000) == "90 s");
  CHECK(duration_text(3'600'000'000) == "3600 s");
  CHECK(duration_text(-500'000) == "-500 ms");
}

TEST_CASE("faults that a protocol declares") {
  const auto complaints = [](const std::string& fault) {
    const std::string all = complaints_of(two_workers + fault);
    const std::string others = complaints_of(two_workers);
    return all.find(others) == 0 ? all.substr(others.size()) : all;
  };
  CHECK(complaints("fault gone \"It is gone.\" { clear r.lock }").empty());
  CHECK(complaints("fault gone { if present r.lock { either { clear r.lock } or { expire r.lock in 1s } } }").empty());
  CHECK(complaints("fault gone { r.GET(lock) }").find("E0430") != std::string::npos);
  CHECK(complaints("fault gone { x = 1 }").find("E0430") != std::string::npos);
  CHECK(complaints("fault gone { work 1s }").find("E0430") != std::string::npos);
  CHECK(complaints("fault gone { }").find("E0431") != std::string::npos);
  CHECK(complaints("fault pause { clear r.lock }").find("E0432") != std::string::npos);
  CHECK(complaints("fault stall { clear r.lock }").find("E0432") != std::string::npos);
  CHECK(complaints("fault gone { clear r.lock }\nfault gone { clear r.lock }").find("E0203") != std::string::npos);
  const Model model = model_of(two_workers + std::string("fault gone \"It is gone.\" { clear r.lock }\n") +
                               "expect { mutual_exclusion fails using 2 gone under gone 2 times, pause }");
  REQUIRE(model.own_faults.size() == 1);
  CHECK(model.own_faults[0].sentence == "It is gone.");
  CHECK(model.own_faults[0].server == 1);
  REQUIRE(model.expectations.size() == 1);
  CHECK(to_text(model.expectations[0].scenario) == "pause, gone 2 times");
  CHECK(model.expectations[0].used[0].name() == "gone");
}

TEST_CASE("who is steady, durable, replicated") {
  const Model model = model_of(
      "protocol p\nserver r : redis durable replicated { lock : string }\nserver d : doc steady\n"
      "client ops[1] steady { r.GET(lock) }\nclient w[1] { d.load() }\n");
  CHECK(model.servers[0].durable);
  CHECK(model.servers[0].replicated);
  CHECK_FALSE(model.servers[0].steady);
  CHECK(model.servers[1].steady);
  CHECK(model.kinds[0].steady);
  CHECK_FALSE(model.kinds[1].steady);
}
