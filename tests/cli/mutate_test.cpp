// Breaking a protocol in one place after the other, and whether its expectations notice.

#include <string>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string lock(const std::string& expectations) {
  return R"(protocol lock
param limit = 1
server redis : redis { lock : string }
server table : memory { holders : int 0..3 = 0 }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 3s)
  holders = table.holders
  if holders >= limit and holders != 3 { return }
  critical { work 1s }
  atomic {
    if redis.GET(lock) == me { redis.DEL(lock) }
  }
}
expect {
)" + expectations +
         "}\n";
}

}  // namespace

TEST_CASE("a file that says enough notices every break of a plain lock") {
  for (const char* name : {"set_nx_px", "lease_fence", "setnx_expire"}) {
    const Run run = interlock({"mutate", name});
    INFO(run.output);
    CHECK(run.exit_code == 0);
    CHECK(contains(run.output, "breaks noticed\n"));
    CHECK_FALSE(contains(run.output, "not noticed"));
  }
}

TEST_CASE("what an expectation does not notice is named with its place") {
  const Directory directory;
  const std::string file = directory.write("lock.interlock", lock("  mutual_exclusion holds\n"));
  const Run run = interlock({"mutate", file});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "not noticed by any expectation:\n"));
  CHECK(contains(run.output, "lock.interlock:7  without PX: ... PX 3s ..."));
  CHECK_FALSE(contains(run.output, "without NX"));
  CHECK(contains(run.output, "lock.interlock:11  its statements as steps of their own: atomic"));
  CHECK(contains(run.output, "lock.interlock:12  as if this were always true: ... redis.GET(lock) == me ..."));
}

TEST_CASE("further expectations notice more, and say so") {
  const Directory directory;
  const std::string file = directory.write(
      "lock.interlock",
      lock("  mutual_exclusion holds\n  recovers holds under crash\n  owner_releases holds under pause\n"));
  const Run run = interlock({"mutate", file, "--all"});
  CHECK_FALSE(contains(run.output.substr(0, run.output.find("\nnoticed:")), "without PX"));
  CHECK(contains(run.output, "without PX: ... PX 3s ...\n      recovers holds under crash"));
  CHECK(contains(run.output, "without NX: ... NX ...\n      mutual_exclusion holds"));
  CHECK(contains(run.output, "left out: ... redis.DEL(lock) ...\n      owner_releases does not apply"));
}

TEST_CASE("every way to break a protocol is tried") {
  const Directory directory;
  const std::string file = directory.write("lock.interlock", lock("  mutual_exclusion holds\n"));
  const Run run = interlock({"mutate", file, "--all", "--format", "json"});
  REQUIRE(nlohmann::json::accept(run.output));
  const nlohmann::json report = nlohmann::json::parse(run.output);
  std::string ways;
  for (const auto& one : report["results"][0]["breaks"]) ways += one["how"].get<std::string>() + "\n";
  for (const char* way : {"without NX", "without PX", "as if this were always true", "as if this were always false",
                          "this left out", "> for >=", "its statements as steps of their own", "left out"}) {
    INFO(way << " in\n" << ways);
    CHECK(contains(ways, way));
  }
}

TEST_CASE("an expectation that is not met where nothing is broken notices nothing") {
  const Directory directory;
  const std::string file =
      directory.write("lock.interlock", lock("  no_starvation holds\n  mutual_exclusion holds under pause\n"));
  const Run run = interlock({"mutate", file});
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.messages, "not met where nothing is broken, so it notices nothing: no_starvation holds"));
  CHECK(contains(run.output, "lock: 0 of "));
}

TEST_CASE("a budget that runs out is no notice") {
  const Run run = interlock({"mutate", "set_nx_px", "--max-states", "3"});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "not known to be noticed:"));
  CHECK(contains(run.output, ": the budget of states ran out\n"));
  const Run data = interlock({"mutate", "set_nx_px", "--max-states", "3", "--format", "json"});
  const nlohmann::json report = nlohmann::json::parse(data.output);
  std::size_t unknown = 0;
  for (const nlohmann::json& one : report["results"][0]["breaks"]) {
    if (one["noticed"] != "unknown") continue;
    ++unknown;
    CHECK(one["why"] == "the budget of states ran out");
  }
  CHECK(unknown > 0);
}

TEST_CASE("a container that is full is another reason, and is named") {
  const Directory directory;
  const Run run = interlock({"mutate", directory.write("line.interlock", R"(protocol line
server redis : redis { line : sorted_set }
client worker {
  me = fresh id
  if redis.ZCARD(line) > 3 { return }
  redis.ZADD(line, me, 1)
}
spec full "Some time it has four." always possible count of redis.line == 4
expect { full holds }
)")});
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "full holds: runs in which redis.line would have more than 6 members were given up; "));
}

TEST_CASE("the order of two calls in one atomic block that touch different cells is no break") {
  const Directory directory;
  const auto swaps = [&](const std::string& second) {
    const std::string file = directory.write("two.interlock", R"(protocol two
server redis : redis { lock : string   note : string }
client worker[2] {
  me = fresh id
  atomic { redis.SETNX(lock, me); )" + second + R"( }
  critical { work 1s }
}
expect { mutual_exclusion fails }
)");
    return contains(interlock({"mutate", file, "--all"}).output, "swapped with the step behind it");
  };
  CHECK_FALSE(swaps("redis.SET(note, me)"));
  CHECK(swaps("redis.SETNX(lock, me)"));
}

TEST_CASE("where nothing is expected nothing can be noticed") {
  const Directory directory;
  std::string text = lock("");
  text.erase(text.find("expect"));
  const Run run = interlock({"mutate", directory.write("lock.interlock", text)});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, "expects nothing"));
}

}  // namespace interlock::testing
