// What goes through containers, each word in a model or two of its own: the engine and the brute-force checker must
// agree, with and without what saves work. The evaluator goes through a set from its other end.

#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <array>
#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::oracle;

namespace {

const std::string yard = R"(store yard
state {
  s : set of id up to 3
  q : queue of id up to 3
  m : map from id to int 0..2 up to 3
  r : ranked id by int 0..2 up to 3
  n : int 0..3
  seen : optional id
}
op ADD(v: id) { add v to s }
op PUSH(v: id) { push v to q }
op PUT(v: id, score: int) { put v in r at score }
op SET(v: id, to: int) { m[v] = to }
op SADD(v: id) -> bool { if v in s { return false }; add v to s; return true }
op EMPTY() { clear s; clear q; clear m; clear r }
op SPARE(v: id) { for one in s { if one != v { remove one from s } } }
op COUNT(v: id) -> int { n = 0; for one in s { if one != v { n += 1 } }; return n }
op ANY(v: id) -> bool { for one in s { if one != v { return true } }; return false }
op FIND(v: id) { for one in s { if one != v { n = 2; break } } }
op CLEAN() { for one in m { if m[one] == 1 { remove one from m } } }
op LEVEL() { for one in m { if m[one] != 2 { m[one] = 2 } } }
op NEXT(v: id) -> bool {
  for one in q { if one != v { seen = one; remove one from q; return true } }
  return false
}
op ALL(v: id) { for one in q { push one to q; if count of q == 3 { break } } }
op LOW(v: id) { for one in r { if one != v { seen = one; break } } }
op BOTH() -> bool { for one in q { for other in r { if one == other { return true } } }; return false }
op FRONT(v: id) -> bool { return before v in q == none }
op FIRST(v: id) -> bool { return first of r == v }
op BEHIND(v: id) -> bool { if before v in r == none { return false }; return before v in r != v }
op WATCH() { watch s }
op TOUCHED() -> bool { return touched }
)";

const std::vector<std::string> bodies{
    "y.ADD(me)\n y.SPARE(me)\n assert q: true\n critical { y.ANY(me) }",
    "y.ADD(me)\n k = y.COUNT(me)\n assert q: k < 1\n y.EMPTY()",
    "y.ADD(me)\n b = y.ANY(me)\n assert q: not b\n y.EMPTY()",
    "y.ADD(me)\n y.FIND(me)\n k = y.COUNT(me)\n assert q: k != 1",
    "y.SET(me, 1)\n y.CLEAN()\n assert q: true",
    "y.SET(me, 0)\n y.LEVEL()\n assert q: true\n y.EMPTY()",
    "y.PUSH(me)\n b = y.NEXT(me)\n assert q: not b\n y.EMPTY()",
    "y.PUSH(me)\n y.ALL(me)\n b = y.FRONT(me)\n assert q: b\n y.EMPTY()",
    "y.PUT(me, 1)\n b = y.FIRST(me)\n assert q: b\n y.EMPTY()",
    "y.PUT(me, 1)\n b = y.BEHIND(me)\n assert q: not b\n critical { work 1s }\n y.EMPTY()",
    "y.PUT(me, 0)\n y.LOW(me)\n when y.seen != none { y.EMPTY() }",
    "y.PUSH(me)\n y.PUT(me, 1)\n b = y.BOTH()\n assert q: b\n y.EMPTY()",
    "y.WATCH()\n y.EMPTY()\n b = y.TOUCHED()\n assert q: not b\n y.ADD(me)",
    "other = fresh id\n y.PUSH(me)\n y.PUSH(other)\n atomic { for one in y.q { y.SADD(one) } }\n"
    "b = y.ANY(me)\n assert q: not b\n y.EMPTY()",
    "y.ADD(me)\n b = false\n atomic { for one in y.s { if one != me { b = true; break } } }\n assert q: not b\n "
    "y.EMPTY()",
};

std::string differences_of(const std::string& body, int clients, std::size_t& compared) {
  std::string text =
      "protocol small\nserver y : yard\nclient worker[" + std::to_string(clients) + "] {\n me = fresh id\n ";
  text += body + "\n}\nspec q \"Asked where it is said.\" asserted\n";
  const ShippedModel read = read_model("small", text, yard);
  if (!read.problems.empty()) return read.problems;
  Options options;
  options.most_states = 3000;
  constexpr std::array faults{"none", "crash 1 time", "pause 1 time"};
  const Agreement agreement = compare_under(faults, read.model, options);
  compared += agreement.compared;
  return agreement.differences;
}

}  // namespace

TEST_CASE("the engine agrees with brute force on what goes through containers") {
  std::size_t compared = 0;
  for (const std::string& body : bodies)
    for (const int clients : {1, 2}) {
      CAPTURE(body, clients);
      CHECK(differences_of(body, clients, compared) == "");
    }
  CHECK(compared > 200);
}
