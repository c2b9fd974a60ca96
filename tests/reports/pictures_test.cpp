#include <algorithm>

#include "cli/graphviz.hpp"
#include "reports/text_metrics.hpp"
#include "reports/timeline_dot.hpp"
#include "tests/catch.hpp"
#include "tests/reports/golden.hpp"
#include "tests/reports/stories.hpp"

namespace interlock {
namespace {

using cli::Layout;
using cli::render;
using reports::timeline_dot;

std::vector<std::pair<std::string, trace::Counterexample>> all_stories() {
  return {{"lease_expires", stories::lease_expires()},
          {"stale_write_refused", stories::stale_write_refused()},
          {"stale_write_accepted", stories::stale_write_accepted()},
          {"semaphore_over_limit", stories::semaphore_over_limit()},
          {"stuck_after_crash", stories::stuck_after_crash()},
          {"long_wait", stories::long_wait()},
          {"many_steps", stories::many_steps()}};
}

TEST_CASE("the graphs of the design's drawings") {
  for (const auto& [name, story] : all_stories()) {
    const std::string text = timeline_dot(story);
    CHECK(text == stories::golden(name + ".dot", text));
  }
}

TEST_CASE("Graphviz draws them, with every word") {
  for (const auto& [name, story] : all_stories()) {
    const cli::Rendered drawn = render(timeline_dot(story), Layout::pinned, "svg");
    INFO(name << ": " << drawn.why_not);
    REQUIRE(drawn.bytes);
    CHECK(drawn.bytes->find("<svg") != std::string::npos);
    CHECK(drawn.bytes->find(story.headline) != std::string::npos);
    CHECK(drawn.bytes->find("inside critical") != std::string::npos);
    CHECK(drawn.bytes->find("</svg>") != std::string::npos);
  }
}

TEST_CASE("PNG and PDF on request") {
  const std::string dot = timeline_dot(stories::stuck_after_crash());
  const cli::Rendered png = render(dot, Layout::pinned, "png");
  REQUIRE(png.bytes);
  CHECK(png.bytes->substr(1, 3) == "PNG");
  const cli::Rendered pdf = render(dot, Layout::pinned, "pdf");
  REQUIRE(pdf.bytes);
  CHECK(pdf.bytes->substr(0, 4) == "%PDF");
}

TEST_CASE("what is no graph gives a sentence") {
  const cli::Rendered drawn = render("this is no graph {", Layout::layered, "svg");
  CHECK_FALSE(drawn.bytes);
  CHECK(drawn.why_not.find("Graphviz (dot) failed") == 0);
}

TEST_CASE("a drawing that takes too long is stopped") {
  std::string dense = "digraph dense {\n";
  for (int from = 0; from < 300; ++from) {
    for (int to = 0; to < 12; ++to) {
      dense += "n" + std::to_string(from) + " -> n" + std::to_string((from * 7 + to * 13) % 300) + ";\n";
    }
  }
  cli::Patience patience;
  patience.limit = std::chrono::milliseconds(150);
  const cli::Rendered drawn = render(dense + "}\n", Layout::layered, "svg", patience);
  CHECK_FALSE(drawn.bytes);
  CHECK(drawn.why_not == "Graphviz (dot) took longer than 1 s and was stopped.");
}

TEST_CASE("a large graph does not block between the two pipes") {
  std::string large = "digraph large { graph [bgcolor=\"#ffffff\"];\n";
  for (int node = 0; node < 6000; ++node) {
    large += "n" + std::to_string(node) + " [shape=box label=\"node\" pos=\"" + std::to_string(node % 100 * 60) + "," +
             std::to_string(node / 100 * 40) + "\"];\n";
  }
  CHECK(render(large + "}\n", Layout::pinned, "svg").bytes);
}

TEST_CASE("hostile words stay words") {
  trace::Counterexample story = stories::lease_expires({"w\"1<b>&amp;\\n", "worker 2"});
  story.headline = "a \"quoted\" <b>headline</b> & \\l more\n";
  const cli::Rendered drawn = render(timeline_dot(story), Layout::pinned, "svg");
  INFO(drawn.why_not);
  REQUIRE(drawn.bytes);
  CHECK(drawn.bytes->find("<b>") == std::string::npos);
}

TEST_CASE("a bold text is wider") {
  CHECK(reports::text_width("inside critical", 12, true) > reports::text_width("inside critical", 12));
}

}  // namespace
}  // namespace interlock
