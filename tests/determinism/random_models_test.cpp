// Random models through the program: reports, stories and pictures are the same bytes for any number of threads.

#include "tests/catch.hpp"
#include "tests/program/program.hpp"
#include "tests/random/generator.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace interlock::testing {
namespace {

namespace fs = std::filesystem;

std::string write_model(const Directory& directory, std::uint32_t seed) {
  const tests::RandomText text = tests::random_text(seed, seed % 3);
  const std::string name = std::to_string(seed);
  fs::create_directories(directory.path() / name);
  if (!text.store.empty()) directory.write(name + "/desk.interlock", text.store);
  return directory.write(name + "/random.interlock", text.protocol);
}

/// What the program said, its exit code, and every file that it wrote.
std::map<std::string, std::string> told(const std::string& model, const std::string& threads, bool draws) {
  const Directory out;
  std::vector<std::string> words{"check",     model,   "--under",      "pause 1 time, crash 1 time",
                                 "--threads", threads, "--max-states", "4000"};
  words.insert(words.end(), {"--format", "json"});
  if (draws) words.insert(words.end(), {"--out", out.path().string()});
  const Run run = interlock(words);
  INFO(run.messages);
  CHECK(run.exit_code <= 4);  // no internal error, no signal
  std::map<std::string, std::string> bytes{{"(exit code)", std::to_string(run.exit_code)}, {"(output)", run.output}};
  for (const auto& entry : fs::recursive_directory_iterator(out.path())) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    bytes[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  return bytes;
}

}  // namespace

TEST_CASE("random models, any number of threads") {
  const Directory directory;
  std::size_t files = 0;
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    const std::string model = write_model(directory, seed);
    const bool draws = seed % 8 == 1;  // drawing takes longer than searching
    const auto one = told(model, "1", draws);
    files += one.size();
    for (const char* threads : {"2", "3", "8"}) {
      INFO("seed " << seed << ", " << threads << " threads");
      CHECK(told(model, threads, draws) == one);
    }
  }
  CHECK(files > 48);
}

}  // namespace interlock::testing
