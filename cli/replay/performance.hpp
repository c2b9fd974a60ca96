#pragma once
// Performs a told run on a real Redis, with a real process for each client.

#include "cli/replay/connection.hpp"
#include "reports/replay/replay_run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::cli {

struct PerformedStep {
  std::uint32_t number = 0;
  std::int64_t at = 0;  ///< microseconds since moment 0, really
  std::string who;      ///< "worker 1 (4711)"
  std::string what;     ///< as the run tells it, or what was done
  std::string said;     ///< what the server answered; empty where it was not asked
};

struct Performance {
  std::string server;  ///< "Redis 7.0.15 at 127.0.0.1:6379"
  std::vector<PerformedStep> steps;
  std::int64_t latest = 0;            ///< microseconds by which the latest step came after its moment
  std::string departure;              ///< where reality went another way; empty: it went as told
  std::vector<std::string> evidence;  ///< what was found, a sentence each
};

struct Casting {
  Address server;
  std::int64_t tick = 1'000'000;  ///< how long a second of the model takes, microseconds
};

/// All keys are new ones of its own, and gone at the end. Throws ConnectionError, and Interrupted.
Performance perform(const reports::ReplayRun& run, const Casting& casting);

}  // namespace interlock::cli
