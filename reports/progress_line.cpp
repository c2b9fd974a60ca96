#include "reports/progress_line.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace interlock::reports {
namespace {

/// The parts of a line; those of less weight go first.
struct Part {
  std::string text;
  int weight = 0;
};

std::string joined(const std::vector<Part>& parts, int least) {
  std::string text;
  for (const Part& part : parts) {
    if (part.weight < least) continue;
    text += (text.empty() ? "" : text.back() == ':' ? " " : ", ") + part.text;
  }
  return text;
}

std::string states_text(std::uint64_t states) {
  return short_number(static_cast<double>(states)) + (states == 1 ? " state" : " states");
}

std::string_view activity_text(explore::Activity activity) {
  switch (activity) {
    case explore::Activity::searching: return "searching";
    case explore::Activity::looking_ahead: return "looking at what can come of each";
    case explore::Activity::looking_for_loops: return "looking for loops";
    case explore::Activity::telling: return "telling what was found";
  }
  return "";
}

}  // namespace

std::string short_number(double number) {
  if (number < 9999.5) return fmt::format("{:.0f}", number);
  constexpr std::string_view units = "kMGT";
  std::size_t unit = 0;
  for (number /= 1000; number >= 999.5 && unit + 1 < units.size(); ++unit) number /= 1000;
  const int digits = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}{}", number, digits, units[unit]);
}

std::string progress_line(std::string_view what, const explore::Progress& progress, double rate, std::size_t width) {
  if (progress.activity != explore::Activity::searching) {
    const std::string text =
        fmt::format("{}: {}, {}", what, states_text(progress.states), activity_text(progress.activity));
    return text.substr(0, width);
  }
  const auto number = [](std::uint64_t value) { return short_number(static_cast<double>(value)); };
  std::string level = "+" + number(progress.level_states);
  if (progress.frontier > 0) level += " from " + number(progress.frontier);
  if (progress.ratio > 0) level += fmt::format(" x{:.2f}", progress.ratio);
  std::vector<Part> parts{{fmt::format("{}:", what), 0},
                          {fmt::format("fault {}, step {}:", progress.faults, progress.steps), 5},
                          {states_text(progress.states), 5}};
  if (progress.level_states + progress.frontier > 0) parts.push_back({level, 4});
  if (rate > 0) parts.push_back({short_number(rate) + "/s", 2});
  if (progress.bytes > 0) parts.push_back({number(progress.bytes) + "B", 1});
  if (progress.to_come) parts.push_back({fmt::format("about {} more", number(*progress.to_come)), 3});
  std::string text;
  for (int least = 0; least <= 5; ++least) {
    text = joined(parts, least);
    if (text.size() <= width) return text;
  }
  return text.substr(0, width);
}

}  // namespace interlock::reports
