// What was told wrongly once: the smallest models that have it, and what their runs say now.

#include "reports/presence.hpp"
#include "tests/catch.hpp"
#include "tests/real_stories.hpp"

#include <algorithm>

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

}  // namespace
}  // namespace interlock
