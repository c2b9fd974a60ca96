#include "reports/savings_text.hpp"

#include "reports/words.hpp"

#include <fmt/format.h>

namespace interlock::reports {
namespace {

/// "5.6 times", "120 times".
std::string times_text(std::uint64_t more, std::uint64_t fewer) {
  const double times = static_cast<double>(more) / static_cast<double>(fewer);
  return fmt::format("{:.{}f} times", times, times < 10 ? 1 : 0);
}

std::string line(const check::Saving& saving, std::uint64_t states) {
  if (saving.complete && saving.states == states) {
    return fmt::format("  {}: as many states without it\n", saving.reduction);
  }
  const std::string_view more = saving.complete ? "" : "more than ";
  std::string text = fmt::format("  {}: {} instead of {}{}", saving.reduction, count_text(states, "state"), more,
                                 number_text(saving.states));
  if (saving.states > states) text += fmt::format(", {}{} fewer", more, times_text(saving.states, states));
  return text + "\n";
}

}  // namespace

std::string savings_text(const std::vector<check::Saving>& savings, std::uint64_t states) {
  std::string lines;
  for (const check::Saving& saving : savings) lines += line(saving, states);
  return lines;
}

}  // namespace interlock::reports
