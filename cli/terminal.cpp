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

bool is_plain_terminal() { return environment("TERM").empty() || environment("TERM") == "dumb"; }

}  // namespace

reports::Style output_style() {
  const bool wanted = environment("NO_COLOR").empty() && !is_plain_terminal();
  return {.colour = wanted && ::isatty(STDOUT_FILENO) != 0};
}

std::size_t output_width() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
    return reports::usual_width;
  }
  return std::max<std::size_t>(size.ws_col, 40);
}

bool messages_can_be_rewritten() { return ::isatty(STDERR_FILENO) != 0 && !is_plain_terminal(); }

}  // namespace interlock::cli
