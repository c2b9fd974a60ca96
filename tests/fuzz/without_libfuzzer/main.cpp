// Runs a fuzz target where libFuzzer is not there: on every file of the given directories, and on changed copies of
// them. The changes come from a fixed sequence of numbers, so every run is the same. What crashes is made smaller and
// printed. With INTERLOCK_FUZZ_SECONDS=600 it goes on for that long, and INTERLOCK_FUZZ_SEED=7 begins elsewhere.

#include "tests/fuzz/without_libfuzzer/changes.hpp"
#include "tests/random/guarded.hpp"
#include "tests/random/shrinking.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Where a target counts the inputs that it came to the end of, for a look at how much is refused.
extern "C" __attribute__((weak)) std::size_t interlock_fuzz_went_through;

namespace {

using namespace interlock::tests;
using Clock = std::chrono::steady_clock;

std::vector<std::string> read_all(int argument_count, char** arguments) {
  std::vector<std::filesystem::path> paths;
  for (int i = 1; i < argument_count; ++i) {
    if (!std::filesystem::exists(arguments[i])) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments[i])) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

unsigned number_from(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

std::size_t went_through = 0;

/// What went wrong, or nothing.
std::string run(const std::vector<std::string>& texts, unsigned seconds) {
  const auto work = [&] {
    for (const std::string& text : texts)
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    return &interlock_fuzz_went_through == nullptr ? "0" : std::to_string(interlock_fuzz_went_through);
  };
  std::string said = guarded(work, seconds);
  char* end = nullptr;
  const unsigned long count = std::strtoul(said.c_str(), &end, 10);
  if (end == said.c_str()) return said;
  went_through += count;
  return "";
}

constexpr unsigned seconds_for_one = 60;

/// Finds out which of them it was, and prints the smallest text that still does it.
bool is_fine(const std::vector<std::string>& texts) {
  if (run(texts, 4 * seconds_for_one).empty()) return true;
  bool all_fine = true;
  for (const std::string& text : texts) {
    const std::string wrong = run({text}, seconds_for_one);
    if (wrong.empty()) continue;
    all_fine = false;
    const bool is_crash = wrong.rfind("crash", 0) == 0;
    const auto still_wrong = [](const RandomText& smaller) {
      return run({smaller.protocol}, seconds_for_one).rfind("crash", 0) == 0;
    };
    const std::string small =
        is_crash ? shrunk({text, ""}, still_wrong, number_from("INTERLOCK_FUZZ_SHRINK", 60)).protocol : text;
    std::printf("---- %s\n---- of this text\n%s\n---- was\n%s\n", wrong.c_str(), small.c_str(), text.c_str());
  }
  return all_fine;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::vector<std::string> texts = read_all(argument_count, arguments);
  if (texts.empty()) {
    std::fputs("no file in the given directories\n", stderr);
    return 1;
  }
  const unsigned seconds = number_from("INTERLOCK_FUZZ_SECONDS", 0);
  const auto end = Clock::now() + std::chrono::seconds(seconds > 0 ? seconds : 60);
  bool all_fine = is_fine(texts);
  Dice dice(number_from("INTERLOCK_FUZZ_SEED", 20240607));
  const std::size_t rounds = seconds > 0 ? SIZE_MAX : 4000;
  std::size_t done = 0;
  while (done < rounds && Clock::now() < end) {
    std::vector<std::string> batch;
    for (int i = 0; i < 40; ++i, ++done) {
      batch.push_back(texts[done % texts.size()]);
      const std::size_t changes = 1 + dice.below(1 + dice.below(6));
      for (std::size_t j = 0; j < changes; ++j) change(batch.back(), texts, dice);
    }
    all_fine = is_fine(batch) && all_fine;
  }
  std::printf("%zu files, %zu changed copies; %zu went through\n", texts.size(), done, went_through);
  return all_fine ? 0 : 1;
}
