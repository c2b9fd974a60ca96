// How many states may still come.

#include "engine/explore/pace.hpp"

#include <cmath>

#include "tests/catch.hpp"

namespace interlock::explore {
namespace {

Pace pace_of(std::initializer_list<std::uint64_t> levels) {
  Pace pace;
  for (const std::uint64_t level : levels) pace.add(level);
  return pace;
}

}  // namespace

TEST_CASE("a ratio takes two levels") {
  CHECK(pace_of({}).ratio() == 0);
  CHECK(pace_of({7}).ratio() == 0);
  CHECK(pace_of({0, 7}).ratio() == 0);
  CHECK(pace_of({10, 20, 30}).ratio() == 1.5);
}

TEST_CASE("an estimate takes three ratios in a row that fall") {
  CHECK_FALSE(pace_of({10, 40, 120, 240}).to_come());
  CHECK_FALSE(pace_of({10, 20, 40, 80, 160}).to_come());
  CHECK_FALSE(pace_of({10, 80, 400, 1600, 6500}).to_come());  // 8, 5, 4, 4.06
  CHECK(pace_of({10, 80, 400, 1600, 4800}).to_come());        // 8, 5, 4, 3
  CHECK_FALSE(pace_of({10, 80, 400, 1600, 0}).to_come());
  CHECK_FALSE(pace_of({1, 1'000'000, 999'999'000'000}).to_come());
}

TEST_CASE("levels like a bell are estimated well, from before their top") {
  const auto level = [](int step) {
    return static_cast<std::uint64_t>(1e6 * std::exp(-(step - 20) * (step - 20) / 50.0));
  };
  std::uint64_t all = 0;
  for (int step = 0; step <= 60; ++step) all += level(step);
  Pace pace;
  std::uint64_t found = 0;
  for (int step = 0; step <= 40; ++step) {
    pace.add(level(step));
    found += level(step);
    if (step < 12) continue;
    const auto to_come = pace.to_come();
    REQUIRE(to_come);
    CHECK(std::abs(static_cast<double>(found + *to_come) - static_cast<double>(all)) < 0.02 * static_cast<double>(all));
  }
}

TEST_CASE("a new bucket begins anew") {
  Pace pace = pace_of({10, 80, 400, 1600, 4800});
  pace.restart();
  CHECK(pace.ratio() == 0);
  CHECK_FALSE(pace.to_come());
}

}  // namespace interlock::explore
