// Members that crashed clients left behind: searches that ended by capacity or budget end by themselves, and nothing
// that can be compared is changed.

#include <algorithm>
#include <array>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

/// By their signs: holds, fails, open, neither.
bool is_verdict(const std::string& line) {
  constexpr std::array<const char*, 4> signs{"\u2713  ", "\u2717  ", "?  ", "-  "};
  return std::any_of(signs.begin(), signs.end(), [&](const char* sign) { return line.starts_with(sign); });
}

/// The lines of verdicts, without what differs between searches of different size.
std::string verdicts(const std::vector<std::string>& words) {
  std::istringstream lines(interlock(words).output);
  std::string result;
  for (std::string line; std::getline(lines, line);)
    if (is_verdict(line)) result += line.substr(0, line.rfind("  ")) + "\n";
  return result;
}

}  // namespace

TEST_CASE("any number of crashes is decided where the dead cannot be told apart") {
  for (const char* model :
       {"clock_semaphore", "fair_semaphore", "fair_semaphore_script", "locked_semaphore", "refreshed_semaphore"}) {
    const std::string found = verdicts({"check", model, "--under", "crash"});
    INFO(model << "\n" << found);
    CHECK(found.find("recovers") != std::string::npos);
    CHECK(found.find("unknown") == std::string::npos);
    CHECK(found.find("up to the capacity") == std::string::npos);
  }
}

TEST_CASE("pauses and crashes without a bound are decided, too") {
  const std::string found = verdicts({"check", "clock_semaphore", "--under", "pause, crash", "--set", "timeout=2s",
                                      "--set", "busy=1s", "--spec", "owner_releases", "--spec", "recovers"});
  INFO(found);
  CHECK(found.find("recovers") != std::string::npos);
  CHECK(found.find("unknown") == std::string::npos);
}

TEST_CASE("how far instants are told apart changes no verdict and no distance") {
  for (const char* model : {"clock_semaphore", "fair_semaphore_script"})
    for (const char* without : {"time", "dead", "members,time"}) {
      const std::vector<std::string> words{"check", model,        "--under", "pause 1 time, crash 1 time",
                                           "--set", "timeout=2s", "--set",   "busy=1s"};
      std::vector<std::string> other = words;
      other.insert(other.end(), {"--without", without});
      INFO(model << ", without " << without);
      CHECK(verdicts(words) == verdicts(other));
    }
}

TEST_CASE("dropping dead members changes no verdict and no distance") {
  for (const char* model : {"clock_semaphore", "fair_semaphore", "fair_semaphore_script"})
    for (const char* limit : {"limit=1", "limit=2"}) {
      const std::vector<std::string> words{"check", model, "--under", "crash 2 times", "--set", limit};
      std::vector<std::string> without = words;
      without.insert(without.end(), {"--without", "members"});
      INFO(model << ", " << limit);
      CHECK(verdicts(words) == verdicts(without));
    }
}

}  // namespace interlock::testing
