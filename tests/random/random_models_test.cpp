// Random models, through everything. Seeds are fixed. With more time:
//   INTERLOCK_RANDOM_SECONDS=600    for each size, instead of a fixed number of models
//   INTERLOCK_RANDOM_SEED=1000000   the first seed
//   INTERLOCK_RANDOM_KEEP=DIR       keeps the files of what fails there, and goes on

#include "tests/catch.hpp"
#include "tests/random/examining.hpp"
#include "tests/random/generator.hpp"
#include "tests/random/shrinking.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/resource.h>

using namespace interlock::tests;

namespace {

std::uint32_t number_from(const char* name, std::uint32_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

std::string files_of(const RandomText& text) {
  return text.protocol + (text.store.empty() ? "" : "----\n" + text.store);
}

RandomText shrink(const RandomText& text, const std::string& difference) {
  const std::string kind = kind_of(difference);
  const auto is_wrong = [&](const RandomText& smaller) {
    Tally ignored;
    return kind_of(examine(smaller, ignored, kind)) == kind;
  };
  return shrunk(text, is_wrong, number_from("INTERLOCK_RANDOM_SHRINK", 60));
}

void keep(const std::filesystem::path& directory, std::uint32_t seed, const std::string& difference,
          const RandomText& text) {
  const auto place = directory / (kind_of(difference) + "_" + std::to_string(seed));
  std::filesystem::create_directories(place);
  std::ofstream(place / "random.interlock") << text.protocol;
  if (!text.store.empty()) std::ofstream(place / "desk.interlock") << text.store;
  std::ofstream(place / "difference.txt") << difference;
}

/// How long this process and those that it waited for have worked.
double seconds_of_work() {
  double seconds = 0;
  for (const int whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    struct rusage usage {};
    ::getrusage(whose, &usage);
    seconds += static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
  }
  return seconds;
}

/// All models of a size: `count` of them, or as many as there is time for.
void examine_all(unsigned size, std::uint32_t count) {
  const std::uint32_t seconds = number_from("INTERLOCK_RANDOM_SECONDS", 0);
  const std::uint32_t first = number_from("INTERLOCK_RANDOM_SEED", 1);
  const char* kept_in = std::getenv("INTERLOCK_RANDOM_KEEP");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  // Fixed seeds; what is very slow gives up early rather than late, but not because others use the machine as well.
  const double most_work = seconds_of_work() + 240;
  Tally tally;
  for (std::uint32_t index = 0; seconds > 0 || index < count; ++index) {
    if (seconds > 0 ? std::chrono::steady_clock::now() > end : seconds_of_work() > most_work) break;
    const std::uint32_t seed = first + index;
    const RandomText text = random_text(seed, size);
    const std::string difference = examine(text, tally);
    if (difference.empty()) continue;
    const RandomText small = shrink(text, difference);
    Tally ignored;
    const std::string of_small = examine(small, ignored, kind_of(difference));
    if (kept_in != nullptr) keep(kept_in, seed, of_small, small);
    UNSCOPED_INFO("seed " << seed << ", size " << size << "\n" << files_of(small) << of_small);
    if (kept_in == nullptr) FAIL("the smallest model is above");
    CHECK(of_small == "");
  }
  WARN(tally.models << " models of size " << size << ", " << tally.refused << " refused, " << tally.too_slow
                    << " too slow, " << tally.compared << " answers compared");
  CHECK(10 * tally.refused < 2 * tally.models);
  CHECK(tally.compared > tally.models);
}

}  // namespace

TEST_CASE("the smallest random models mean the same to everybody") { examine_all(0, fixed_seeds[0]); }

TEST_CASE("small random models mean the same to everybody") { examine_all(1, fixed_seeds[1]); }

TEST_CASE("random models mean the same to everybody") { examine_all(2, fixed_seeds[2]); }
