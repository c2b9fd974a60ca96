// What was told wrongly once: the smallest models that have it, and what their runs say now.

#include "reports/owners.hpp"
#include "reports/presence.hpp"
#include "reports/storyboard.hpp"
#include "reports/timeline_text.hpp"
#include "tests/catch.hpp"
#include "tests/real_stories.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace interlock {
namespace {

using reports::Presence;

Presence last_presence(const trace::Counterexample& story, std::size_t client) {
  return reports::client_moments(story).back()[client].presence;
}

const std::string heartbeat = R"(protocol heartbeat
server network : redis { beat : string   heard : bool }
client active {
  critical {
    sleep 1s
    me = fresh id
    atomic { network.SET(beat, me, PX 1s); network.heard = true }
    work 3s
  }
}
client passive {
  when network.heard { }
  if network.GET(beat) != none { return }
  critical { work 1s }
}
)";

TEST_CASE("what was put somewhere inside critical is no lease: a heartbeat that runs out takes no lock away") {
  const trace::Counterexample story = stories::told(heartbeat, "mutual_exclusion", "none");
  CHECK(last_presence(story, 0) == Presence::inside);
  REQUIRE(story.remarks.size() == 1);
  CHECK(story.remarks[0] == "beat, put there by active 1, expired at 2 s.");
}

TEST_CASE("a lease that was there at the entry is lost when it runs out") {
  const trace::Counterexample story = stories::told_of_shipped("locks/set_nx_px", "mutual_exclusion", "pause");
  CHECK(last_presence(story, 0) == Presence::overhang);
  REQUIRE_FALSE(story.remarks.empty());
  CHECK(story.remarks[0] == "The lease of worker 1 expired at 10 s, and worker 1 cannot know.");
}

const std::string stamped = R"(protocol stamped
server disk : memory { lock : optional id   since : instant }
client owner {
  me = fresh id
  t = now
  atomic { disk.lock = me; disk.since = t }
  critical { work 2s }
}
client thief {
  old = false
  atomic { if disk.lock != none { old = true } }
  if not old { return }
  disk.lock = none
  sleep 1s
  critical { work 1s }
}
)";

TEST_CASE("who wrote a moment somewhere does not hold the lock by it: it is lost in the step that removes it") {
  const trace::Counterexample story = stories::told(stamped, "mutual_exclusion", "none");
  const auto removal = std::find_if(story.events.begin(), story.events.end(),
                                    [](const trace::Event& event) { return event.does == "disk.lock = none"; });
  REQUIRE(removal != story.events.end());
  const auto moments = reports::client_moments(story);
  const auto view = static_cast<std::size_t>(removal - story.events.begin());
  CHECK(moments[view][0].presence == Presence::inside);
  CHECK(moments[view + 1][0].presence == Presence::overhang);
}

TEST_CASE("an atomic block that only looks tells what it saw, and what came of it") {
  const trace::Counterexample story = stories::told(stamped, "mutual_exclusion", "none");
  CHECK(std::any_of(story.events.begin(), story.events.end(), [](const trace::Event& event) {
    return event.does == "begins a round, looks at disk.lock (a): old becomes true";
  }));
}

TEST_CASE("a count that would leave its range is told by the number that it would become") {
  const trace::Counterexample story = stories::told(R"(protocol counts
server m : memory { times : int 0..1 = 0 }
client worker { atomic { m.times += 1 } }
)",
                                                    "in_range", "none");
  CHECK(story.sentence == "At 0 s what worker 1 counts would be 2, outside of 0..1.");
  CHECK(story.judgement == "would be 2, outside of 0..1");
  CHECK(story.events.back().does.find("becomes 1") == std::string::npos);
}

/// The lane of a cell as it is drawn, from the last view.
std::string last_label(const trace::Counterexample& told, const std::string& cell) {
  const trace::Counterexample story = reports::with_last_owners(told);
  for (std::size_t index = 0; index < story.cells.size(); ++index)
    if (story.cells[index].name == cell)
      return reports::cell_label(story, story.cells[index], story.views.back().cells[index]);
  FAIL("no cell " << cell);
  return "";
}

TEST_CASE("a lock delay is no lease: what ends is the session, and then the delay that it left behind") {
  for (const char* name : {"services/consul_session", "services/chubby_sequencer"}) {
    INFO(name);
    const trace::Counterexample story = stories::told_of_shipped(name, "mutual_exclusion", "pause");
    REQUIRE(story.remarks.size() == 1);
    CHECK(story.remarks[0] == "closed, put there by worker 1, expired at 4 s.");
    const auto moments = reports::client_moments(story);
    for (std::size_t event = 0; event < story.events.size(); ++event) {
      if (story.events[event].does != "holder expires (was a)") continue;
      CHECK(moments[event][0].presence == Presence::inside);
      CHECK(moments[event + 1][0].presence == Presence::overhang);
    }
  }
}

TEST_CASE("a lease that is said to be on a cell is that one, whichever got its deadline last") {
  const trace::Counterexample story = stories::told(R"(protocol two
server redis : redis { lock : string   note : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 3s)
  redis.SET(note, me, PX 1s)
  granted on redis.lock
  critical { work 2s }
  if redis.GET(lock) == me { redis.DEL(lock) }
}
spec quiet "No note is gone while somebody is inside."
  never some(c in clients where c in critical) and redis.note == none
)",
                                                    "quiet", "none");
  CHECK(last_presence(story, 0) == Presence::inside);
  REQUIRE(story.remarks.size() == 1);
  CHECK(story.remarks[0] == "note, put there by worker 1, expired at 1 s.");
}

TEST_CASE("who came in with fewer than most has not lost them: not before one of them is gone") {
  const trace::Counterexample story = stories::told_of_shipped("quorum/redlock_minority", "mutual_exclusion", "none");
  for (std::size_t client = 0; client < story.clients.size(); ++client)
    CHECK(last_presence(story, client) == Presence::inside);
}

TEST_CASE("a lock that is granted to two by one session is both's") {
  const trace::Counterexample story =
      stories::told_of_shipped("databases/advisory_lock_pooled", "mutual_exclusion", "none");
  CHECK(last_label(story, "job") == "a: worker 1 and worker 2");
  for (std::size_t client = 0; client < story.clients.size(); ++client)
    CHECK(reports::client_moments(reports::with_last_owners(story)).back()[client].presence == Presence::inside);
}

const std::string choosing = R"(protocol choosing
server m : memory { n : int 0..9 = 0 }
client worker {
  either {                       # the request arrives
    atomic { m.n = 1 }
  } or { }                       # or it does not
  either { m.n = 2 } or { m.n = 3 }
}
spec small "It is never three." never m.n == 3
)";

TEST_CASE("which way a choice goes is told by what its author says of it, or by its number") {
  const trace::Counterexample story = stories::told(choosing, "small", "none");
  REQUIRE(story.events.size() == 1);
  CHECK(story.events[0].branches == std::vector<std::string>{"or it does not", "branch 2 of 2"});
  CHECK(story.events[0].does == "takes the branch \"or it does not\", takes branch 2 of 2, m.n = 3, ends its round");
}

TEST_CASE("who comes back after a crash is told to") {
  const trace::Counterexample story = stories::told(R"(protocol again
server m : memory { n : int 0..9 = 0 }
client worker {
  n = m.n
  work 1s
  if n == 0 { m.n = 1; when m.n == 5 { } } else { m.n = 2 }
}
spec small "It is never two." never m.n == 2
)",
                                                    "small", "crash 1 time");
  const auto back =
      std::find_if(story.events.begin(), story.events.end(), [](const trace::Event& event) { return event.returns; });
  REQUIRE(back != story.events.end());
  CHECK(back->does.starts_with("comes back, "));
  CHECK(reports::timeline_text(story, 120, {}).find("o comes back ") != std::string::npos);
}

TEST_CASE("a spec without words of its own says what is asked for") {
  const std::string lock = R"(protocol kept
server redis : redis { lock : string   other : string }
client worker[2] {
  me = fresh id
  retry until redis.SETNX(lock, me)
  critical { work 1s }
}
spec comes_free "It can always be had again."
  always possible (redis.lock == none      # free
                   and redis.other == none)
spec one_at_a_time "One after the other."
  for each c in clients: c waiting leads to c enters critical
spec unused "It is never had." never redis.lock != none
)";
  CHECK(stories::told(lock, "comes_free", "none").sentence ==
        "From then on, without further faults, there is no way any more to what is asked for: (redis.lock == none and "
        "redis.other == none).");
  const std::string waits = stories::told(lock, "one_at_a_time", "none").sentence;
  INFO(waits);
  CHECK(waits.find(" what is asked for: c enters critical (of worker 1).") != std::string::npos);
  const std::string used = stories::told(lock, "unused", "none").sentence;
  INFO(used);
  CHECK(used.find("Then this is so: redis.lock != none.") != std::string::npos);
}

}  // namespace
}  // namespace interlock
