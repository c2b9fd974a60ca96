#include "engine/explore/pace.hpp"

#include <cmath>
#include <cstddef>

#include "engine/explore/ids.hpp"

namespace interlock::explore {

double Pace::ratio_before_last(std::size_t levels) const {
  if (sizes_.size() < levels + 2) return 0;
  const std::uint64_t last = sizes_[sizes_.size() - 1 - levels];
  const std::uint64_t before = sizes_[sizes_.size() - 2 - levels];
  return before == 0 ? 0 : static_cast<double>(last) / static_cast<double>(before);
}

std::optional<std::uint64_t> Pace::to_come() const {
  const double oldest = ratio_before_last(3);
  const double last = ratio_before_last(0);
  const bool falls = last > 0 && last < ratio_before_last(1) && ratio_before_last(1) < ratio_before_last(2) &&
                     ratio_before_last(2) < oldest;
  if (!falls) return std::nullopt;
  const double fall = std::cbrt(last / oldest);
  double ratio = last * fall;
  double level = static_cast<double>(sizes_.back()) * ratio;
  double sum = 0;
  for (; level >= 1; level *= ratio) {
    sum += level;
    ratio *= fall;
    // More than can be kept is no estimate.
    if (sum > static_cast<double>(most_states)) return std::nullopt;
  }
  return static_cast<std::uint64_t>(sum);
}

}  // namespace interlock::explore
