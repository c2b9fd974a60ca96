// A server that comes back empty, or without its last writes, has forgotten what it refused; a property has not.

#include <string>

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/must_read.hpp"

namespace interlock::check {
namespace {

bool fails(const std::string& protocol, const std::string& spec, const std::string& faults,
           const std::string& store = "") {
  const language::Model model = interlock::tests::must_read(protocol, store);
  const Answer answer = check(model, oracle::scenario_of(faults), {interlock::tests::spec_named(model, spec)}, {});
  CHECK(answer.not_reproduced == "");
  REQUIRE(answer.verdicts.at(0).verdict != Verdict::unknown);
  return answer.verdicts.at(0).verdict == Verdict::fails;
}

/// The same, and brute force says so, too.
bool small_fails(const std::string& protocol, const std::string& spec, const std::string& faults,
                 const std::string& store = "") {
  const language::Model model = interlock::tests::must_read(protocol, store);
  const std::uint32_t index = interlock::tests::spec_named(model, spec);
  CHECK(oracle::compare(model, oracle::scenario_of(faults), {index}, {}).differences == "");
  return fails(protocol, spec, faults, store);
}

/// A gate that lets rising numbers through, and what it remembers of them for itself and for the property.
std::string gate(const std::string& where) {
  return "store gate\nstate { last : token" + std::string(where == "state" ? " most : token" : "") + " }\n" +
         (where == "state" ? "" : "remembered { most : token }\n") +
         "op pass(t: token) {\n  if t < last { return }\n  assert rising: t >= most\n  last = t\n"
         "  if t > most { most = t }\n}\n";
}

const std::string passing = "server g : gate replicated\nclient w[1] {\n  either { g.pass(1) } or { g.pass(2) }\n}\n";

TEST_CASE("what is remembered outlasts a restart and a failover, and what is stored does not") {
  const std::string protocol = "protocol p\n" + passing;
  for (const char* const faults : {"", "crash"}) {
    CHECK_FALSE(small_fails(protocol, "rising", faults, gate("remembered")));
    CHECK_FALSE(small_fails(protocol, "rising", faults, gate("state")));
  }
  for (const char* const faults : {"restart", "restart 1 time", "failover", "failover lag <= 1 write 1 time"}) {
    INFO(faults);
    CHECK(small_fails(protocol, "rising", faults, gate("remembered")));
    CHECK_FALSE(small_fails(protocol, "rising", faults, gate("state")));
  }
}

std::string fenced(const std::string& document) {
  return "protocol p\nserver s : lease steady\nserver doc : " + document +
         "\nclient w[2] {\n  me = fresh id\n  retry until t = s.grant(me, 2s)\n  fence t\n"
         "  critical { work 1s\n    doc.save(t) }\n  s.release(me)\n}\n";
}

TEST_CASE("a fence that forgets lets an older grant write") {
  for (const char* const spec : {"no_stale_write", "fence_accepts_rising"}) {
    INFO(spec);
    CHECK_FALSE(fails(fenced("fenced_document"), spec, "pause 1 time"));
    CHECK_FALSE(fails(fenced("fenced_document durable"), spec, "pause 1 time, restart 1 time"));
    CHECK(fails(fenced("fenced_document"), spec, "pause 1 time, restart 1 time"));
    CHECK(fails(fenced("fenced_document replicated"), spec, "pause 1 time, failover lag <= 1 write 1 time"));
  }
}

TEST_CASE("what was made of a version that a restart took away is no update of what came after") {
  const std::string protocol =
      "protocol p\nserver doc : document\nclient w[1] {\n  seen = doc.load()\n  doc.save(seen)\n}\n";
  CHECK_FALSE(small_fails(protocol, "no_lost_update", ""));
  CHECK_FALSE(small_fails(protocol, "no_lost_update", "crash"));
  const std::string two =
      "protocol p\nserver doc : document\nclient w[2] once {\n  seen = doc.load()\n  when doc.version == seen { }\n"
      "  doc.save(seen)\n}\n";
  CHECK(small_fails(two, "no_lost_update", "restart 1 time"));
}

}  // namespace
}  // namespace interlock::check
