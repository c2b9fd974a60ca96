#pragma once
// One line on standard error that says how far the search is. Only on a terminal.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/check/checker.hpp"

namespace interlock::cli {

class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// What is being explored: "set_nx_px, pause".
  void begin(std::string_view what);

  /// Shows the numbers, at most ten times a second and not in the first half second.
  void show(const explore::Progress& progress);

  /// Takes the line away, before anything else is written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  /// How many states there were at a moment.
  struct Sample {
    Clock::time_point moment;
    std::uint64_t states = 0;
  };

  double rate(Clock::time_point now, std::uint64_t states);

  bool enabled_ = false;
  bool visible_ = false;
  std::string what_;
  Clock::time_point next_;
  Sample older_;  ///< the rate is that since this one, one to two seconds ago
  Sample newer_;
};

}  // namespace interlock::cli
