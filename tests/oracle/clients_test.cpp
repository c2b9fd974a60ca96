// Clients that have one round, and what properties ask of clients' own variables: the engine and the brute-force
// checker must agree.

#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <array>
#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::oracle;

namespace {

const std::vector<std::string> models{
    R"(protocol one_round
server m : memory { n : int 0..3 }
client w[2] once { atomic { m.n = m.n + 1 }
  critical { work 1s } }
spec bounded "Each counts once." always m.n <= 2
spec again "Somebody can get in." always possible some(c in clients where c enters critical)
spec served "Who waits gets in." for each c in w: c waiting leads to c enters critical
spec stays "Nobody is gone." never some(c in w where not c alive)
)",
    R"(protocol one_round_at_a_door
server m : memory { x : bool }
client w[2] once { when not m.x { m.x = true }
  critical { work 1s } }
client z { m.x = false }
spec again "Somebody can get in." always possible some(c in clients where c enters critical)
spec both "Both are gone." reachable every(c in w where not c alive)
)",
    R"(protocol leaders
server m : memory { x : bool }
client w[2] {
  leader = false
  atomic { if not m.x { m.x = true; leader = true } }
  if leader { work 1s
    m.x = false }
}
spec one "One leads." always count(c in w where c.leader) <= 1
spec some_lead "Somebody leads." reachable some(c in w where c.leader)
spec in_the_end "A leader stops leading." for each c in w: c.leader leads to not c.leader
)",
    R"(protocol own_values
server m : memory { holder : optional id   n : int 0..2   g : token }
client w[2] {
  me = fresh id
  k : int 1..2 = 1
  m.holder = me
  mode : one of red, green = green
  k = 2
  work 1s
  g = m.g
  m.g = next 0
  at = now
  work 1s
}
spec mine "It is mine." always count(c in w where c.me == m.holder) <= 1
spec small "It is 1." never some(c in w where c.k == 2 and c idle)
spec low "It is 1 before it is 2." never some(c in w where c.k < 1)
spec colours "Green is not first." never some(c in w where c.mode == green and c.k == 1)
spec tokens "Both have read a token." reachable every(c in w where c.g > 0)
)",
};

std::string differences_of(const std::string& text, std::size_t& compared) {
  const ShippedModel read = read_model("small", text);
  if (!read.problems.empty()) return read.problems;
  Options options;
  options.most_states = 6000;
  constexpr std::array faults{"none", "crash 1 time", "crash for ever", "pause 1 time"};
  const Agreement agreement = compare_under(faults, read.model, options);
  compared += agreement.compared;
  return agreement.differences;
}

const std::vector<std::string> never_idle{
    R"(protocol at_once
server m : memory { x : bool }
client d daemon { m.x = true
  sleep 1s }
client w { work 1s
  ok = m.x
  assert began: ok }
spec never_idle "It does not idle." never some(c in d where c idle)
spec waits "It has ended no round." never some(c in d where c ends round)
)",
    R"(protocol before_its_first_step
server m : memory { n : int 0..2 }
client d[2] daemon { me = fresh id
  atomic { if m.n < 2 { m.n = m.n + 1 } }
  work 1s..2s }
client w { m.n = 0 }
spec few "One has counted." always m.n < 2
spec again "It is counted again." m.n == 0 leads to m.n > 0
)",
    R"(protocol at_the_door
server m : memory { x : bool   seen : bool }
client d daemon { when m.x within 2s { m.x = false } else { m.seen = true } }
client w[2] { m.x = true
  work 1s }
spec none_seen "It never gives up." never m.seen
spec taken "What is set is taken back." m.x leads to not m.x
)",
    R"(protocol inside_at_once
server m : memory { holder : optional id }
client d[2] daemon { me = fresh id
  retry until atomic { if m.holder == none { m.holder = me; break } }
  critical { work 1s }
  m.holder = none
  sleep 1s }
spec served "Who waits gets in." for each c in d: c waiting leads to c enters critical
spec free "It can be free." always possible m.holder == none
spec one "One is inside." always count(c in clients where c in critical) <= 1
)",
    R"(protocol heartbeat_of_a_daemon
server m : memory { n : int 0..3 }
client d daemon {
  background while in beating { every 1s { m.n = 1 } }
  section beating { work 2s }
  m.n = 0 }
client w { x = m.n
  assert low: x < 2 }
spec beats "It beats." reachable m.n == 1
spec goes_on "It beats again." m.n == 0 leads to m.n == 1
)",
};

const std::vector<std::string> sharing{
    R"(protocol readers_and_a_writer
server m : memory { writing : bool   readers : int 0..2 }
client r[2] { when not m.writing { m.readers = m.readers + 1 }
  section reading shared { work 1s }
  atomic { m.readers = m.readers - 1 } }
client w { when not m.writing and m.readers == 0 { m.writing = true }
  section writing exclusive { work 1s }
  m.writing = false }
spec apart "A reader keeps a writer out." never some(c in clients where c sharing and some(d in w where d in writing))
)",
    R"(protocol readers_beside_a_writer
server m : memory { writing : bool }
client r[2] { when not m.writing { }
  section reading shared { work 1s } }
client w { when not m.writing { m.writing = true }
  section writing exclusive { work 1s }
  m.writing = false }
)",
    R"(protocol either_of_both
server m : memory { writing : bool   readers : int 0..2 }
client w[2] {
  either {
    when not m.writing { m.readers = m.readers + 1 }
    section reading shared { work 1s
      section writing exclusive { work 1s } }
    atomic { m.readers = m.readers - 1 }
  } or {
    when not m.writing and m.readers == 0 { m.writing = true }
    critical { work 1s }
    m.writing = false
  }
}
spec reads "One shares." reachable some(c in w where c sharing)
)",
    R"(protocol the_same_slower
param busy = 1s
server redis : redis { lock : string }
client w { me = fresh id
  retry until redis.SET(lock, me, NX, PX 2s)
  critical { work busy } }
client z like w(busy = 3s)
)",
};

}  // namespace

TEST_CASE("the engine agrees with brute force on clients that never idle") {
  std::size_t compared = 0;
  for (const std::string& text : never_idle) {
    CAPTURE(text);
    CHECK(differences_of(text, compared) == "");
  }
  CHECK(compared > 100);
}

TEST_CASE("the engine agrees with brute force on sections that are shared, and on the same program slower") {
  std::size_t compared = 0;
  for (const std::string& text : sharing) {
    CAPTURE(text);
    CHECK(differences_of(text, compared) == "");
  }
  CHECK(compared > 50);
}

TEST_CASE("the engine agrees with brute force on clients that have one round, and on their own variables") {
  std::size_t compared = 0;
  for (const std::string& text : models) {
    CAPTURE(text);
    CHECK(differences_of(text, compared) == "");
  }
  CHECK(compared > 100);
}
