// Nothing is left out: each view of each state that an exact search finds, with as many clients as can be searched, is
// among the views, whatever the protocol; and the machine and the evaluator find the same broken.

#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/generator.hpp"
#include "tests/views/sized_protocol.hpp"

#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::tests;

namespace {

const std::vector<std::string> fault_sets{"none", "crash", "pause 1 time", "pause, crash 1 time"};

CompareSettings few_states(std::uint64_t glued, std::uint64_t exact) {
  CompareSettings settings;
  settings.most_glued = glued;
  settings.most_exact = exact;
  return settings;
}

struct Tally {
  std::size_t compared = 0;
  std::size_t views = 0;
  std::size_t with_three = 0;  ///< of these: searched exactly with three clients or more
};

std::string troubles(const std::string& name, const SizedProtocol& protocol, const CompareSettings& settings,
                     Tally& tally) {
  std::string found;
  for (const std::string& faults : fault_sets) {
    const Compared one = compare_views(protocol, oracle::scenario_of(faults), protocol.safety(), settings);
    if (one.is_refused) continue;
    ++tally.compared;
    tally.views += one.views;
    tally.with_three += one.clients >= 3 ? 1 : 0;
    if (!one.trouble.empty()) found += name + " under " + faults + ":\n" + one.trouble;
  }
  return found;
}

/// Whatever a client of a lock may do, in any order.
const std::vector<std::string> statements{
    "redis.SETNX(lock, me)",
    "retry until redis.SET(lock, me, NX, PX 2s)",
    "redis.EXPIRE(lock, 1s)",
    "redis.DEL(lock)",
    "atomic { if redis.GET(lock) == me { redis.DEL(lock) } }",
    "seen = redis.GET(lock); if seen != none { return }",
    "seen = redis.GET(lock); work 1s; if redis.GET(lock) == seen { redis.DEL(lock) }",
    "atomic { memory.count = next memory.count; ticket = memory.count }",
    "atomic { memory.count = next memory.count; ticket = memory.count }; work 1s; doc.write(ticket)",
    "atomic { if ticket < memory.best { return }; memory.best = ticket }",
};

std::string enumerated(const std::string& body) {
  return "protocol enumerated\nserver redis : redis { lock : string }\n"
         "server doc : fenced_document\nserver memory : memory { count : token   best : token }\n"
         "client worker[2] {\n  me = fresh id\n  ticket = 0\n" +
         body + "}\n";
}

/// Whatever is done with sets of ids, in any order.
const std::vector<std::string> set_statements{
    "database.begin(me)",
    "database.rollback(me)",
    "if not database.commit(me) { return }",
    "if not database.for_update(lock, me) { return }",
    "retry until database.pg_try_advisory_lock(lock, me)",
    "database.end_all()",
    "seen = files.open(path, me); if not files.flock(seen) { return }",
    "if not files.flock(me) { return }",
    "files.close(me)",
    "if not files.unlink(path) { return }",
};

std::string enumerated_sets(const std::string& body) {
  return "protocol enumerated\nserver database : postgres { lock : lock }\n"
         "server files : file_system { path : path }\nclient worker[2] {\n  me = fresh id\n" +
         body + "}\n";
}

}  // namespace

TEST_CASE("the views of exact states are among the views: all protocols that ship") {
  Tally tally;
  std::string found;
  for (const auto& [name, text] : shipped_texts())
    found += troubles(name, SizedProtocol(text), few_states(1500, 1200), tally);
  INFO(found);
  CHECK(found.empty());
  CHECK(tally.compared > 60);
  CHECK(tally.with_three > 40);
}

TEST_CASE("the views of exact states are among the views: small programs") {
  Tally tally;
  std::string found;
  for (const std::string& before : statements)
    for (const std::string& after : statements) {
      const std::string body = "  " + before + "\n  critical { work 1s }\n  " + after + "\n";
      found += troubles(body, SizedProtocol(enumerated(body)), few_states(1500, 1200), tally);
    }
  INFO(found);
  CHECK(found.empty());
  CHECK(tally.compared > 100);
  CHECK(tally.with_three > 60);
}

TEST_CASE("the views of exact states are among the views: sets of ids") {
  Tally tally;
  std::string found;
  for (const std::string& before : set_statements)
    for (const std::string& after : set_statements) {
      const std::string body = "  " + before + "\n  critical { work 1s }\n  " + after + "\n";
      found += troubles(body, SizedProtocol(enumerated_sets(body)), few_states(1500, 1200), tally);
    }
  INFO(found);
  CHECK(found.empty());
  CHECK(tally.compared > 100);
  CHECK(tally.with_three > 60);
}

TEST_CASE("the views of exact states are among the views: random models") {
  Tally tally;
  std::string found;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const RandomText text = random_text(seed, 0);
    found += troubles(text.protocol, SizedProtocol(text.protocol, text.store), few_states(800, 800), tally);
  }
  INFO(found);
  CHECK(found.empty());
  CHECK(tally.compared > 20);
}
