// Small models whose verdicts were thought through by hand, one for each kind of untruth that the checker once told.

#include <string>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

/// Every line of the model's expect block is met, by one thread and by several, with and without what saves work.
void all_met(const std::string& text) {
  const Directory directory;
  const std::string file = directory.write("model.interlock", text);
  for (const char* threads : {"1", "3"}) {
    const Run run = interlock({"check", file, "--threads", threads});
    INFO(text << run.output << run.messages);
    CHECK(run.exit_code == 0);
  }
  const Run slow = interlock({"check", file, "--without", "all"});
  INFO(text << slow.output << slow.messages);
  CHECK(slow.exit_code == 0);
}

}  // namespace

TEST_CASE("a property that is one bare cell is asked of every state") {
  all_met(R"(protocol bare
server m : memory { b : bool }
client w[1] { m.b = true }
spec never_set "The flag is never set." never m.b
spec set "The flag is set." reachable m.b
spec settable "It can be set." always possible m.b
expect {
  never_set fails
  set reachable
  settable holds
}
)");
}

TEST_CASE("a property that is one status of a client is asked of every state") {
  all_met(R"(protocol status
client w[1] { critical { work 1s } }
spec never_paused "Nobody is ever paused." never some(c in clients where c paused)
expect {
  never_paused holds
  never_paused fails using 1 pause under pause
}
)");
}

TEST_CASE("a kept condition that is one bare cell is asked of every state") {
  all_met(R"(protocol kept
server m : memory { b : bool }
client w[1] {
  m.b = true
  critical { keep still_set: m.b
    work 2s }
}
client z[1] { m.b = false }
spec still_set "Nobody clears the flag." asserted
expect { still_set fails }
)");
}

TEST_CASE("a wait of no time has a timer, also where nothing takes longer") {
  all_met(R"(protocol nothing
server m : memory { x : int 0..1 }
client w[2] {
  m.x = 0
  loop { sleep 0s; m.x = 1 }
}
spec stays "x stays 0." never m.x == 1
expect { stays fails }
)");
  all_met("protocol least\nclient w[2] { critical { work 0s } }\nexpect { mutual_exclusion fails }\n");
}

TEST_CASE("sections are told apart to the last") {
  std::string text = "protocol many\nclient w[2] {\n";
  for (int i = 0; i < 63; ++i) text += "  section s" + std::to_string(i) + " { work 0s }\n";
  text += "}\nspec last \"Never two in the last.\" never count(c in w where c in s62) >= 2\n";
  text += "spec first \"In the last and in none before.\" never some(c in w where c in s62 and c in s30)\n";
  all_met(text + "expect {\n  last fails\n  first holds\n}\n");
}

TEST_CASE("whoever cannot enter critical decides nothing about who is left") {
  all_met(R"(protocol bystander
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 2s)
  critical { work 1s }
}
client reader { redis.GET(lock) }
expect { recovers holds under crash for ever }
)");
}

TEST_CASE("of a state an event is false") {
  all_met(R"(protocol quiet
server m : memory { x : int 0..1 }
client w[1] { critical { m.x = 1 } }
spec quiet "It can be quiet." always possible count(c in clients where c ends round) == 0
spec loud "A round ends with every moment." always some(c in clients where c ends round)
expect {
  quiet holds
  loud fails
}
)");
}

}  // namespace interlock::testing
