// What is told of real runs: who, what, against what; what is a cause; which cells are seen.

#include "engine/language/syntax/telling.hpp"

#include "tests/catch.hpp"
#include "tests/real_stories.hpp"

#include <algorithm>

using namespace interlock;
using stories::told;
using stories::told_of_shipped;
using trace::Counterexample;

namespace {

/// Is it told as caused by one such fault, and by an expiry after it?
bool is_caused_by(const Counterexample& story, language::FaultKind fault) {
  return story.cause.size() == 2 && story.events[story.cause[0]].struck == fault &&
         story.events[story.cause[1]].kind == EventKind::expiry;
}

bool matters(const Counterexample& story, const std::string& cell) {
  return std::any_of(story.cells.begin(), story.cells.end(),
                     [&](const trace::Cell& known) { return known.name == cell && known.matters; });
}

const std::string flag_lock = R"(protocol flag_lock
server memory : memory { flag : bool }
client a { loop { if memory.flag == false { break }; sleep 1s }
  memory.flag = true
  critical { work 1s }
  memory.flag = false }
client b { loop { if memory.flag == false { break }; sleep 2s }
  memory.flag = true
  critical { work 1s }
  memory.flag = false }
)";

}  // namespace

TEST_CASE("a lease that runs out: the sentence, the rule, what was asked, and both causes") {
  const Counterexample story = told_of_shipped("locks/set_nx_px", "mutual_exclusion", "pause <= 20s");
  CHECK(story.sentence == "At 10 s worker 1 and worker 2 are both inside critical.");
  CHECK(story.rule == "At most one client is inside its critical section.");
  CHECK(story.asked == "set_nx_px, 2 workers, ttl 10 s, busy 1 s to 5 s, under pause <= 20s");
  CHECK(story.remarks == std::vector<std::string>{"The lease of worker 1 expired at 10 s, and worker 1 cannot know."});
  CHECK(is_caused_by(story, language::FaultKind::pause));
  CHECK(story.judgement == "2 inside, at most 1");
  CHECK(story.blamed == std::vector<language::ClientIndex>{0, 1});
  CHECK(matters(story, "lock"));
  CHECK_FALSE(matters(story, "version"));
  CHECK_FALSE(matters(story, "newest"));
}

TEST_CASE("a lost update says whose version was there") {
  const Counterexample story = told_of_shipped("locks/set_nx_px", "no_lost_update", "pause");
  CHECK(story.sentence.find("worker 1 saves what it made of another version than the newest: doc.save(0). ") !=
        std::string::npos);
  CHECK(story.sentence.find("version is 1 by then, written by worker 2, and that is lost.") != std::string::npos);
  CHECK(story.rule == "What is saved was made of the newest version.");
  CHECK(matters(story, "version"));
  CHECK_FALSE(matters(story, "newest"));
}

TEST_CASE("an instant that was never written is told as never, and then as its moment") {
  const Counterexample story = told(R"(protocol stamps
server m : memory { at : instant }
client worker[1] {
  sleep 2s
  t = now
  m.at = t
  critical { work 1s }
}
spec stamped "Nobody comes in."
  never some(c in clients where c in critical)
)",
                                    "stamped", "none");
  CHECK(story.views.front().cells.front().value == "never");
  CHECK(story.views.back().cells.front().value == "2 s");
}

TEST_CASE("an expiry without which it fails just the same is no cause") {
  const Counterexample story = told(R"(protocol custom
server redis : redis { lock : string  n : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 2s)
  critical {
    work 3s
    redis.INCR(n)
    work 1s
  }
}
spec untouched "The counter is never set while somebody is inside."
  never present redis.n and some(c in clients where c in critical)
)",
                                    "untouched", "none");
  CHECK(story.cause.empty());
  CHECK(story.rule == "The counter is never set while somebody is inside.");
  CHECK(story.sentence.find("worker 1: ") != std::string::npos);
}

TEST_CASE("of a race without faults the stale read is the cause") {
  const Counterexample story = told(flag_lock, "mutual_exclusion", "none");
  REQUIRE(story.cause.size() == 1);
  const trace::Event& read = story.events[story.cause[0]];
  CHECK(read.client == story.events.back().client);
  REQUIRE_FALSE(story.remarks.empty());
  CHECK(story.remarks[0].find("looked at flag, before") != std::string::npos);
}

TEST_CASE("who got in before whom") {
  const Counterexample story =
      told_of_shipped("semaphores/fair_semaphore_script", "first_come_first_served", "pause 1 time");
  CHECK(story.sentence.find("worker 1 enters critical before worker 2, who queued earlier.") != std::string::npos);
  CHECK(story.judgement == "first_come_first_served");
}

TEST_CASE("whose lock is taken away is not the one who has no right to be there") {
  const Counterexample story = told_of_shipped("locks/set_nx_px_blind_del", "exclusive_lease", "pause 1 time");
  CHECK(story.judgement == "2, at most 1");
  REQUIRE(story.remarks.size() == 1);  // none about the round of worker 1 that is over
  CHECK(story.remarks[0].find("worker 1 removes lock, put there by worker 2.") != std::string::npos);
}

TEST_CASE("each word that a sentence may leave open is filled somewhere") {
  CHECK(language::placeholders.size() == 17);
}

TEST_CASE("who waits at a when, and for what") {
  const Counterexample story = told(R"(protocol door
server memory : memory { held : bool }
client worker[2] {
  work 1s
  when memory.held == false { memory.held = true }
  critical { work 2s }
  memory.held = false
}
spec never_waits "Nobody is inside while another one waits."
  never some(c in clients where c waiting) and some(d in clients where d in critical)
)",
                                    "never_waits", "none");
  const auto waits = [](const ClientView& client) { return client.waits_for == "memory.held == false"; };
  CHECK(std::any_of(story.views.begin(), story.views.end(),
                    [&](const View& view) { return std::any_of(view.clients.begin(), view.clients.end(), waits); }));
}
