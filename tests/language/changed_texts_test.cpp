// Changed copies of good texts: words dropped, doubled, swapped and taken from elsewhere. The parser has to end,
// say the same each time, and point into the text. Bytes are changed in tests/fuzz.

#include "tests/catch.hpp"
#include "tests/language/parsing.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

using namespace interlock::language;
using namespace interlock::language::tests;

namespace {

using Random = std::mt19937;  // its sequence is fixed by the standard
using Words = std::vector<std::string>;

std::vector<std::filesystem::path> files_below(const std::string& directory) {
  std::vector<std::filesystem::path> paths;
  const std::filesystem::path root = std::filesystem::path(INTERLOCK_SOURCE_DIR) / directory;
  if (!std::filesystem::exists(root)) return paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file() && entry.path().extension() == ".interlock") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool is_word_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The text in pieces: words whole, every other byte by itself.
Words pieces_of(const std::string& text) {
  Words result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (is_word_part(text[at]) && end < text.size() && is_word_part(text[end])) ++end;
    result.push_back(text.substr(at, end - at));
    at = end;
  }
  return result;
}

void change(Words& pieces, const Words& others, Random& random) {
  if (pieces.empty()) return;
  const auto below = [&random](std::size_t limit) { return static_cast<std::ptrdiff_t>(random() % limit); };
  const auto at = pieces.begin() + below(pieces.size());
  switch (below(4)) {
    case 0: pieces.erase(at); break;
    case 1: pieces.insert(at, std::string(*at)); break;
    case 2: std::swap(*at, pieces[static_cast<std::size_t>(below(pieces.size()))]); break;
    default: *at = others[static_cast<std::size_t>(below(others.size()))];
  }
}

bool points_into(const Place& place) {
  if (place.line == 0) return true;
  return place.source && place.column >= 1 && place.length >= 1 &&
         place.column <= line_text(*place.source, place.line).size() + 2;
}

/// Empty if all is well.
std::string fault_of(const std::string& text) {
  Diagnostics first;
  Diagnostics second;
  const std::string tree = to_text(parse(source_of(text), first));
  const std::string again = to_text(parse(source_of(text), second));
  if (tree != again || to_text(first) != to_text(second)) return "two runs differ:\n" + text;
  if (first.size() > 101) return "too many complaints:\n" + text;
  for (const Diagnostic& diagnostic : first) {
    if (!points_into(diagnostic.place)) return "a place outside of the text:\n" + text;
    for (const Note& note : diagnostic.notes) {
      if (!points_into(note.place)) return "a note outside of the text:\n" + text;
    }
  }
  return "";
}

}  // namespace

TEST_CASE("all texts that ship are free of errors of syntax") {
  for (const std::string directory : {"models", "specs"}) {
    for (const std::filesystem::path& path : files_below(directory)) {
      INFO(path.string());
      CHECK(errors_of(read(path)).empty());
    }
  }
}

TEST_CASE("changed texts") {
  std::vector<Words> texts;
  Words all;
  for (const std::filesystem::path& path : files_below("tests/fuzz/parse_fuzz")) {
    texts.push_back(pieces_of(read(path)));
    all.insert(all.end(), texts.back().begin(), texts.back().end());
  }
  REQUIRE(texts.size() >= 10);
  Random random(20240611);
  std::string fault;
  for (std::size_t i = 0; i < 500 && fault.empty(); ++i) {
    Words pieces = texts[i % texts.size()];
    const std::size_t changes = 1 + random() % 8;
    for (std::size_t j = 0; j < changes; ++j) change(pieces, all, random);
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    fault = fault_of(text);
  }
  CHECK(fault == "");
}

TEST_CASE("texts that end anywhere") {
  std::string fault;
  for (const std::filesystem::path& path : files_below("tests/fuzz/parse_fuzz")) {
    const std::string text = read(path);
    for (std::size_t size = 0; size <= text.size() && fault.empty(); size += 1 + text.size() / 60) {
      fault = fault_of(text.substr(0, size));
    }
  }
  CHECK(fault == "");
}
