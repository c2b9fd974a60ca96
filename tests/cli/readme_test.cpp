// What the README shows is what the program prints.

#include <fstream>
#include <iterator>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

std::string readme() {
  std::ifstream file(std::string(INTERLOCK_SOURCE_DIR) + "/README.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The first block between ``` and ``` behind these words.
std::string block_behind(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  REQUIRE(at != std::string::npos);
  const std::size_t begin = text.find("```\n", at);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find("```\n", begin + 4);
  REQUIRE(end != std::string::npos);
  return text.substr(begin + 4, end - begin - 4);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the README's lock, its verdict, its run and its loop are what the program prints") {
  const std::string text = readme();
  const Directory directory;
  directory.write("tiny_lock.interlock", block_behind(text, "## A lock in ten lines"));
  const Setting there{.environment = {}, .directory = directory.path().string(), .output_to = "", .before = {}};
  const Run run = interlock({"check", "tiny_lock.interlock"}, there);
  CHECK(run.exit_code == 1);
  INFO(run.output);
  CHECK(contains(run.output, block_behind(text, "does not agree:")));
  const Run loop = interlock({"check", "tiny_lock.interlock", "--spec", "no_starvation", "--under", "none"}, there);
  INFO(loop.output);
  CHECK(contains(loop.output, block_behind(text, "**For ever.**")));
}

}  // namespace interlock::testing
