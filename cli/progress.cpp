#include "cli/progress.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "reports/progress_line.hpp"

namespace interlock::cli {
namespace {

constexpr std::chrono::milliseconds before_first{500};
constexpr std::chrono::milliseconds between{100};
constexpr std::chrono::seconds between_samples{1};

}  // namespace

ProgressLine::ProgressLine() : enabled_(messages_can_be_rewritten()) {}

void ProgressLine::begin(std::string_view what) {
  what_ = what;
  next_ = Clock::now() + before_first;
  older_ = {};
}

double ProgressLine::rate(Clock::time_point now, std::uint64_t states) {
  // After the states of a search end, a verdict may go over them again.
  if (older_.moment == Clock::time_point{} || states < older_.states) older_ = newer_ = {now, states};
  if (now - newer_.moment >= between_samples) {
    older_ = newer_;
    newer_ = {now, states};
  }
  const double seconds = std::chrono::duration<double>(now - older_.moment).count();
  return seconds > 0 ? static_cast<double>(states - older_.states) / seconds : 0;
}

void ProgressLine::show(const explore::Progress& progress) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  const double states_a_second = rate(now, progress.states);
  if (now < next_) return;
  next_ = now + between;
  // The last column stays free: some terminals go on to the next line there.
  const std::string text = reports::progress_line(what_, progress, states_a_second, message_width() - 1);
  write_message(fmt::format("\r\x1b[K{}", text));
  visible_ = true;
}

void ProgressLine::clear() {
  if (visible_) write_message("\r\x1b[K");
  visible_ = false;
}

}  // namespace interlock::cli
