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

}  // namespace interlock::testing
