// All small client programs from a handful of statements: the engine and the brute-force checker must agree on each of
// them, under every fault, whether the program makes sense as a lock or not.

#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/oracle/shipped_models.hpp"

#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::oracle;

namespace {

/// Whatever a client of a lock may do, in any order.
const std::vector<std::string> statements{
    "redis.SETNX(lock, me)",
    "if not redis.SETNX(lock, me) { return }",
    "retry until redis.SET(lock, me, NX, PX 2s)",
    "redis.EXPIRE(lock, 1s)",
    "redis.DEL(lock)",
    "atomic { if redis.GET(lock) == me { redis.DEL(lock) } }",
    "if redis.GET(lock) != me { return }",
    "either { sleep 1s } or { redis.PERSIST(lock) }",
    "work 1s..2s",
};

const std::vector<std::string> sections{
    "critical { work 1s }",
    "critical { redis.EXPIRE(lock, 2s); work 1s }",
    "critical until begun + 1s { sleep 1s..2s }",
};

std::vector<language::Scenario> scenarios() {
  std::vector<language::Scenario> all;
  for (const char* faults : {"none", "pause 1 time", "pause <= 1s", "crash 1 time", "skew 1s 1 time"})
    all.push_back(scenario_of(faults));
  return all;
}

/// The differences over all scenarios; counts how many answers were compared.
std::string disagreements(const std::string& body, std::size_t& compared) {
  const ShippedModel read = read_model("enumerated",
                                       "protocol enumerated\nserver redis : redis { lock : string }\n"
                                       "client worker[2] {\n  me = fresh id\n  begun = now\n" +
                                           body + "}\n");
  if (!read.problems.empty() && read.problems.find("error[") != std::string::npos) return body + read.problems;
  Options options;
  options.most_states = 1500;
  std::string differences;
  for (const auto& scenario : scenarios()) {
    const Agreement agreement = compare(read.model, scenario, specs_of(read.model), options);
    if (!agreement.differences.empty()) differences += body + agreement.differences;
    compared += agreement.compared;
  }
  return differences;
}

}  // namespace

TEST_CASE("the engine agrees with brute force on all small programs") {
  std::size_t compared = 0;
  std::string differences;
  for (const auto& section : sections)
    for (const auto& before : statements) {
      differences += disagreements("  " + before + "\n  " + section + "\n", compared);
      for (const auto& after : statements)
        differences += disagreements("  " + before + "\n  " + section + "\n  " + after + "\n", compared);
    }
  CHECK(differences == "");
  CHECK(compared > 5000);
}
