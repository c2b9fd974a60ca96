#include "cli/progress.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

constexpr std::chrono::milliseconds before_first{500};
constexpr std::chrono::milliseconds between{100};

}  // namespace

ProgressLine::ProgressLine() : enabled_(messages_can_be_rewritten()) {}

void ProgressLine::begin(std::string_view what) {
  what_ = what;
  next_ = Clock::now() + before_first;
}

void ProgressLine::show(std::uint64_t states, std::uint32_t faults, std::uint32_t steps) {
  if (!enabled_ || Clock::now() < next_) return;
  next_ = Clock::now() + between;
  const std::string text = fmt::format("{}: {}, {}, {}", what_, reports::count_text(states, "state"),
                                       reports::count_text(faults, "fault"), reports::count_text(steps, "step"));
  write_message(fmt::format("\r\x1b[K{}", text));
  visible_ = true;
}

void ProgressLine::clear() {
  if (visible_) write_message("\r\x1b[K");
  visible_ = false;
}

}  // namespace interlock::cli
