// Clients that never idle, sections that are shared, one program with several params: verdicts thought through by hand.

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/must_read.hpp"

#include <algorithm>
#include <string>

namespace interlock::check {
namespace {

SpecResult result_of(const language::Model& model, const std::string& spec, const std::string& faults = "") {
  const std::uint32_t index = tests::spec_named(model, spec);
  return check(model, oracle::scenario_of(faults), {index}, {}).verdicts.at(0);
}

Verdict verdict_of(const std::string& text, const std::string& spec, const std::string& faults = "") {
  return result_of(tests::must_read(text), spec, faults).verdict;
}

/// Whoever has worked for a second looks whether the other has begun.
std::string watched(const std::string& how) {
  return "protocol p\nserver m : memory { x : bool }\nclient d" + how +
         " { m.x = true\n  sleep 1s }\nclient w { work 1s\n  ok = m.x\n  assert began: ok }\n"
         "spec no_rest \"It does not idle.\" never some(c in d where c idle)\n";
}

/// Readers and a writer; `reader` and `writer` are how they get in.
std::string library(const std::string& reader, const std::string& writer) {
  return "protocol p\nserver m : memory { writing : bool   readers : int 0..3 }\nclient r[2] {\n  " + reader +
         "\n  section reading shared { work 1s }\n  atomic { m.readers = m.readers - 1 }\n}\nclient w[2] {\n  " +
         writer + "\n  section writing exclusive { work 1s }\n  m.writing = false\n}\n" +
         "spec together \"Two read.\" reachable count(c in r where c in reading) == 2\n";
}

const std::string counted = "when not m.writing { m.readers = m.readers + 1 }";
const std::string alone = "when not m.writing and m.readers == 0 { m.writing = true }";

}  // namespace

TEST_CASE("a daemon begins before time passes, unless it is held up, or crashes") {
  CHECK(verdict_of(watched(""), "began") == Verdict::fails);
  const std::string daemon = watched(" daemon");
  CHECK(verdict_of(daemon, "began") == Verdict::holds);
  CHECK(verdict_of(daemon, "began", "pause") == Verdict::fails);
  CHECK(verdict_of(daemon, "began", "crash") == Verdict::fails);
  CHECK(result_of(tests::must_read(daemon), "began", "crash").steps ==
        4);  // the crash; begins to work, has worked, reads
}

TEST_CASE("a daemon idles only where it has crashed") {
  CHECK(verdict_of(watched(" daemon"), "no_rest") == Verdict::holds);
  CHECK(verdict_of(watched(" daemon"), "no_rest", "pause") == Verdict::holds);
  const SpecResult crashed = result_of(tests::must_read(watched(" daemon")), "no_rest", "crash");
  CHECK(crashed.verdict == Verdict::fails);
  CHECK(crashed.steps == 1);
}

TEST_CASE("a daemon makes its rounds for ever, and one that idles may stop") {
  const auto turning = [](const std::string& how) {
    return "protocol p\nserver m : memory { x : bool }\nclient d" + how + " { m.x = true\n  sleep 1s }\n" +
           "client w { m.x = false }\nspec back \"It is set again.\" not m.x leads to m.x\n";
  };
  CHECK(verdict_of(turning(""), "back") == Verdict::fails);
  CHECK(verdict_of(turning(" daemon"), "back") == Verdict::holds);
}

TEST_CASE("those who share exclude only those who do not") {
  const std::string right = library(counted, alone);
  CHECK(verdict_of(right, "mutual_exclusion") == Verdict::holds);
  CHECK(verdict_of(right, "together") == Verdict::reachable);
  const std::string beside_readers = library(counted, "when not m.writing { m.writing = true }");
  CHECK(verdict_of(beside_readers, "mutual_exclusion") == Verdict::fails);
  const std::string beside_writers = library(counted, "when m.readers == 0 { m.writing = true }");
  CHECK(verdict_of(beside_writers, "mutual_exclusion") == Verdict::fails);
  const auto sharers = library("m.readers = 1", "when m.readers == 0 and m.readers == 1 { m.writing = true }");
  CHECK(verdict_of(sharers, "mutual_exclusion") == Verdict::holds);
}

TEST_CASE("it is told who shares and who does not") {
  const SpecResult mixed =
      result_of(tests::must_read(library(counted, "when not m.writing { m.writing = true }")), "mutual_exclusion");
  REQUIRE(mixed.story);
  CHECK(mixed.story->sentence.find("inside critical") != std::string::npos);
  CHECK(mixed.story->blamed.size() == 2);
}

TEST_CASE("where nobody shares the property is what it would be without") {
  const auto model = tests::must_read(
      "protocol p\nserver redis : redis { lock : string }\nclient w[2] {\n  me = fresh id\n"
      "  retry until redis.SETNX(lock, me)\n  critical { work 1s }\n  redis.DEL(lock)\n}\n"
      "spec plain \"One.\" always count(c in clients where c in critical) <= 1\n");
  const auto condition = [&](const std::string& name) {
    const auto found = std::find_if(model.specs.begin(), model.specs.end(),
                                    [&](const language::Spec& spec) { return spec.name == name; });
    REQUIRE(found != model.specs.end());
    return found->condition.at(0);
  };
  const language::Expression plain = condition("plain");
  const language::Expression shipped = condition("mutual_exclusion");
  CHECK(shipped.op == plain.op);
  REQUIRE(shipped.operands.at(0).operands.size() == plain.operands.at(0).operands.size());
  for (std::size_t client = 0; client < plain.operands[0].operands.size(); ++client)
    CHECK(shipped.operands[0].operands[client].op == plain.operands[0].operands[client].op);
}

TEST_CASE("one program runs with other params") {
  const auto with = [](const std::string& busy) {
    return "protocol p\nparam busy = 1s\nserver redis : redis { lock : string }\nclient w {\n  me = fresh id\n"
           "  retry until redis.SET(lock, me, NX, PX 2s)\n  critical { work busy }\n}\nclient slow like w(busy = " +
           busy + ")\n";
  };
  CHECK(verdict_of(with("1s"), "mutual_exclusion") == Verdict::holds);
  CHECK(verdict_of(with("3s"), "mutual_exclusion") == Verdict::fails);
}

}  // namespace interlock::check
