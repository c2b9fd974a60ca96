#include "cli/reduction_stats.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/reduction_names.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

constexpr std::uint64_t most_times = 20;
constexpr std::uint64_t usual_most = 2'000'000;

/// "5.6 times", "120 times".
std::string times_text(std::uint64_t more, std::uint64_t fewer) {
  const double times = static_cast<double>(more) / static_cast<double>(fewer);
  return fmt::format("{:.{}f} times", times, times < 10 ? 1 : 0);
}

std::string line(std::string_view name, std::uint64_t states, const check::Answer& without) {
  if (without.complete() && without.states == states) {
    return fmt::format("  {}: as many states without it\n", name);
  }
  const std::string_view more = without.complete() ? "" : "more than ";
  std::string text = fmt::format("  {}: {} instead of {}{}", name, reports::count_text(states, "state"), more,
                                 reports::number_text(without.states));
  if (without.states > states) text += fmt::format(", {}{} fewer", more, times_text(without.states, states));
  return text + "\n";
}

}  // namespace

std::string reduction_lines(const check::Settings& settings, std::uint64_t states, const SearchAgain& search) {
  std::string lines;
  for (const NamedReduction& reduction : named_reductions) {
    // What is looked up saves time and no state.
    if (!(settings.reductions.*reduction.is_on) || reduction.name == "memory") continue;
    check::Settings without = settings;
    without.reductions.*reduction.is_on = false;
    without.nearest_pass = false;
    without.search.journal = nullptr;
    const std::uint64_t most = std::min(states * most_times, std::max(usual_most, states * 2));
    without.search.limits.states = std::min(without.search.limits.states, most);
    const std::optional<check::Answer> found = search(without, reduction.name);
    if (found) lines += line(reduction.name, states, *found);
  }
  return lines;
}

}  // namespace interlock::cli
