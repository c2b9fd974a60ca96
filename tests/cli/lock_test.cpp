// The lock file, what differs between two of them, a new protocol, and what a number means.

#include <algorithm>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// `text` with the first `from` replaced.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("the lock file: written, met, and not met where a number of states or a run differs") {
  const Directory directory;
  const std::string model = directory.write("lock.interlock", interlock({"show", "setnx"}).output);
  const std::string lock = (directory.path() / "some.lock.json").string();
  CHECK(interlock({"check", model, "--lock", lock}).exit_code == 2);
  CHECK(interlock({"check", model, "--lock", lock, "--update"}).exit_code == 0);
  const std::string written = directory.read("some.lock.json");
  CHECK(interlock({"check", model, "--lock", lock}).exit_code == 0);

  // What is told of a model that does less: it holds all the same.
  directory.write("lock.interlock", changed(interlock({"show", "setnx"}).output, "worker[2]", "worker[1]"));
  const Run hollow = interlock({"check", model, "--lock", lock});
  CHECK(hollow.exit_code == 1);
  CHECK(contains(hollow.output, "is not asked any more"));

  directory.write("lock.interlock", interlock({"show", "setnx"}).output);
  directory.write("some.lock.json", changed(written, "\"states\": ", "\"states\": 1"));
  const Run other = interlock({"check", model, "--lock", lock});
  CHECK(other.exit_code == 1);
  CHECK(contains(other.output, "states; it was: 1"));
  CHECK(contains(interlock({"check", model, "--lock", lock, "--format", "json"}).messages, "states; it was: 1"));
  CHECK(interlock({"check", model, "--lock", lock, "--update"}).exit_code == 0);
  CHECK(directory.read("some.lock.json") == written);
}

TEST_CASE("diff: lock files and reports, what fails now before what is only another number") {
  const Directory directory;
  const std::string model = directory.write("lock.interlock", interlock({"show", "setnx"}).output);
  const std::string before = (directory.path() / "before.json").string();
  interlock({"check", model, "--lock", before, "--update"});
  const std::string report = directory.write("report.json", interlock({"check", model, "--format", "json"}).output);
  CHECK(interlock({"diff", before, before}).output == "No difference.\n");
  CHECK(interlock({"diff", before, report}).output == "No difference.\n");
  std::string text = directory.read("before.json");
  text = changed(text, "\"verdict\": \"holds\"", "\"verdict\": \"fails\"");
  text = changed(text, "\"states\": ", "\"states\": 2");
  const Run run = interlock({"diff", before, directory.write("after.json", text)});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output.substr(0, run.output.find('\n')), "fails; it was: holds"));
  const Run nonsense = interlock({"diff", before, directory.write("none.json", "[1, 2")});
  CHECK(nonsense.exit_code == 2);
  CHECK(contains(nonsense.messages, "neither a lock file nor a report"));
}

TEST_CASE("what is no lock file is refused before anything is searched") {
  const Directory directory;
  const std::string model = directory.write("lock.interlock", interlock({"show", "setnx"}).output);
  const std::string nonsense = directory.write("nonsense.json", "[1, 2");
  const std::string missing = (directory.path() / "missing.json").string();
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{"--lock", nonsense}, {"--lock", nonsense, "--update"}, {"--lock", missing}})
    for (const char* command : {"check", "mutate"}) {
      std::vector<std::string> arguments{command, model};
      arguments.insert(arguments.end(), asked.begin(), asked.end());
      const Run run = interlock(arguments);
      INFO(command << " " << asked[1] << run.messages);
      CHECK(run.exit_code == 2);
      CHECK(run.output.empty());
    }
}

TEST_CASE("diff: a file that is called otherwise now is said once, and compared") {
  const Directory directory;
  const std::string text = interlock({"show", "setnx"}).output;
  const std::string before = (directory.path() / "before.json").string();
  const std::string after = (directory.path() / "after.json").string();
  interlock({"check", directory.write("old.interlock", text), "--lock", before, "--update"});
  interlock({"check", directory.write("new.interlock", text), "--lock", after, "--update"});
  const std::string said = interlock({"diff", before, after}).output;
  INFO(said);
  CHECK(contains(said, "new.interlock now\n"));
  CHECK(std::count(said.begin(), said.end(), '\n') == 1);
  directory.write("after.json", changed(directory.read("after.json"), "\"states\": ", "\"states\": 1"));
  const std::string more = interlock({"diff", before, after}).output;
  INFO(more);
  CHECK(std::count(more.begin(), more.end(), '\n') == 2);
  CHECK(contains(more, "states; it was: "));
}

TEST_CASE("new: a protocol that is as it says, and nothing is overwritten") {
  const Directory directory;
  Setting setting;
  setting.directory = directory.path();
  const Run made = interlock({"new", "my_lock"}, setting);
  CHECK(made.exit_code == 0);
  CHECK(contains(directory.read("my_lock.interlock"), "protocol my_lock\n"));
  const Run checked = interlock({"check", (directory.path() / "my_lock.interlock").string()});
  CHECK(checked.exit_code == 0);
  CHECK(checked.messages.empty());
  CHECK(interlock({"new", "my_lock"}, setting).exit_code == 2);
  CHECK(interlock({"new", "../my_lock"}, setting).exit_code == 2);
}

TEST_CASE("explain: what a number means") {
  const std::string two_calls = interlock({"explain", "E0211"}).output;
  CHECK(contains(two_calls, "others may step in between"));
  CHECK(contains(two_calls, "  wrong:\n    if redis.GET(lock) == redis.GET(other) { return }\n"));
  CHECK(contains(two_calls, "    b = redis.GET(other)\n"));
  CHECK(contains(interlock({"explain", "E0601"}).output, "There is room for 32. What helps: ask for fewer clients."));
  CHECK(contains(interlock({"explain", "E0413"}).output, "E0413, an error: a fault has no amount."));
  CHECK(contains(interlock({"explain", "w0502"}).output, "W0502, a warning: a param is never used."));
  CHECK(interlock({"explain", "E9999"}).exit_code == 2);
}

TEST_CASE("a fault that is allowed and that a failing run does without is named") {
  const Directory directory;
  std::string text = interlock({"show", "set_nx_px"}).output;
  text = changed(text, "fails using 1 pause under pause\n", "fails under pause, crash\n");
  const Run run = interlock({"check", directory.write("more.interlock", text)});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "mutual_exclusion fails without a crash, too"));
  CHECK_FALSE(contains(run.output, "fails without a pause"));
}

}  // namespace interlock::testing
