// The smallest models that there are: one client, one statement, one property, and nothing that the statement does not
// need. Every statement with every property, every statement under every fault.

#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/asking.hpp"
#include "tests/random/examining.hpp"
#include "tests/random/guarded.hpp"
#include "tests/random/reading.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::tests;

namespace {

/// A statement and the servers that it needs.
struct Least {
  std::string statement;
  std::string servers;
};

const std::string memory = "server m : memory { b : bool }\n";
const std::string redis = "server redis : redis { lock : string  zs : sorted_set }\n";
const std::string desk = "server desk : desk\n";

const std::vector<Least>& statements() {
  static const std::vector<Least> all{
      {"work 0s", ""},
      {"sleep 0s", ""},
      {"work 1s", ""},
      {"t = now", ""},
      {"critical { }", ""},
      {"critical { work 0s }", ""},
      {"critical until now { }", ""},
      {"critical until now { sleep 0s }", ""},
      {"section other { work 0s }", ""},
      {"loop { sleep 0s }", ""},
      {"either { work 0s } or { return }", ""},
      {"granted; work 0s", ""},
      {"queued; work 0s", ""},
      {"granted; fence 0; work 0s", ""},
      {"assert kept: true; work 0s", ""},
      {"assert kept: false; work 0s", ""},
      {"witness seen: true; work 0s", ""},
      {"background while in critical { every 0s { m.b = true } }\ncritical { work 0s }", memory},
      {"background while in critical { every 1s { m.b = true } }\ncritical { work 0s }", memory},
      {"critical { keep kept: m.b; work 0s }", memory},
      {"m.b = true", memory},
      {"x = m.b", memory},
      {"if m.b { return }", memory},
      {"atomic { m.b = true }", memory},
      {"when m.b { }", memory},
      {"when not m.b { m.b = true }", memory},
      {"critical { when m.b { } }", memory},
      {"critical { m.b = true }", memory},
      {"redis.DEL(lock)", redis},
      {"redis.SETNX(lock, 1)", redis},
      {"redis.SET(lock, 1, NX, PX 1s)", redis},
      {"redis.ZADD(zs, 1, 1)", redis},
      {"redis.WATCH(lock)", redis},
      {"retry until redis.SETNX(lock, 1)", redis},
      {"retry until redis.SETNX(lock, 1) within 0s else { return }", redis},
      {"retry until redis.SETNX(lock, 1) within 1s", redis},
      {"retry every 1s until redis.SETNX(lock, 1)", redis},
      {"retry every 1s until redis.SETNX(lock, 1) within 1s else { return }", redis},
      {"redis.SETNX(lock, 1); granted on redis.lock", redis},
      {"me = fresh id; desk.enter(me)", desk},
      {"me = fresh id; desk.line_up(me)", desk},
      {"me = fresh id; desk.leave(me)", desk},
      {"for n in node { n.DEL(lock) }", "server node[2] : redis { lock : string }\n"},
      {"svc.grant(1, 1s)", "server svc : lease\n"},
      {"doc.load()", "server doc : document\n"},
  };
  return all;
}

const std::vector<std::string>& properties() {
  static const std::vector<std::string> all{
      "always true",
      "never true",
      "always some(c in w where c idle)",
      "never some(c in w where c paused)",
      "never some(c in w where c waiting)",
      "always every(c in w where c alive)",
      "never some(c in w where c in critical)",
      "never some(c in w where c ends round)",
      "always some(c in w where c ends round)",
      "never some(c in w where c enters critical)",
      "never some(c in w where c leaves critical)",
      "reachable count(c in w where c ends round) == 1",
      "reachable false",
      "always possible some(c in w where c ends round)",
      "always possible count(c in w where c ends round) == 0",
      "always possible some(c in w where c idle)",
      "for each c in w where c alive: always possible c ends round",
      "for each c in w: c alive leads to c ends round",
      "for each c in w: c paused leads to c idle",
      "true leads to some(c in w where c enters critical)",
      "some(c in w where c ends round) again and again leads to some(c in w where c idle)",
      "some(c in w where c idle) again and again leads to some(c in w where c ends round)",
      "asserted",
      "witnessed",
  };
  return all;
}

const std::vector<std::string>& faults() {
  static const std::vector<std::string> all{
      "",      "pause",        "pause 1 time",   "pause <= 1s",    "pause <= 1s 1 time",
      "crash", "crash 1 time", "crash for ever", "skew 1s 1 time", "drift 1s 1 time"};
  return all;
}

const std::string store =
    "store desk\nstate { members : set of id up to 2  line : queue of id up to 2 }\nop enter(me: id) { add me to "
    "members }\nop line_up(me: id) { push me to line }\nop leave(me: id) { remove me from members }\n";

RandomText text_with(const Least& least, const std::string& property, const std::string& under) {
  const std::string name = property == "asserted" ? "kept" : property == "witnessed" ? "seen" : "own0";
  const std::string spec = fmt::format("spec {} \"Chance.\" {}\n", name, property);
  const bool is_wish = property == "witnessed" || property.rfind("reachable", 0) == 0;
  const std::string expected = fmt::format("expect {{\n  {} {}{}\n}}\n", name, is_wish ? "reachable" : "holds",
                                           under.empty() ? "" : " under " + under);
  return {"protocol random\n" + least.servers + "client w[1] {\n  " + least.statement + "\n}\n" + spec + expected,
          least.servers == desk ? store : ""};
}

/// The engine alone, one thread and two; what is wrong, or how many it could ask.
std::string ask_all(const Least& least) {
  std::size_t asked = 0;
  for (const std::string& property : properties()) {
    for (const std::string& under : faults()) {
      std::string problems;
      const RandomText text = text_with(least, property, under);
      const auto model = read(text, problems);
      if (!model) continue;
      ++asked;
      const auto& scenario = model->expectations.front().scenario;
      const Told one = ask_engine(*model, scenario, {.reductions = {}, .threads = 1, .states = 3000, .draws = true});
      const Told two = ask_engine(*model, scenario, {.reductions = {}, .threads = 2, .states = 3000, .draws = true});
      const Told plain = ask_engine(
          *model, scenario, {.reductions = oracle::no_reductions, .threads = 1, .states = 3000, .draws = false});
      if (!one.trouble.empty() || !plain.trouble.empty()) return one.trouble + plain.trouble + "\n" + text.protocol;
      if (one.bytes != two.bytes) return "two threads say something else\n" + text.protocol;
      for (std::size_t spec = 0; spec < std::min(one.specs.size(), plain.specs.size()); ++spec)
        if (plain.specs[spec].verdict != "unknown" && one.specs[spec].verdict != plain.specs[spec].verdict)
          return "without reductions:\n" + text.protocol;
    }
  }
  return "asked " + std::to_string(asked);
}

}  // namespace

TEST_CASE("every statement alone does no harm under any property and fault") {
  std::size_t asked = 0;
  for (const Least& least : statements()) {
    const std::string said = guarded([&] { return ask_all(least); }, 300);
    INFO(least.statement << "\n" << said);
    const bool is_fine = said.rfind("asked ", 0) == 0;
    CHECK(is_fine);
    if (is_fine) asked += std::stoul(said.substr(6));
  }
  CHECK(asked > 3000);
}

TEST_CASE("every statement alone means the same to everybody") {
  Tally tally;
  for (const Least& least : statements()) {
    for (const std::string& under : faults()) {
      const RandomText text = text_with(least, "always possible some(c in w where c ends round)", under);
      const std::string difference = examine(text, tally);
      INFO(text.protocol << difference);
      CHECK(difference == "");
    }
  }
  CHECK(tally.refused < tally.models / 4);
  CHECK(tally.compared > 5000);
}
