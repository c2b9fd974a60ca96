// Pictures small enough to be pasted: measured over the failing expectations of all that ships.

#include "engine/check/question.hpp"
#include "reports/timeline_dot.hpp"
#include "tests/catch.hpp"
#include "tests/real_stories.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace interlock {
namespace {

namespace fs = std::filesystem;

/// Its sheet is given in inches; the height that it has when it is drawn 1000 points wide.
double height_at_1000(const std::string& dot) {
  double width = 0, height = 0;
  const std::size_t sheet = dot.find("sheet [");
  REQUIRE(sheet != std::string::npos);
  const std::size_t size = dot.find(" width=", sheet);
  REQUIRE(std::sscanf(dot.c_str() + size, " width=%lf height=%lf", &width, &height) == 2);
  return height / width * 1000;
}

std::vector<fs::path> shipped_protocols() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(INTERLOCK_SOURCE_DIR) / "models")) {
    const bool is_store = entry.path().parent_path().filename() == "stores";
    if (entry.path().extension() == ".interlock" && !is_store) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Of what fails as it should.
std::vector<std::pair<double, std::string>> heights_of(const language::Model& model) {
  std::vector<std::pair<double, std::string>> heights;
  for (check::Question question : check::expected_questions(model, {})) {
    std::erase_if(question.asked, [](const check::Asked& asked) {
      return !asked.expected || asked.expected->verdict != language::ExpectedVerdict::fails;
    });
    if (question.asked.empty()) continue;
    const check::Answer answer = check::check(model, question.scenario, check::searched_specs(model, question), {});
    for (const check::SpecResult& result : answer.verdicts)
      if (result.story) heights.emplace_back(height_at_1000(reports::timeline_dot(*result.story)), result.story->asked);
  }
  return heights;
}

TEST_CASE("half of the shipped pictures are within 800 points at 1000 of width, nine in ten within 1400") {
  std::vector<std::pair<double, std::string>> heights;
  for (const fs::path& path : shipped_protocols()) {
    const auto more = heights_of(stories::read(stories::text_of_file(path)));
    heights.insert(heights.end(), more.begin(), more.end());
  }
  std::sort(heights.begin(), heights.end());
  REQUIRE(heights.size() > 80);
  const auto within = [&](double height) {
    return std::count_if(heights.begin(), heights.end(), [height](const auto& one) { return one.first <= height; });
  };
  const auto all = static_cast<std::ptrdiff_t>(heights.size());
  INFO("the highest: " << heights.back().first << ", " << heights.back().second);
  CHECK(2 * within(800) >= all);
  CHECK(10 * within(1400) >= 9 * all);
}

}  // namespace
}  // namespace interlock
