#pragma once
// Runs programs and says what they took. CPU time, not wall time: other work on the machine disturbs it least.

#include <string>
#include <vector>

namespace interlock::bench {

struct Run {
  double cpu = 0;      ///< seconds, user and system, of all threads
  double wall = 0;     ///< seconds
  double peak = 0;     ///< MiB resident
  std::string output;  ///< both streams
  bool started = false;
};

/// The run with the least CPU time of so many.
Run measure(const std::vector<std::string>& command, int repeats);

/// Runs a line of shell in a directory; true when it succeeds.
bool shell(const std::string& line);

bool is_there(const std::string& program);

/// The number in front of which `before` stands, or behind which `after` stands; 0 where there is none. Commas are
/// left out.
double number_before(const std::string& text, const std::string& after);
double number_behind(const std::string& text, const std::string& before);

}  // namespace interlock::bench
