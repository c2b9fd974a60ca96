// Markdown and Mermaid, as GitHub draws them.

#include "reports/markdown.hpp"

#include "reports/mermaid.hpp"
#include "reports/plantuml.hpp"
#include "tests/catch.hpp"
#include "tests/real_stories.hpp"
#include "tests/reports/golden.hpp"
#include "tests/reports/loop_stories.hpp"
#include "tests/reports/stories.hpp"

namespace interlock {
namespace {

void check_golden(const std::string& name, const std::string& text) { CHECK(text == stories::golden(name, text)); }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST_CASE("Mermaid: a lease that expires, a loop, a skewed clock") {
  check_golden("lease_expires.mmd", reports::timeline_mermaid(stories::lease_expires()));
  check_golden("starvation.mmd", reports::timeline_mermaid(stories::starvation()));
  check_golden("semaphore_over_limit.mmd", reports::timeline_mermaid(stories::semaphore_over_limit()));
}

TEST_CASE("PlantUML: a lease that expires, a loop, a skewed clock") {
  check_golden("lease_expires.puml", reports::timeline_plantuml(stories::lease_expires()));
  check_golden("starvation.puml", reports::timeline_plantuml(stories::starvation()));
  check_golden("semaphore_over_limit.puml", reports::timeline_plantuml(stories::semaphore_over_limit()));
}

TEST_CASE("PlantUML: whatever is said, it is no markup and ends no text") {
  trace::Counterexample story = stories::lease_expires();
  story.headline = "a \"b\" <c> __d__";
  story.clients[0] = "x\"y";
  const std::string text = reports::timeline_plantuml(story);
  CHECK(text.find("title a 'b' <U+003C>c<U+003E> _<U+005F>d_<U+005F>\n") != std::string::npos);
  CHECK(text.find("robust \"x'y\" as lane0\n") != std::string::npos);
}

TEST_CASE("Mermaid: whatever is said, no line ends early and no block does") {
  trace::Counterexample story = stories::lease_expires();
  story.events[0].calls[0].text = "the end; a # b < c";
  story.clients[0] = "end";
  const std::string text = reports::timeline_mermaid(story);
  CHECK(text.find("the e#110;d#59; a #35; b #60; c") != std::string::npos);
  CHECK(text.find("as e#110;d\n") != std::string::npos);
}

TEST_CASE("Mermaid: a block that is opened is closed") {
  for (const trace::Counterexample& story :
       {stories::lease_expires(), stories::starvation(), stories::semaphore_over_limit()}) {
    const std::string text = reports::timeline_mermaid(story);
    CHECK(count(text, "    loop ") + count(text, "    rect ") == count(text, "    end\n"));
    CHECK(count(text, "deactivate client") <= count(text, " activate client"));
  }
}

TEST_CASE("Markdown: a run with its diagram and its steps") {
  check_golden("lease_expires.md", reports::timeline_markdown(stories::lease_expires()));
}

TEST_CASE("Markdown: a table of verdicts, what was expected is folded") {
  const language::Model model = stories::read(
      stories::text_of_file(std::filesystem::path(INTERLOCK_SOURCE_DIR) / "models/locks/setnx.interlock"));
  check::Answer answer;
  answer.protocol = "setnx";
  answer.file = "models/a|b.interlock";
  answer.clients = "2 workers";
  answer.scenario = stories::faults_of("crash 1 time");
  answer.ending = check::Ending::exhausted;
  answer.states = 1234;
  answer.verdicts = {stories::result_of(model, "recovers", "crash 1 time")};
  answer.verdicts[0].met = true;
  const std::string met = reports::to_markdown({{answer}}, true);
  check_golden("setnx.md", met);
  CHECK(met.find("`models/a\\|b.interlock`") != std::string::npos);
  CHECK(met.find("<details><summary>recovers fails: 1 crash, 2 steps</summary>") != std::string::npos);
  CHECK(reports::to_markdown({{answer}}, false).find("mermaid") == std::string::npos);
  answer.verdicts[0].met = false;
  CHECK(reports::to_markdown({{answer}}, false).find("```mermaid\n") != std::string::npos);
}

}  // namespace
}  // namespace interlock
