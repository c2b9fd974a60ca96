// The check and matrix commands: verdicts, expectations, exit codes, JSON.

#include <fstream>
#include <iterator>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/cli/negated.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<fs::path> shipped_protocols() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(INTERLOCK_SOURCE_DIR) / "models")) {
    if (entry.path().extension() != ".interlock") continue;
    if (contains("\n" + read_text(entry.path()), "\nprotocol ")) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

nlohmann::json json_of(const std::vector<std::string>& words) {
  const Run run = interlock(words);
  INFO(run.messages);
  REQUIRE(nlohmann::json::accept(run.output));
  return nlohmann::json::parse(run.output);
}

}  // namespace

TEST_CASE("all that ships is as it says") {
  const Run run = interlock({"check", "models"});
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK(run.messages.empty());
  CHECK(contains(run.output, "expectations met."));
}

TEST_CASE("every negated expectation is not met") {
  for (const fs::path& path : shipped_protocols()) {
    INFO(path.filename());
    const Directory directory;
    const std::string file = directory.write(path.filename().string(), negated(read_text(path)));
    const Run run = interlock({"check", file, "--format", "json"});
    INFO(run.messages);
    CHECK(run.exit_code == 1);
    REQUIRE(nlohmann::json::accept(run.output));
    const nlohmann::json report = nlohmann::json::parse(run.output);
    for (const auto& result : report["results"]) {
      for (const auto& verdict : result["verdicts"]) {
        INFO(verdict["expected"]);
        CHECK(verdict["met"] == false);
      }
    }
  }
}

TEST_CASE("one protocol is answered by its lines and the timeline of the first failure") {
  const Run run = interlock({"check", "models/locks/set_nx_px.interlock"});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "ok    mutual_exclusion      holds"));
  CHECK(contains(run.output, "mutual_exclusion fails"));
  CHECK(contains(run.output, "worker 1 and worker 2 are both inside critical"));
  CHECK(contains(run.output, "paused"));
}

TEST_CASE("the option --under asks every spec, whatever the file expects") {
  const nlohmann::json report =
      json_of({"check", "set_nx_px", "--under", "none", "--under", "pause", "--format", "json"});
  REQUIRE(report["results"].size() == 2);
  CHECK(report["format"] == 2);
  CHECK(report["results"][0]["under"].empty());
  CHECK(report["results"][1]["under"][0]["text"] == "pause");
  std::size_t asked = 0;
  for (const auto& verdict : report["results"][1]["verdicts"]) {
    ++asked;
    CHECK(verdict["expected"].is_null());
    if (verdict["spec"] == "mutual_exclusion") CHECK(verdict["verdict"] == "fails");
    if (verdict["spec"] == "eventually_available") CHECK(verdict["verdict"] == "holds");
    if (verdict["spec"] != "no_starvation") continue;
    CHECK(verdict["verdict"] == "fails");
    CHECK(verdict["loop_steps"] == 6);
    CHECK(verdict["counterexample"]["kind"] == "lasso");
  }
  CHECK(asked > 10);
}

TEST_CASE("a failing property is exit code 1, a holding one 0") {
  CHECK(interlock({"check", "set_nx_px", "--spec", "mutual_exclusion", "--under", "pause"}).exit_code == 1);
  CHECK(interlock({"check", "set_nx_px", "--spec", "mutual_exclusion", "--under", "none"}).exit_code == 0);
}

TEST_CASE("a budget that runs out is exit code 3, with what was shown so far") {
  const Run run =
      interlock({"check", "set_nx_px", "--spec", "recovers", "--under", "pause, crash", "--max-states", "20"});
  CHECK(run.exit_code == 3);
  CHECK(contains(run.output, "unknown"));
  CHECK(interlock({"check", "set_nx_px", "--max-time", "0ms"}).exit_code == 3);
}

TEST_CASE("errors are graver than failures, and failures than budgets") {
  CHECK(interlock({"check", "set_nx_px", "nothing_like_it", "--spec", "mutual_exclusion", "--under", "pause"})
            .exit_code == 2);
  CHECK(interlock({"check", "set_nx_px", "--under", "pause", "--under", "pause, crash", "--max-states", "150"})
            .exit_code != 0);
}

TEST_CASE("the options --set and --clients change the protocol") {
  const nlohmann::json report = json_of({"check", "set_nx_px", "--set", "busy=20s", "--clients", "worker=3", "--under",
                                         "none", "--spec", "mutual_exclusion", "--format", "json"});
  CHECK(report["results"][0]["clients"] == "3 workers");
  CHECK(report["results"][0]["verdicts"][0]["verdict"] == "fails");
}

TEST_CASE("a file that expects nothing gets the matrix") {
  const Directory directory;
  std::string text = read_text(fs::path(INTERLOCK_SOURCE_DIR) / "models/locks/set_nx_px.interlock");
  text.resize(text.find("\nexpect"));
  const std::string file = directory.write("mine.interlock", text + "\n");
  const Run run = interlock({"check", file});
  CHECK(run.exit_code == 1);  // whoever waits may starve, also without faults
  CHECK(contains(run.output, "mutual_exclusion"));
  CHECK(contains(run.output, "broken by pause"));
  CHECK(contains(run.output, "then a loop of 6"));
  CHECK(run.output == interlock({"matrix", file}).output);
}

TEST_CASE("stores and specs beside a protocol are found, and come before those that ship") {
  const Directory directory;
  directory.write("spec.interlock", "spec nobody_enters\n  \"No.\"\nnever some(c in clients where c in critical)\n");
  std::string text = read_text(fs::path(INTERLOCK_SOURCE_DIR) / "models/locks/set_nx_px.interlock");
  text.resize(text.find("\nexpect"));
  const std::string file = directory.write("mine.interlock", text + "\nexpect { nobody_enters fails }\n");
  const Run run = interlock({"check", file});
  INFO(run.messages);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "nobody_enters"));
}

TEST_CASE("errors in a store or spec beside a protocol matter only to one that uses it") {
  const Directory directory;
  const std::string text = interlock({"show", "set_nx_px"}).output;
  const std::string file = directory.write("mine.interlock", text);
  directory.write("store.interlock", "store broken\noperation {\n");
  const std::string spec = directory.write("spec.interlock", "spec half_done\n  \"No.\"\nnever some(c in\n");
  directory.write("other.interlock", "spec no_such_thing\n  \"No.\"\nnever nothing_of_this_name\n");
  const Run unused = interlock({"check", file});
  INFO(unused.messages);
  CHECK(unused.exit_code == 0);
  CHECK(contains(unused.messages, "note: " + spec + " has errors and is left out"));
  CHECK_FALSE(contains(unused.messages, "error["));
  const std::string user =
      directory.write("user.interlock", text.substr(0, text.find("\nexpect")) + "\nexpect { half_done holds }\n");
  const Run used = interlock({"check", user});
  CHECK(used.exit_code == 2);
  CHECK(contains(used.messages, "spec.interlock:3"));
  CHECK(interlock({"check", directory.path().string()}).exit_code == 2);
}

TEST_CASE("an int that leaves its range is a failure, also where nobody asked") {
  const Directory directory;
  const std::string start =
      "protocol counting\nserver redis : redis { lock : string }\n"
      "client worker[2] {\n  me = fresh id\n  n : int 0..2 = 0\n  retry until redis.SETNX(lock, me)\n"
      "  critical { work 1s }\n  n = n + 1\n  n = n + 1\n  n = n + 1\n  if n > 0 { redis.DEL(lock) }\n}\n";
  const std::string file = directory.write("counting.interlock", start + "expect { mutual_exclusion holds }\n");
  const Run run = interlock({"check", file});
  INFO(run.messages << run.output);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "FAIL  in_range          fails: "));
  CHECK(contains(run.output, "ok    mutual_exclusion  holds"));
  CHECK(contains(run.output, "in_range fails"));
  const Run matrix = interlock({"matrix", file, "--spec", "mutual_exclusion"});
  CHECK(matrix.exit_code == 1);
  CHECK(contains(matrix.output, "\nin_range "));
}

TEST_CASE("a matrix cell whose search was given up shows the failure that fewer faults already cause") {
  for (int states = 100; states <= 220; states += 15) {
    const Run run =
        interlock({"matrix", "set_nx_px", "--spec", "mutual_exclusion", "--max-states", std::to_string(states)});
    INFO(run.output);
    const std::size_t under_pause = run.output.find("1 pause, ");
    if (under_pause != std::string::npos) CHECK(run.output.find("1 pause, ", under_pause + 1) != std::string::npos);
  }
}

TEST_CASE("under faults, what does not apply is one line") {
  const Run run = interlock({"check", "set_nx_px", "--under", "pause"});
  CHECK(contains(run.output, "\ndoes not apply: "));
  CHECK(contains(run.output, " (why: see matrix)\n"));
  CHECK_FALSE(contains(run.output, "  does not apply"));
}

TEST_CASE("reductions can all be switched off at once") {
  const Run run = interlock({"check", "set_nx_px", "--without", "all"});
  CHECK(run.exit_code == 0);
}

TEST_CASE("the program carries its models with it") {
  Setting elsewhere;
  elsewhere.directory = "/";
  CHECK(interlock({"check", "models/locks"}, elsewhere).output == interlock({"check", "models/locks"}).output);
  CHECK(interlock({"show", "set_nx_px"}, elsewhere).output ==
        read_text(fs::path(INTERLOCK_SOURCE_DIR) / "models/locks/set_nx_px.interlock"));
  const Run list = interlock({"list"}, elsewhere);
  for (const char* name : {"set_nx_px", "fair_semaphore", "lease_fence", "redis", "mutual_exclusion"}) {
    CHECK(contains(list.output, std::string("\n  ") + name + " "));
  }
}

TEST_CASE("steps puts numbers into the margin") {
  const Run run = interlock({"steps", "set_nx_px"});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "retry until redis.SET(lock, me, NX, PX ttl)"));
  CHECK(contains(run.output, "1 |"));
}

TEST_CASE("draw writes one file with a predictable name") {
  const Directory directory;
  const Run run = interlock({"draw", "set_nx_px", "--format", "dot", "--out", directory.path().string()});
  CHECK(run.exit_code == 0);
  CHECK(contains(directory.read("set_nx_px.dot"), "graph"));
}

}  // namespace interlock::testing
