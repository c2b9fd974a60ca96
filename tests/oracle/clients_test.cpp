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

}  // namespace

TEST_CASE("the engine agrees with brute force on clients that have one round, and on their own variables") {
  std::size_t compared = 0;
  for (const std::string& text : models) {
    CAPTURE(text);
    CHECK(differences_of(text, compared) == "");
  }
  CHECK(compared > 100);
}
