// What `check` writes for CI: JUnit, SARIF, TAP and GitHub's annotations. tests/judges/ has them read by the tools that
// their readers use.

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

/// One expectation of each kind: met, an expected failure, not met, not decided with a small budget.
const std::string lock = R"(protocol lock
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 3s)
  critical { work 1s }        # "<quoted> & more"
  redis.DEL(lock)
}
expect {
  mutual_exclusion holds
  mutual_exclusion fails using 1 pause under pause
  owner_releases   holds under pause
}
)";

const std::string broken =
    "protocol broken\nserver redis : redis { lock : string }\nclient worker { redis.GOT(lock) }\n";

}  // namespace

TEST_CASE("JUnit has a case an expectation, and an expected failure passes with its timeline") {
  const Directory directory;
  const std::string file = directory.write("lock.interlock", lock);
  const Run run = interlock({"check", file, "--junit", "-"});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, R"(<testsuites name="interlock" tests="3" failures="1" errors="0" skipped="0">)"));
  CHECK(count(run.output, "<testcase ") == 3);
  CHECK(count(run.output, "<system-out>") == 1);
  CHECK(contains(run.output, R"(<testcase name="owner_releases holds under pause" classname="lock" file=")" + file +
                                 R"(" line="12">)"));
  CHECK(contains(run.output, "<failure message=\"fails: 1 pause, "));
  CHECK(contains(run.output, "expected to hold\" type=\"expectation\">owner_releases fails"));
  CHECK(contains(run.output, "&quot;&lt;quoted&gt; &amp; more&quot;"));
}

TEST_CASE("what is not decided is an error for CI, and what does not apply is skipped") {
  const Directory directory;
  const std::string file = directory.write("lock.interlock", lock);
  const Run undecided = interlock({"check", file, "--max-states", "5", "--junit", "-"});
  CHECK(contains(undecided.output, "type=\"unknown\""));
  CHECK_FALSE(contains(undecided.output, "errors=\"0\""));
  const Run asked = interlock({"check", file, "--under", "none", "--junit", "-"});
  CHECK(contains(asked.output, "<skipped message=\"does not apply"));
  CHECK(contains(interlock({"check", file, "--under", "none", "--tap", "-"}).output, "# SKIP does not apply"));
}

TEST_CASE("a model with errors stands in every format") {
  const Directory directory;
  const std::string bad = directory.write("broken.interlock", broken);
  const std::string good = directory.write("lock.interlock", lock);
  const Run run = interlock({"check", bad, good, "--junit", directory.path() / "r.xml", "--sarif",
                             directory.path() / "r.sarif", "--tap", directory.path() / "r.tap", "--github"});
  CHECK(run.exit_code == 2);
  CHECK(contains(directory.read("r.xml"), "<error message=\"E0230: there is no operation GOT"));
  CHECK(contains(directory.read("r.sarif"), "\"ruleId\": \"E0230\""));
  CHECK(contains(directory.read("r.tap"), "broken.interlock: can be read\n  ---\n  message: \"E0230"));
  CHECK(
      contains(run.output, "::error file=" + bad + ",line=3,col=23,title=Interlock E0230::there is no operation GOT"));
}

TEST_CASE("a file that is not there is in the reports as well") {
  const Run run = interlock({"check", "nowhere.interlock", "--junit", "-"});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.output, "errors=\"1\""));
  CHECK(contains(run.output, "nowhere.interlock"));
}

TEST_CASE("SARIF has a thread flow a client and a server, in one order") {
  const Directory directory;
  const std::string file = directory.write("a lock.interlock", lock);
  const auto report = nlohmann::json::parse(interlock({"check", file, "--sarif", "-"}).output);
  const auto& run = report["runs"][0];
  REQUIRE(run["results"].size() == 3);
  const auto& met = run["results"][1];
  CHECK(met["kind"] == "pass");
  CHECK(met["level"] == "none");
  CHECK(run["results"][2]["level"] == "error");
  CHECK(contains(met["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20lock.interlock"));
  CHECK(run["tool"]["driver"]["rules"][met["ruleIndex"].get<std::size_t>()]["id"] == "mutual_exclusion");
  const auto& flows = met["codeFlows"][0]["threadFlows"];
  REQUIRE(flows.size() == 3);
  CHECK(flows[0]["id"] == "worker 1");
  CHECK(flows[2]["id"] == "redis");
  CHECK(flows[0]["locations"][0]["executionOrder"] == 1);
}

TEST_CASE("fingerprints stay when lines move") {
  const Directory directory;
  const std::string before = directory.write("lock.interlock", lock);
  const auto old = nlohmann::json::parse(interlock({"check", before, "--sarif", "-"}).output);
  const std::string after = directory.write("lock.interlock", "# a comment\n\n" + lock);
  const auto moved = nlohmann::json::parse(interlock({"check", after, "--sarif", "-"}).output);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& one = old["runs"][0]["results"][i];
    const auto& other = moved["runs"][0]["results"][i];
    CHECK(one["partialFingerprints"] == other["partialFingerprints"]);
    CHECK(one["locations"] != other["locations"]);
  }
}

TEST_CASE("GitHub's annotations name the line, and its summary has the table") {
  const Directory directory;
  const std::string file = directory.write("lock.interlock", lock);
  directory.write("summary.md", "from another step\n");
  Setting setting;
  setting.environment["GITHUB_STEP_SUMMARY"] = (directory.path() / "summary.md").string();
  const Run run = interlock({"check", file, "--github"}, setting);
  CHECK(count(run.output, "\n::error ") == 1);
  CHECK(contains(run.output, ",line=12,col=3,title=lock%3A owner_releases holds under pause::fails: 1 pause"));
  const std::string summary = directory.read("summary.md");
  CHECK(summary.starts_with("from another step\n## Interlock\n"));
  CHECK(contains(summary, "| ✓ | mutual\\_exclusion holds | holds |"));
  CHECK(contains(summary, "| ✗ not met | owner\\_releases holds under pause | fails: 1 pause"));
  CHECK(contains(summary, "```mermaid\nsequenceDiagram\n"));
  CHECK(contains(summary, "```text\nowner_releases fails: 1 pause"));
}

TEST_CASE("two reports for one standard output are a wrong use") {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"--junit", "-", "--tap", "-"}, {"--format", "json", "--sarif", "-"}, {"--github", "--tap", "-"}}) {
    std::vector<std::string> all{"check", "setnx"};
    all.insert(all.end(), words.begin(), words.end());
    const Run run = interlock(all);
    CHECK(run.exit_code == 2);
    CHECK(run.output.empty());
  }
}

TEST_CASE("after Ctrl-C each expectation that was not begun stands in the report as unknown") {
  const Directory directory;
  std::string slow = lock;
  slow.replace(slow.find("worker[2]"), 9, "worker[7]");
  slow.replace(slow.find("1s }"), 4, "1ms..2s }");
  for (const char* name : {"a", "b", "c"}) {
    std::string text = slow;
    directory.write(std::string(name) + ".interlock", text.replace(9, 4, name));
  }
  Setting setting;
  setting.interrupt_after = std::chrono::milliseconds(700);
  const Run run = interlock({"check", directory.path(), "--junit", "-", "--time", "ticks"}, setting);
  CHECK(contains(run.output, "tests=\"9\""));
  CHECK(contains(run.output, "<testsuite name=\"c\""));
  CHECK(contains(run.output, "</testsuites>\n"));
  CHECK_FALSE(contains(run.output, "errors=\"0\" skipped=\"0\">\n  <testsuite name=\"a\""));
}

}  // namespace interlock::testing
