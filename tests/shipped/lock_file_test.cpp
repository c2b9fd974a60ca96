// models/interlock.lock.json is in step with models/: verdicts, fewest faults and steps, exact numbers of states; and,
// of models/locks, how many breaks are noticed (of all of them that takes too long for every run).
// INTERLOCK_UPDATE_GOLDEN=1 writes it anew: then look at the difference.

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool is_updating() { return std::getenv("INTERLOCK_UPDATE_GOLDEN") != nullptr; }

/// The command, held against the lock file that ships, or writing it.
Run run_with_lock(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--lock", "models/interlock.lock.json"});
  if (is_updating()) arguments.emplace_back("--update");
  return interlock(arguments);
}

}  // namespace

TEST_CASE("every model that ships passes check --ci, with the answers of the lock file") {
  const Run run = run_with_lock({"check", "models", "--ci"});
  INFO(run.messages << run.output.substr(run.output.size() - std::min<std::size_t>(run.output.size(), 5000)));
  CHECK(run.exit_code == 0);
  CHECK(run.output.find("not enough for --ci") == std::string::npos);
}

TEST_CASE("as many breaks are noticed as the lock file says") {
  const Run run = run_with_lock({"mutate", "models/locks"});
  INFO(run.messages);
  CHECK(run.exit_code == 0);
}

}  // namespace interlock::testing
