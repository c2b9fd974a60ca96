#include "reports/timeline_text.hpp"

#include <algorithm>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/reports/golden.hpp"
#include "tests/reports/stories.hpp"

namespace interlock {
namespace {

using reports::timeline_text;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string without_escapes(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1b') {
      at = text.find('m', at);
    } else {
      result += text[at];
    }
  }
  return result;
}

std::vector<std::pair<std::string, trace::Counterexample>> all_stories() {
  return {{"lease_expires", stories::lease_expires()},
          {"stale_write_refused", stories::stale_write_refused()},
          {"stale_write_accepted", stories::stale_write_accepted()},
          {"semaphore_over_limit", stories::semaphore_over_limit()},
          {"stuck_after_crash", stories::stuck_after_crash()},
          {"long_wait", stories::long_wait()},
          {"many_steps", stories::many_steps()}};
}

TEST_CASE("the timelines of the design's drawings") {
  for (const auto& [name, story] : all_stories()) {
    const std::string text = timeline_text(story);
    CHECK(text == stories::golden(name + ".txt", text));
  }
}

TEST_CASE("a timeline starts with its sentence") {
  const std::vector<std::string> lines = lines_of(timeline_text(stories::lease_expires()));
  REQUIRE(lines.size() > 3);
  CHECK(lines[0] == "mutual_exclusion fails: 1 pause, 4 steps");
  CHECK(lines[2] == "At 10 s worker 1 and worker 2 are both inside critical.");
}

TEST_CASE("no line is wider than asked, at any width that leaves room for the steps") {
  for (const auto& [name, story] : all_stories()) {
    for (const std::size_t width : {80U, 100U, 140U}) {
      for (const std::string& line : lines_of(timeline_text(story, width))) {
        INFO(name << " at " << width << ": " << line);
        CHECK(line.size() <= std::max<std::size_t>(width, 90));
      }
    }
  }
}

TEST_CASE("colour changes no character") {
  for (const auto& [name, story] : all_stories()) {
    const std::string coloured = timeline_text(story, 100, {true});
    CHECK(coloured != timeline_text(story));
    CHECK(without_escapes(coloured) == timeline_text(story));
  }
}

TEST_CASE("idle clients are named and have no lane") {
  const std::string text = timeline_text(stories::lease_expires({"worker 1", "worker 2", "worker 3"}));
  CHECK(text.find("worker 3 idle") != std::string::npos);
  CHECK(text.find("\n worker 3  ") == std::string::npos);
}

TEST_CASE("refused polls that change nothing are one column") {
  const std::string text = timeline_text(stories::long_wait());
  CHECK(text.find("o x 5 refused") != std::string::npos);
  CHECK(text.find("2-6") != std::string::npos);
}

TEST_CASE("a long story is cut into blocks and its dull parts are folded") {
  const std::string text = timeline_text(stories::many_steps());
  // The first answer is news; the others say the same again.
  CHECK(text.find("3-61") != std::string::npos);
}

TEST_CASE("a trap says why there is no way out") {
  const std::string text = timeline_text(stories::stuck_after_crash());
  CHECK(text.find("for ever") != std::string::npos);
  CHECK(text.find("What can still happen, and why it does not help:") != std::string::npos);
}

}  // namespace
}  // namespace interlock
