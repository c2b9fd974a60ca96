// Small models whose verdict is known, one for each kind of mistake that was made once: tests/cases. The whole program
// is asked, as a user would ask it.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/cli/negated.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> protocols_in(const std::string& directory) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(INTERLOCK_SOURCE_DIR) / "tests" / "cases" / directory))
    if (read_text(entry.path()).starts_with("protocol ")) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  REQUIRE(!paths.empty());
  return paths;
}

/// The file says the opposite, beside the stores that it may need.
Run check_negated(const fs::path& path, const std::string& text) {
  const Directory directory;
  for (const auto& entry : fs::directory_iterator(path.parent_path()))
    if (read_text(entry.path()).starts_with("store "))
      directory.write(entry.path().filename().string(), read_text(entry.path()));
  return interlock({"check", directory.write(path.filename().string(), text), "--format", "json"});
}

/// "E0316 at line 9": the error that the file says in a comment on the line where it has to be refused.
struct Refusal {
  std::string number;
  std::size_t line = 0;
};

Refusal refusal_in(const std::string& text) {
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::size_t mark = line.find("# E0");
    if (mark != std::string::npos) return {line.substr(mark + 2, 5), number};
  }
  return {};
}

}  // namespace

TEST_CASE("each kind of mistake that was made once, and each fault, has the right verdict") {
  std::vector<fs::path> paths = protocols_in("verdicts");
  for (const fs::path& path : protocols_in("faults")) paths.push_back(path);
  for (const fs::path& path : paths) {
    DYNAMIC_SECTION(path.stem().string()) {
      const Run run = interlock({"check", path.string()});
      INFO(run.output << run.messages);
      CHECK(run.exit_code == 0);
      const std::string text = read_text(path);
      const std::string opposite = negated(text);
      if (opposite == text) continue;
      const Run other = check_negated(path, opposite);
      INFO(other.messages);
      CHECK(other.exit_code == 1);
      REQUIRE(nlohmann::json::accept(other.output));
      const nlohmann::json report = nlohmann::json::parse(other.output);
      for (const auto& verdict : report["results"][0]["verdicts"]) {
        INFO(verdict["expected"]);
        CHECK(verdict["met"] == false);
      }
    }
  }
}

TEST_CASE("what means nothing to a server is refused where it stands") {
  for (const fs::path& path : protocols_in("errors")) {
    DYNAMIC_SECTION(path.stem().string()) {
      const Refusal refusal = refusal_in(read_text(path));
      REQUIRE(refusal.line > 0);
      const Run run = interlock({"check", path.string()});
      INFO(run.messages);
      CHECK(run.exit_code == 2);
      CHECK(run.output.empty());
      const std::string head = fmt::format("error[{}]: ", refusal.number);
      const std::string place = fmt::format("{}:{}:", path.filename().string(), refusal.line);
      CHECK(run.messages.starts_with(head));
      CHECK(run.messages.find(place) != std::string::npos);
    }
  }
}

}  // namespace interlock::testing
