// Stories of real runs as they are drawn: what the engine finds, and not only what was made by hand.

#include "reports/storyboard.hpp"
#include "reports/timeline_dot.hpp"
#include "reports/timeline_text.hpp"
#include "tests/catch.hpp"
#include "tests/real_stories.hpp"
#include "tests/reports/golden.hpp"

namespace interlock {
namespace {

void check_golden(const std::string& name, const trace::Counterexample& story) {
  const std::string text = reports::timeline_text(story, 100, {});
  CHECK(text == stories::golden(name + ".txt", text));
  const std::string dot = reports::timeline_dot(story);
  CHECK(dot == stories::golden(name + ".dot", dot));
}

const std::string flag_lock = R"(protocol flag_lock
server memory : memory { flag : bool }
client worker[2] {
  loop { if memory.flag == false { break }; sleep 1s }
  memory.flag = true
  critical { work 1s }
  memory.flag = false
}
)";

TEST_CASE("a real run: a lease runs out under a pause") {
  check_golden("real_lease", stories::told_of_shipped("locks/set_nx_px", "mutual_exclusion", "pause"));
}

TEST_CASE("a real run: a save is lost") {
  check_golden("real_lost_update", stories::told_of_shipped("locks/set_nx_px", "no_lost_update", "pause"));
}

TEST_CASE("a real run: a flag that two saw free") {
  const trace::Counterexample story = stories::told(flag_lock, "mutual_exclusion", "none");
  check_golden("real_flag", story);
  const std::string text = reports::timeline_text(story, 100, {});
  CHECK(text.find("false: worker") == std::string::npos);  // nobody holds what is free
}

TEST_CASE("a real run: a lock is stuck, and nothing that expires is said to be there for ever") {
  check_golden("real_stuck", stories::told_of_shipped("locks/setnx", "recovers", "crash 1 time"));
}

TEST_CASE("a real run: the servers of an array stand side by side between two clients") {
  const trace::Counterexample story = stories::told_of_shipped("quorum/redlock_minority", "mutual_exclusion", "none");
  std::vector<std::string> names;
  for (const reports::Lane& lane : reports::storyboard(story).lanes) names.push_back(lane.name);
  REQUIRE(names.size() >= 4);
  CHECK(names.front() == "worker 1");
  CHECK(names.back() == "worker 2");
  for (std::size_t lane = 1; lane + 1 < names.size(); ++lane) {
    INFO(names[lane]);
    CHECK(names[lane].rfind("node[", 0) == 0);
  }
}

}  // namespace
}  // namespace interlock
