// Runs a fuzz target where libFuzzer is not there: on every file of the given directories, and on changed copies of
// them. The changes come from a fixed sequence of numbers, so every run is the same.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Random = std::mt19937;  // its sequence is fixed by the standard

std::size_t below(Random& random, std::size_t limit) { return limit == 0 ? 0 : random() % limit; }

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

/// One change: a stretch dropped, doubled, taken from another text, or one byte replaced.
void change(std::string& text, const std::vector<std::string>& texts, Random& random) {
  const std::size_t begin = below(random, text.size());
  const std::size_t length = std::min(text.size() - begin, 1 + below(random, 24));
  switch (below(random, 4)) {
    case 0: text.erase(begin, length); break;
    case 1: text.insert(begin, text.substr(begin, length)); break;
    case 2: {
      const std::string& other = texts[below(random, texts.size())];
      text.insert(begin, other.substr(below(random, other.size()), 1 + below(random, 60)));
      break;
    }
    default: text.replace(begin, length == 0 ? 0 : 1, 1, static_cast<char>(below(random, 256)));
  }
}

void run(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::vector<std::string> texts = read_all(argument_count, arguments);
  if (texts.empty()) {
    std::fputs("no file in the given directories\n", stderr);
    return 1;
  }
  for (const std::string& text : texts) run(text);
  Random random(20240607);
  const std::size_t rounds = 4000;
  for (std::size_t i = 0; i < rounds; ++i) {
    std::string text = texts[i % texts.size()];
    const std::size_t changes = 1 + below(random, 6);
    for (std::size_t j = 0; j < changes; ++j) change(text, texts, random);
    run(text);
  }
  std::printf("%zu files, %zu changed copies\n", texts.size(), rounds);
}
