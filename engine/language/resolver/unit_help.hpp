#pragma once
// What to write where a plain number stands for a duration.

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace interlock::language {

/// "a duration has a unit: 10 -> 10s". From a thousand on the number is one of milliseconds, as Redis' PX has them.
inline std::string unit_help(std::int64_t number) {
  return fmt::format("a duration has a unit: {0} -> {0}{1}", number, number < 1000 ? "s" : "ms");
}

}  // namespace interlock::language
