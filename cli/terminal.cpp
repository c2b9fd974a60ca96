#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "reports/timeline_text.hpp"

namespace interlock::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// 0 where it is not known.
std::size_t columns_of(int descriptor) {
  winsize size{};
  if (::isatty(descriptor) == 0 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

bool is_plain_terminal() { return environment("TERM").empty() || environment("TERM") == "dumb"; }

}  // namespace

reports::Style output_style() {
  const bool wanted = environment("NO_COLOR").empty() && !is_plain_terminal();
  return {.colour = wanted && ::isatty(STDOUT_FILENO) != 0};
}

std::size_t output_width() {
  const std::size_t width = columns_of(STDOUT_FILENO);
  return width == 0 ? reports::usual_width : std::max<std::size_t>(width, 40);
}

std::size_t message_width() {
  constexpr std::size_t usual = 80;
  const std::size_t width = columns_of(STDERR_FILENO);
  return width == 0 ? usual : std::max<std::size_t>(width, 20);
}

bool messages_can_be_rewritten() { return ::isatty(STDERR_FILENO) != 0 && !is_plain_terminal(); }

}  // namespace interlock::cli
