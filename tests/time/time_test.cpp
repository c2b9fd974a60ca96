// Instants and spans: models whose verdicts hang on how far apart two moments are, and models where the checker has to
// say that it cannot tell.

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> models_in(const std::string& directory) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(INTERLOCK_SOURCE_DIR) / "tests" / "time" / directory))
    paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

const std::string pushed_on = "instants or deadlines are pushed on without a bound that the checker can see";

}  // namespace

TEST_CASE("moments that are moved, compared and measured") {
  for (const auto& path : models_in("models")) {
    const Run run = interlock({"check", path});
    INFO(run.output << run.messages);
    CHECK(run.exit_code == 0);
  }
}

TEST_CASE("no reduction changes what is said of moments") {
  for (const auto& path : models_in("models")) {
    const Run run = interlock({"check", path, "--without", "all"});
    INFO(run.output << run.messages);
    CHECK(run.exit_code == 0);
  }
}

TEST_CASE("what is pushed on for ever is unknown, with the reason") {
  for (const auto& path : models_in("unknown")) {
    const Run run = interlock({"check", path, "--under", "none", "--spec", "mutual_exclusion"});
    INFO(run.output << run.messages);
    CHECK(run.output.find("mutual_exclusion  unknown") != std::string::npos);
    CHECK(run.output.find(pushed_on) != std::string::npos);
  }
}

TEST_CASE("a duration that nothing uses changes no number of states") {
  const auto model = [](const std::string& unused) {
    return "protocol p\nserver redis : redis { lock : string }\nclient w[2] {\n" + unused +
           "  if not redis.SET(lock, true, NX, PX 3s) { return }\n  critical { work 2s }\n}\n";
  };
  const Directory directory;
  std::string outputs[2];
  for (const bool is_used : {false, true}) {
    directory.write("p.interlock", model(is_used ? "  idle_for = 7ms\n" : ""));
    Setting setting;
    setting.directory = directory.path().string();
    outputs[is_used] = interlock({"check", "p.interlock", "--under", "pause", "--spec", "recovers"}, setting).output;
  }
  INFO(outputs[0]);
  CHECK(outputs[0].find("recovers  holds") != std::string::npos);
  CHECK(outputs[0] == outputs[1]);
}

TEST_CASE("a verdict says where time was looked at too coarsely to be sure") {
  const Directory directory;
  const std::string begin = "protocol p\nserver m : memory { x : bool }\nclient c[1] {\n  m.x = true\n  t = now\n";
  const std::string end = "  u = now\n  assert apart: u - t != 40s\n}\nspec apart \"No more than 30 s.\" asserted\n";
  directory.write("p.interlock", begin + "  sleep 1s..30s\n" + end);
  Setting setting;
  setting.directory = directory.path().string();
  for (const char* time : {"ticks", "auto"}) {
    const Run run = interlock({"check", "p.interlock", "--under", "none", "--spec", "apart", "--time", time}, setting);
    INFO(time << run.output << run.messages);
    CHECK(run.output.find("holds") != std::string::npos);
    CHECK((run.output.find(", in steps of 500ms") != std::string::npos) == (std::string(time) == "ticks"));
  }
}

}  // namespace interlock::testing
