// Each thing that a client can say, alone or nearly so: the smallest models there are. The engine and the brute-force
// checker must agree on each of them under every fault.

#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::oracle;

namespace {

struct Construct {
  std::string name;
  std::string body;    ///< of the one kind of clients, and what stands behind it
  std::string before;  ///< servers
};

const std::string memory = "server m : memory { x : bool   n : int 0..3   at : instant }\n";
const std::string redis = "server redis : redis { lock : string   z : sorted_set   y : sorted_set }\n";

const std::vector<Construct> constructs{
    {"nothing", "critical { work 0s }", ""},
    {"a wait of nothing", "sleep 0s", ""},
    {"a wait", "work 1s..2s", ""},
    {"a clock", "t = now", ""},
    {"a clock behind a call", "m.x = true\n t = now\n critical { work 1s }", memory},
    {"a clock before a call", "t = now\n m.at = t", memory},
    {"a clock in a condition", "m.x = true\n if now >= now + 1s { m.x = false }", memory},
    {"a poll", "retry until redis.SETNX(lock, 1)\n critical { work 1s }", redis},
    {"a poll and a way out", "retry until redis.SETNX(lock, 1)\n critical { work 1s }\n redis.DEL(lock)", redis},
    {"a call and polls", "redis.GET(lock)\n retry until redis.SETNX(lock, 1)\n critical { work 1s }", redis},
    {"polls every second", "retry every 1s until redis.SETNX(lock, 1)\n critical { work 1s }\n redis.DEL(lock)", redis},
    {"polls with a limit",
     "retry until redis.SETNX(lock, 1) within 1s else { redis.GET(lock); return }\n critical { work 1s }", redis},
    {"polls every second with a limit", "retry every 1s until redis.SETNX(lock, 1) within 2s else { redis.DEL(lock) }",
     redis},
    {"polls with a limit of nothing", "retry until redis.SETNX(lock, 1) within 0s else { return }", redis},
    {"a door", "when not m.x { m.x = true }\n critical { work 1s }\n m.x = false", memory},
    {"a door that stays closed", "when m.x { m.x = false }\n critical { work 1s }", memory},
    {"a when inside", "m.n = 1\n when not m.x { m.x = true }\n critical { work 1s }\n m.x = false", memory},
    {"a door with a limit",
     "when not m.x within 1s { m.x = true } else { m.n = 1; return }\n critical { work 2s }\n m.x = false", memory},
    {"a when with a limit inside",
     "m.n = 1\n when not m.x within 1s { m.x = true } else { return }\n critical { work 2s }\n m.x = false", memory},
    {"a door that stays closed, with a limit of nothing", "when m.x within 0s { m.x = false }\n critical { work 1s }",
     memory},
    {"polls in one step",
     "retry until atomic { if not m.x { m.x = true; break } }\n critical { work 1s }\n m.x = false", memory},
    {"polls in one step every second with a limit",
     "retry every 1s until atomic { m.n = 1; if not m.x { m.x = true; break } } within 2s else { return }\n"
     "critical { work 1s }\n m.x = false",
     memory},
    {"a variable for each server",
     "for k in node { yes[k] = k.SETNX(lock, 1) }\n assert q: yes[node[1]]\n for k in node { if yes[k] { k.DEL(lock) } "
     "}",
     "server node[2] : redis { lock : string }\n"},
    {"granted on a cell", "redis.SET(lock, 1, PX 2s)\n granted on redis.lock\n critical { work 1s }", redis},
    {"granted", "redis.SET(lock, 1, PX 2s)\n granted\n redis.SET(lock, 1, PX 1s)\n critical { work 1s }", redis},
    {"a lease that is dropped", "redis.SET(lock, 1, PX 2s)\n redis.PERSIST(lock)\n critical { work 1s }", redis},
    {"belief", "t = now\n d = t + 1s\n critical until d { work 1s..2s }", ""},
    {"belief that is followed", "t = now\n d = t + 1s\n critical until d { work 1s\n t = now\n d = t + 1s\n work 2s }",
     ""},
    {"passing through", "critical { m.x = true }", memory},
    {"passing through with a condition", "m.n = 1\n critical { keep q: m.x }", memory},
    {"never", "t = now\n if m.at < t { m.at = t }\n critical { work 1s }", memory},
    {"a span from never", "t = now\n atomic { if t - m.at > 1s { m.at = t; m.x = true } }\n critical { work 1s }",
     memory},
    {"an event", "critical { m.x = true }\n critical { work 1s }", memory},
    {"two ids in two sets",
     "p = fresh id\n q = fresh id\n atomic { redis.ZADD(z, p, 1); redis.ZADD(z, q, 1); redis.ZADD(y, q, 1); "
     "redis.ZADD(y, p, 1)\n a = redis.ZRANK(z, p)\n b = redis.ZRANK(y, p) }\n assert q: a == b\n"
     "atomic { redis.ZREM(z, p); redis.ZREM(z, q); redis.ZREM(y, p); redis.ZREM(y, q) }",
     redis},
    {"a key that nobody reads", "redis.SET(lock, 1, PX 1s)\n work 1s\n work 1s\n witness q: true", redis},
    {"a token that is written out", "n = redis.INCR(lock)\n assert q: n != 2\n if n > 2 { redis.DEL(lock) }", redis},
    {"a heartbeat", "m.x = true\n background while in critical { every 1s { m.n = 1 } }\n critical { work 2s }",
     memory},
};

const std::string own_specs = R"(
spec q "Asked where it is said." asserted
spec possible_again "Somebody can leave." always possible some(c in clients where c leaves critical)
spec quiet "It can be quiet." always possible count(c in clients where c leaves critical) == 0
spec two_inside "Two are inside." reachable count(c in clients where c in critical) >= 2
)";

std::vector<language::Scenario> scenarios() {
  std::vector<language::Scenario> all;
  for (const char* faults : {"none", "pause 1 time", "pause <= 1s", "crash 1 time", "crash for ever", "skew 1s 1 time"})
    all.push_back(scenario_of(faults));
  return all;
}

std::string disagreements(const Construct& construct, int clients, std::size_t& compared) {
  const bool witnesses = construct.body.find("witness") != std::string::npos;
  const bool asserts =
      construct.body.find("assert q") != std::string::npos || construct.body.find("keep q") != std::string::npos;
  std::string specs = own_specs;
  if (witnesses) specs.replace(specs.find("asserted"), 8, "witnessed");
  if (!witnesses && !asserts) specs.erase(0, specs.find("spec possible_again"));
  if (construct.body.find("critical") == std::string::npos)
    specs.erase(std::min(specs.size(), specs.find("spec possible_again")));
  const ShippedModel read =
      read_model(construct.name, "protocol small\n" + construct.before + "client worker[" + std::to_string(clients) +
                                     "] {\n  " + construct.body + "\n}\n" + specs);
  if (!read.problems.empty() && read.problems.find("error[") != std::string::npos)
    return construct.name + read.problems;
  Options options;
  options.most_states = 3000;
  std::string differences;
  for (const auto& scenario : scenarios()) {
    const Agreement agreement = compare(read.model, scenario, specs_of(read.model), options);
    if (!agreement.differences.empty())
      differences += construct.name + ", " + std::to_string(clients) + ":\n" + agreement.differences;
    compared += agreement.compared;
  }
  return differences;
}

}  // namespace

TEST_CASE("the engine agrees with brute force on each construct alone") {
  std::size_t compared = 0;
  for (const Construct& construct : constructs)
    for (const int clients : {1, 2}) {
      CAPTURE(construct.name, clients);
      CHECK(disagreements(construct, clients, compared) == "");
    }
  CHECK(compared > 3000);
}
