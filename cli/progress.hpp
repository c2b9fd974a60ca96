#pragma once
// One line on standard error that says how far the search is. Only on a terminal.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace interlock::cli {

class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// What is being explored: "set_nx_px under pause".
  void begin(std::string_view what);

  /// Shows the numbers, at most ten times a second and not in the first half second.
  void show(std::uint64_t states, std::uint32_t faults, std::uint32_t steps);

  /// Takes the line away, before anything else is written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool enabled_ = false;
  bool visible_ = false;
  std::string what_;
  Clock::time_point next_;
};

}  // namespace interlock::cli
