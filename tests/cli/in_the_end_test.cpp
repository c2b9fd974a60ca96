// What has to happen in the end, and what can happen no more: events, many clients, containers that are full.

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// `line`: a store in a file beside the protocol.
Run check(const std::string& text, const std::string& line = "") {
  const Directory directory;
  if (!line.empty()) directory.write("line.interlock", line);
  return interlock({"check", directory.write("a.interlock", text)});
}

}  // namespace

TEST_CASE("an event answers what was asked before it, and who still waits afterwards asks again") {
  const Run run = check(R"(protocol again
server m : memory { x : int 0..1 }
client w[2] {
  m.x = 0
  when m.x == 0 { m.x = 1 }
  critical { }
}
expect { eventually_available fails }
)");
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "fails: 3 steps, then nothing for ever"));
}

TEST_CASE("where no step is left time passes, and nothing happens in it") {
  const Run run = check(R"(protocol quiet
server m : memory { x : int 0..1 }
client w[1] {
  m.x = 0
  when m.x == 1 { m.x = 0 }
  critical { work 1s }
}
spec quiet "It can be quiet." always possible count(c in clients where c leaves critical) == 0
expect { quiet holds }
)");
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 0);
}

TEST_CASE("a trap is told although elsewhere more members were thrown away than a container holds") {
  const Run run = check(R"(protocol dead_end
server zk : line
client worker[2] {
  me = fresh id
  zk.join(me)
  retry until zk.is_first(me)
  critical { work 1s }
  zk.leave(me)
}
expect {
  recovers    fails using 1 crash under crash
  no_deadlock fails using 1 crash under crash
}
)",
                        R"(store line "Who stands in it."
state { names : queue of id }
op join(name: id) { push name to names }
op is_first(name: id) -> bool { return first of names == name }
op leave(name: id) { remove name from names }
)");
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 0);
}

TEST_CASE("a loop of many clients is found, and only of those who have to act in it") {
  for (const char* workers : {"worker=16", "worker=32"}) {
    const Run run =
        interlock({"check", "set_nx_px", "--clients", workers, "--under", "none", "--spec", "no_starvation"});
    INFO(run.output << run.messages);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, "fails: 5 steps, then a loop of 6"));
  }
}

}  // namespace interlock::testing
