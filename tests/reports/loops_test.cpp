#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "cli/graphviz.hpp"
#include "reports/json.hpp"
#include "reports/loop_words.hpp"
#include "reports/storyboard.hpp"
#include "reports/timeline_dot.hpp"
#include "reports/timeline_text.hpp"
#include "tests/catch.hpp"
#include "tests/reports/golden.hpp"
#include "tests/reports/loop_stories.hpp"

namespace interlock {
namespace {

using reports::timeline_dot;
using reports::timeline_text;

TEST_CASE("loops as text") {
  for (const auto& [name, story] : stories::loops()) {
    const std::string text = timeline_text(story);
    CHECK(text == stories::golden(name + ".txt", text));
  }
}

TEST_CASE("loops as graphs") {
  for (const auto& [name, story] : stories::loops()) {
    const std::string text = timeline_dot(story);
    CHECK(text == stories::golden(name + ".dot", text));
  }
}

TEST_CASE("Graphviz draws loops, with their frame and the arrow back") {
  for (const auto& [name, story] : stories::loops()) {
    const cli::Rendered drawn = cli::render(timeline_dot(story), cli::Layout::pinned, "svg");
    INFO(name << ": " << drawn.why_not);
    REQUIRE(drawn.bytes);
    CHECK(drawn.bytes->find("loop_start") != std::string::npos);
    CHECK(drawn.bytes->find(reports::loop_text(story)) != std::string::npos);
    CHECK(drawn.bytes->find(reports::back_text(story)) != std::string::npos);
    CHECK(drawn.bytes->find("Fair, because: ") != std::string::npos);
    CHECK(drawn.bytes->find("broken here") == std::string::npos);
  }
}

TEST_CASE("a loop's frame has both edges, whatever is folded") {
  for (const auto& [name, story] : stories::loops()) {
    const reports::Storyboard board = reports::storyboard(story);
    INFO(name);
    REQUIRE(board.opening);
    REQUIRE(board.closing);
    CHECK(reports::view_after(board.columns[*board.opening]) == story.loop_start);
    CHECK(reports::view_after(board.columns[*board.closing]) + 1 == story.views.size());
    CHECK(board.columns.size() <= 40);
    const auto is_end = [](const reports::Column& column) { return column.is_end; };
    CHECK(std::none_of(board.columns.begin(), board.columns.end(), is_end));
  }
}

TEST_CASE("at any width a block shows an edge beside the column that it frames") {
  for (const auto& [name, story] : stories::loops()) {
    for (std::size_t width = 80; width <= 160; width += 5) {
      std::istringstream stream(timeline_text(story, width));
      for (std::string line; std::getline(stream, line);) {
        INFO(name << " at " << width << ": " << line);
        CHECK(line.size() <= std::max<std::size_t>(width, 90));
        const std::size_t back = line.find("| back to");
        if (line.rfind(" time ", 0) == 0) CHECK(line.find_first_of("0123456789") != std::string::npos);
        if (back != std::string::npos) CHECK(line.find("loop, for ever") < back);
      }
    }
  }
}

/// Each moment of each story as the start of a loop to its end; every client could always go.
std::vector<std::pair<std::string, trace::Counterexample>> all_cuts() {
  std::vector<std::pair<std::string, trace::Counterexample>> cuts;
  std::vector<std::pair<std::string, trace::Counterexample>> all = stories::loops();
  all.push_back({"lease_expires", stories::lease_expires()});
  all.push_back({"semaphore_over_limit", stories::semaphore_over_limit()});
  all.push_back({"stale_write_refused", stories::stale_write_refused()});
  all.push_back({"stuck_after_crash", stories::stuck_after_crash()});
  for (auto& [name, story] : all) {
    story.kind = trace::StoryKind::lasso;
    for (std::size_t start = 0; start < std::min<std::size_t>(story.events.size(), 12); ++start) {
      story.loop_start = start;
      story.could_go.clear();
      for (std::size_t view = start; view < story.views.size(); view += 3)
        story.could_go.push_back({view, static_cast<language::ClientIndex>(view % 2), "goes on"});
      cuts.push_back({name + std::to_string(start), story});
    }
  }
  return cuts;
}

TEST_CASE("a loop may begin anywhere") {
  for (const auto& [name, story] : all_cuts()) {
    INFO(name);
    const reports::Storyboard board = reports::storyboard(story);
    REQUIRE(board.opening);
    REQUIRE(board.closing);
    CHECK(*board.opening < *board.closing);
    CHECK(*board.closing + 1 == board.columns.size());
    const std::string text = timeline_text(story);
    CHECK(text.find("| loop, for ever") != std::string::npos);
    CHECK(text.find("| back") != std::string::npos);
    CHECK(timeline_dot(story).find("loop_start") != std::string::npos);
  }
}

TEST_CASE("who could have gone first is marked inside the frame only") {
  const trace::Counterexample story = stories::third_never_in_time();
  const reports::Storyboard board = reports::storyboard(story);
  CHECK(reports::could_go(board, *board.opening, 2));
  CHECK(reports::could_go(board, *board.closing - 1, 2));
  CHECK_FALSE(reports::could_go(board, *board.closing, 2));
  CHECK_FALSE(reports::could_go(board, *board.opening + 1, 2));
  CHECK_FALSE(reports::could_go(board, *board.opening, 0));
}

TEST_CASE("the words of a loop") {
  const trace::Counterexample story = stories::livelock();
  CHECK(reports::loop_text(story) == "loop, for ever, 50 ms a turn");
  CHECK(reports::back_text(story) == "back to 1");
  CHECK(reports::undoes_everything(story));
  REQUIRE(reports::turn_lines(story).size() == 2);
  CHECK(reports::turn_lines(story)[0].second == "absent, after 1 true (worker 1), after 5 absent");
  CHECK_FALSE(reports::undoes_everything(stories::lease_kept_alive()));
  CHECK(reports::turn_lines(stories::starvation()).empty());
  const std::vector<reports::Pair> chances = reports::could_go_lines(stories::third_never_in_time());
  REQUIRE(chances.size() == 1);
  CHECK(chances[0].first == "after 3 and 6");
  CHECK_FALSE(reports::has_loop(stories::lease_expires()));
  CHECK(reports::loop_sentences(stories::lease_expires()).empty());
}

nlohmann::json story_of(check::SpecResult verdict, const trace::Counterexample& story) {
  verdict.verdict = check::Verdict::fails;
  verdict.story = story;
  const nlohmann::json parsed = nlohmann::json::parse(reports::to_json(check::Answer{}, verdict));
  return parsed["results"][0]["verdicts"][0]["counterexample"];
}

TEST_CASE("JSON has all of a loop") {
  const nlohmann::json story = story_of({}, stories::starvation());
  CHECK(story["kind"] == "lasso");
  CHECK(story["loop_start"] == 2);
  CHECK(story["loop_time"] == 1'000'000);
  REQUIRE(story["could_go"].size() == 1);
  CHECK(story["could_go"][0]["actor"] == "worker 2");
  CHECK(story["could_go"][0]["before"] == 5);
  CHECK(story["fair_because"].size() == 3);
  CHECK(story["same_at_both_ends"][1] == "worker 2 retrying");
  CHECK_FALSE(story.contains("still_possible"));
}

TEST_CASE("JSON says why there is no way out of a trap") {
  const nlohmann::json story = story_of({}, stories::stuck_after_crash());
  REQUIRE(story["still_possible"].size() == 3);
  CHECK(story["still_possible"][0]["line"] == 11);
  CHECK(story["still_possible"][2]["line"].is_null());
  CHECK_FALSE(story.contains("loop_start"));
}

}  // namespace
}  // namespace interlock
