// The page, its data, and the trace for other viewers. tests/judges opens the page in a browser.

#include "reports/page/page.hpp"

#include <nlohmann/json.hpp>

#include "reports/json/itf.hpp"
#include "reports/json/page_data.hpp"
#include "reports/timeline_dot.hpp"
#include "reports/timeline_text.hpp"
#include "tests/catch.hpp"
#include "tests/real_stories.hpp"
#include "tests/reports/loop_stories.hpp"
#include "tests/reports/stories.hpp"

namespace interlock {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

check::Answer answer_with(trace::Counterexample story) {
  check::Answer answer;
  answer.protocol = "set_nx_px";
  answer.file = "a \"<b>\".interlock";
  answer.clients = "2 workers";
  answer.ending = check::Ending::exhausted;
  answer.text = std::make_shared<const language::Source>(language::Source{"a.interlock", "one <two>\nthree\n"});
  check::SpecResult result;
  result.spec = "mutual_exclusion";
  result.verdict = check::Verdict::fails;
  result.met = false;
  result.story = std::move(story);
  answer.verdicts.push_back(std::move(result));
  return answer;
}

}  // namespace

TEST_CASE("the page needs nothing beside it, and nothing in it is taken for markup") {
  trace::Counterexample story = stories::lease_expires();
  story.sentence = "</details><script>alert(1)</script>";
  story.events[0].does = "</script><b>";
  const std::string page = reports::to_html({{answer_with(story)}});
  CHECK(contains(page, "a &quot;&lt;b&gt;&quot;.interlock"));
  CHECK(contains(page, "&lt;/details&gt;&lt;script&gt;alert(1)"));
  CHECK_FALSE(contains(page, "<script>alert"));
  CHECK(contains(page, "one &lt;two&gt;"));
  CHECK(count(page, "</script>") == 2);  // of the run's data, and of what moves the page
  for (const char* fetched : {"src=", "<link", "@import", "url(", "http:", "https:"})
    CHECK_FALSE(contains(page, fetched));
}

TEST_CASE("each step of the page has a link, each column its words, and what was not expected is open") {
  const std::string page = reports::to_html({{answer_with(stories::lease_expires())}});
  CHECK(contains(page, "<details class=\"run\" id=\"set_nx_px/mutual_exclusion--none\" open>"));
  CHECK(contains(page, "<a href=\"#set_nx_px/mutual_exclusion--none/4\">4</a>"));
  CHECK(count(page, "<rect class=\"column\"") == 5);
  CHECK(contains(page, "aria-label=\"1, at 0 s: worker 1 redis.SET(lock, a, NX, PX 10s) -&gt; true"));
}

TEST_CASE("the page's data have a view more than steps, and rows for all clients and cells") {
  const trace::Counterexample story = stories::lease_expires();
  const nlohmann::json data = nlohmann::json::parse(reports::page_data(story));
  CHECK(data["steps"].size() == story.events.size());
  REQUIRE(data["views"].size() == story.views.size());
  for (const auto& view : data["views"]) CHECK(view["rows"].size() == story.clients.size() + story.cells.size());
  CHECK(data["steps"][0]["line"] == 17);
  CHECK(data["views"][1]["rows"][2] == nlohmann::json({"redis.lock", "a: worker 1, until 10 s"}));
}

TEST_CASE("a trace for other viewers goes back to the state behind the beginning of its loop") {
  const trace::Counterexample story = stories::starvation();
  const nlohmann::json trace = nlohmann::json::parse(reports::to_itf(story));
  CHECK(trace["#meta"]["format"] == "ITF");
  CHECK(trace["states"].size() == story.views.size());
  CHECK(trace["loop"] == story.loop_start + 1);
  CHECK_FALSE(nlohmann::json::parse(reports::to_itf(stories::lease_expires())).contains("loop"));
}

TEST_CASE("a lane with nothing in it is left out of a strip") {
  const trace::Counterexample story = stories::told_of_shipped("semaphores/locked_semaphore", "no_steal", "pause");
  const std::string dot = reports::timeline_dot(story);
  CHECK(count(dot, "label=\"worker 1\\l\"") > 2);  // in two strips, and in the table
  CHECK(count(dot, "label=\"redis.owner\\l\"") == 1);
  CHECK(count(dot, "label=\"redis.counter\\l\"") == 2);
}

TEST_CASE("an id is of who made it, although its round was one step and others read it") {
  const trace::Counterexample story = stories::told(R"(protocol orders
server orders : memory { key : optional id  paid : bool }
server payments : memory { charged : optional id  times : int 0..3 = 0 }
client shop[2] {
  key = orders.key
  if key == none { return }
  seen = payments.charged
  if seen != key {
    atomic { payments.times += 1 }
    payments.charged = key
  }
}
client customer {
  key = fresh id
  atomic { if orders.key == none { orders.key = key } }
}
spec charged_once "An order is charged at most once."
  never payments.times > 1
)",
                                                    "charged_once", "none");
  const std::string text = reports::timeline_text(story);
  CHECK(contains(text, "a: customer 1"));
  CHECK_FALSE(contains(text, "a: shop"));
}

}  // namespace interlock
