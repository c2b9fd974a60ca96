#pragma once
// The drawings of the design as stories built by hand, so that the reports are tested without an engine.

#include "engine/trace/counterexample.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace interlock::stories {

using trace::Counterexample;
using trace::Event;

inline constexpr std::int64_t second = 1'000'000;
inline constexpr std::int64_t millisecond = 1'000;

/// Tells a story event by event; each starts from the view before it.
class Teller {
 public:
  Teller(std::string protocol, std::vector<std::string> clients, std::vector<std::string> servers,
         std::vector<trace::Cell> cells) {
    story.protocol = protocol;
    story.clients = std::move(clients);
    story.servers = std::move(servers);
    story.stores = story.servers;
    story.cells = std::move(cells);
    View start;
    start.clients.resize(story.clients.size());
    start.cells.resize(story.cells.size());
    for (CellView& cell : start.cells) cell.value = "absent";
    story.views.push_back(start);
    source = std::make_shared<language::Source>(language::Source{"models/locks/" + protocol + ".interlock", ""});
  }

  /// Adds an event; `change` makes the view after it.
  Event& then(EventKind kind, std::uint32_t client, std::string does, const std::function<void(View&)>& change = {}) {
    Event event;
    event.kind = kind;
    event.client = language::ClientIndex{client};
    event.does = std::move(does);
    event.at = now_;
    event.number = kind == EventKind::time ? 0 : ++steps_;
    story.steps = steps_;
    View view = story.views.back();
    if (change) change(view);
    story.views.push_back(view);
    story.events.push_back(event);
    return story.events.back();
  }

  /// The same for a fault.
  Event& then(language::FaultKind fault, std::uint32_t client, std::string does,
              const std::function<void(View&)>& change = {}) {
    Event& event = then(EventKind::fault, client, std::move(does), change);
    event.struck = fault;
    event.fault = ++story.faults;
    return event;
  }

  void pass(std::int64_t amount, const std::string& text) {
    now_ += amount;
    then(EventKind::time, language::nothing, text + " pass").passed = amount;
  }

  /// A call of one operation; `line` is the line in the model.
  Event& call(std::uint32_t client, std::uint32_t server, const std::string& text, const std::string& answer,
              std::uint32_t line, const std::function<void(View&)>& change = {}, std::string also = {}) {
    Event& event = then(EventKind::call, client,
                        story.servers[server] + "." + text + (answer.empty() ? "" : " -> " + answer) + also, change);
    event.server = server;
    event.refused = answer == "false" || answer == "none";
    const std::size_t open = text.find('(');
    event.calls.push_back(
        {server, text, answer, event.refused, text.substr(0, open), {text.substr(open + 1, text.size() - open - 2)}});
    event.place = {source, line, 3, 1};
    return event;
  }

  std::int64_t now() const { return now_; }

  Counterexample story;
  std::shared_ptr<const language::Source> source;

 private:
  std::int64_t now_ = 0;
  std::uint32_t steps_ = 0;
};

inline void own(View& view, std::size_t cell, std::string value, std::uint32_t owner,
                std::optional<std::int64_t> deadline = {}) {
  view.cells[cell].present = true;
  view.cells[cell].value = std::move(value);
  view.cells[cell].owner = language::ClientIndex{owner};
  view.cells[cell].deadline = deadline;
}

inline void free_cell(View& view, std::size_t cell) {
  view.cells[cell] = {};
  view.cells[cell].value = "absent";
}

inline void enter(View& view, std::uint32_t client, std::string id) {
  view.clients[client].in_round = true;
  view.clients[client].inside_critical = true;
  view.clients[client].working = true;
  view.clients[client].id = std::move(id);
}

/// (a) A lease that expires while its owner is paused.
inline Counterexample lease_expires(std::vector<std::string> clients = {"worker 1", "worker 2"}) {
  Teller t("set_nx_px", std::move(clients), {"redis"}, {{0, "lock", language::Shape::expiring, false}});
  t.story.spec = "mutual_exclusion";
  t.story.headline = "mutual_exclusion fails: 1 pause, 4 steps";
  t.story.sentence = "At 10 s worker 1 and worker 2 are both inside critical.";
  t.story.asked = "set_nx_px, 2 workers, ttl 10 s, busy 1 s to 5 s, under pause";
  t.story.remarks = {"The lease of worker 1 expired at 10 s, and worker 1 cannot know."};
  t.story.rule = "At most one client is inside its critical section.";
  t.story.judgement = "2 inside, at most 1";
  t.call(
       0, 0, "SET(lock, a, NX, PX 10s)", "true", 17,
       [](View& v) {
         own(v, 0, "a", 0, 10 * second);
         enter(v, 0, "a");
       },
       ", enters critical")
      .enters_critical = true;
  t.story.events.back().comment = "lock.go:88";
  t.then(language::FaultKind::pause, 0, "is paused", [](View& v) { v.clients[0].paused = true; });
  t.pass(10 * second, "10 s");
  t.then(EventKind::expiry, language::nothing, "lock expires (was a)", [](View& v) { free_cell(v, 0); }).server = 0;
  t.call(
       1, 0, "SET(lock, b, NX, PX 10s)", "true", 17,
       [](View& v) {
         own(v, 0, "b", 1, 20 * second);
         enter(v, 1, "b");
       },
       ", enters critical")
      .enters_critical = true;
  t.story.events.back().comment = "lock.go:88";
  t.story.footnotes = {"3 and 4 are the same moment; 4 may also come later."};
  t.story.used = {{language::FaultKind::pause, 1}};
  t.story.cause = {1};
  t.story.limit = 1;
  t.story.blamed = {0, 1};
  return t.story;
}

/// (b) A stale write that the fence refuses.
inline Counterexample stale_write_refused() {
  Teller t("lease_fence", {"worker 1", "worker 2", "worker 3"}, {"lease", "document"},
           {{0, "holder", language::Shape::expiring, false}, {1, "highest", language::Shape::scalar, true}});
  t.story.kind = trace::StoryKind::witness;
  t.story.spec = "stale_write_refused";
  t.story.headline = "stale_write_refused reachable: 1 pause, 6 steps";
  t.story.sentence = "At 12 s document refuses save(33) of worker 1.";
  t.story.rule = "A write with an old token arrives, and the resource refuses it.";
  t.story.remarks = {"Worker 2 has written with the later token 34."};
  t.call(
       0, 0, "grant(10s)", "33", 12,
       [](View& v) {
         own(v, 0, "33", 0, 10 * second);
         enter(v, 0, "33");
       },
       ", enters critical")
      .enters_critical = true;
  t.then(language::FaultKind::pause, 0, "is paused", [](View& v) { v.clients[0].paused = true; });
  t.pass(10 * second, "10 s");
  t.then(EventKind::expiry, language::nothing, "holder expires (was 33)", [](View& v) { free_cell(v, 0); }).server = 0;
  t.call(
       1, 0, "grant(10s)", "34", 12,
       [](View& v) {
         own(v, 0, "34", 1, 20 * second);
         enter(v, 1, "34");
       },
       ", enters critical")
      .enters_critical = true;
  t.call(1, 1, "save(34)", "true", 15, [](View& v) { own(v, 1, "34", 1); });
  t.pass(2 * second, "2 s");
  t.call(0, 1, "save(33)", "false", 15, [](View& v) { v.clients[0].paused = false; });
  t.story.footnotes = {"Tokens are numbers in the order of the grants; 33 stands for the first one here."};
  t.story.used = {{language::FaultKind::pause, 1}};
  t.story.cause = {1};
  t.story.blamed = {0};
  return t.story;
}

/// (b) without the fence: the stale write lands.
inline Counterexample stale_write_accepted() {
  Counterexample story = stale_write_refused();
  story.kind = trace::StoryKind::path;
  story.protocol = "lease_unfenced";
  story.spec = "no_stale_write";
  story.headline = "no_stale_write fails: 1 pause, 6 steps";
  story.sentence = "At 12 s, worker 1: document.save(33). The write of worker 2 is lost.";
  story.rule = "No write is accepted under an older grant.";
  story.judgement = "33 < 34, accepted";
  story.remarks.clear();
  for (Event& event : story.events) {
    if (event.kind != EventKind::call || event.server != 1) continue;
    event.refused = event.calls[0].refused = false;
    event.calls[0].answer.clear();
    event.does = "document." + event.calls[0].text;
    event.place.line = 14;
  }
  own(story.views.back(), 1, "33", 0);
  return story;
}

inline MemberView member(std::string id, std::string score, std::uint32_t owner) {
  return {std::move(id), std::move(score), language::ClientIndex{owner}};
}

inline Teller semaphore() {
  Teller t("clock_semaphore", {"worker 1", "worker 2", "worker 3"}, {"redis"},
           {{0, "sem", language::Shape::ranked, false}});
  t.story.cells[0].limit = 2;
  t.story.spec = "at_most_limit";
  t.story.headline = "at_most_limit fails: 1 skew, 7 steps";
  t.story.sentence = "At 1 ms worker 1, worker 2 and worker 3 are inside critical: 3, and the limit is 2.";
  t.story.judgement = "3 inside, at most 2";
  t.story.remarks = {"The clock of worker 3 is 10 ms behind, so its member goes in front of the others."};
  return t;
}

/// (c) A semaphore over its limit, because a clock is behind.
inline Counterexample semaphore_over_limit() {
  Teller t = semaphore();
  t.then(language::FaultKind::skew, 2, "its clock is 10 ms behind",
         [](View& v) { v.clients[2].clock_offset = -10 * millisecond; });
  t.then(EventKind::begins, 0, "begins and reads its clock: 0 ms", [](View& v) {
     v.clients[0].in_round = true;
     v.clients[0].waiting_for_lock = true;
   }).reads_clock = true;
  t.call(
       0, 0, "ZADD(sem, a, 0 ms)", "", 14,
       [](View& v) {
         v.cells[0] = {true, "", language::nothing, {}, {member("a", "0 ms", 0)}};
         enter(v, 0, "a");
       },
       ", rank 0, enters critical")
      .enters_critical = true;
  t.story.events.back().calls.push_back({0, "ZRANK(sem, a)", "0", false});
  t.pass(millisecond, "1 ms");
  t.then(EventKind::begins, 1, "begins and reads its clock: 1 ms", [](View& v) {
     v.clients[1].in_round = true;
   }).reads_clock = true;
  t.call(
       1, 0, "ZADD(sem, b, 1 ms)", "", 14,
       [](View& v) {
         v.cells[0].members = {member("a", "0 ms", 0), member("b", "1 ms", 1)};
         enter(v, 1, "b");
       },
       ", rank 1, enters critical")
      .enters_critical = true;
  t.story.events.back().calls.push_back({0, "ZRANK(sem, b)", "1", false});
  t.then(EventKind::begins, 2, "begins and reads its clock: -9 ms", [](View& v) {
     v.clients[2].in_round = true;
   }).reads_clock = true;
  t.call(
       2, 0, "ZADD(sem, c, -9 ms)", "", 14,
       [](View& v) {
         v.cells[0].members = {member("c", "-9 ms", 2), member("a", "0 ms", 0), member("b", "1 ms", 1)};
         enter(v, 2, "c");
       },
       ", rank 0, enters critical")
      .enters_critical = true;
  t.story.events.back().calls.push_back({0, "ZRANK(sem, c)", "0", false});
  t.story.used = {{language::FaultKind::skew, 1}};
  t.story.cause = {0};
  t.story.limit = 2;
  t.story.blamed = {0, 1, 2};
  return t.story;
}

/// (e) A lock that stays stuck after a crash.
inline Counterexample stuck_after_crash() {
  Teller t("setnx", {"worker 1", "worker 2"}, {"redis"}, {{0, "lock", language::Shape::expiring, false}});
  t.story.kind = trace::StoryKind::trap;
  t.story.spec = "recovers";
  t.story.headline = "recovers fails: 1 crash, 2 steps";
  t.story.sentence = "From 0 s on nobody can ever enter critical.";
  t.call(
       0, 0, "SETNX(lock, a)", "true", 11,
       [](View& v) {
         own(v, 0, "a", 0);
         enter(v, 0, "a");
       },
       ", enters critical")
      .enters_critical = true;
  t.then(language::FaultKind::crash, 0, "crashes and forgets what it knew", [](View& v) {
    v.clients[0] = {};
    v.clients[0].crashed = true;
    v.cells[0].owner = language::nothing;
  });
  t.story.used = {{language::FaultKind::crash, 1}};
  t.story.cause = {1};
  t.story.still_possible = {{"worker 2 polls", "redis.SETNX(lock, b) -> false", {t.source, 11, 3, 1}},
                            {"worker 1 comes back and polls", "redis.SETNX(lock, c) -> false", {t.source, 11, 3, 1}},
                            {"time passes", "lock has no deadline", {}}};
  t.story.footnotes = {"The only DEL is at line 21; it asks for GET(lock) == me, and no client has me = a any more."};
  return t.story;
}

/// Somebody polls in vain while the lock is held.
inline Counterexample long_wait() {
  Teller t("set_nx_px", {"worker 1", "worker 2"}, {"redis"}, {{0, "lock", language::Shape::expiring, false}});
  t.story.spec = "no_deadlock";
  t.story.headline = "owner_releases fails: 8 steps";
  t.story.sentence = "At 0 s worker 2 deletes the lock of worker 1.";
  t.call(
       0, 0, "SET(lock, a, NX, PX 10s)", "true", 17,
       [](View& v) {
         own(v, 0, "a", 0, 10 * second);
         enter(v, 0, "a");
       },
       ", enters critical")
      .enters_critical = true;
  for (int poll = 0; poll < 5; ++poll) {
    Event& event = t.call(1, 0, "SET(lock, b, NX, PX 10s)", "false", 17, [](View& v) { v.clients[1].in_round = true; });
    event.kind = EventKind::poll;
  }
  t.then(EventKind::gives_up, 1, "gives up");
  t.call(1, 0, "DEL(lock)", "true", 30, [](View& v) { free_cell(v, 0); });
  t.story.blamed = {1};
  return t.story;
}

/// More steps than a picture may have columns.
inline Counterexample many_steps() {
  Teller t("set_nx_px", {"worker 1", "worker 2"}, {"redis"}, {{0, "lock", language::Shape::expiring, false}});
  t.story.spec = "mutual_exclusion";
  t.story.headline = "mutual_exclusion fails: 63 steps";
  t.story.sentence = "At 10 s worker 1 and worker 2 are both inside critical.";
  t.call(
       0, 0, "SET(lock, a, NX, PX 10s)", "true", 17,
       [](View& v) {
         own(v, 0, "a", 0, 10 * second);
         enter(v, 0, "a");
       },
       ", enters critical")
      .enters_critical = true;
  for (int step = 0; step < 60; ++step) t.call(0, 0, "GET(lock)", "a", 18);
  t.pass(10 * second, "10 s");
  t.then(EventKind::expiry, language::nothing, "lock expires (was a)", [](View& v) { free_cell(v, 0); }).server = 0;
  t.call(
       1, 0, "SET(lock, b, NX, PX 10s)", "true", 17,
       [](View& v) {
         own(v, 0, "b", 1, 20 * second);
         enter(v, 1, "b");
       },
       ", enters critical")
      .enters_critical = true;
  t.story.blamed = {0, 1};
  return t.story;
}

}  // namespace interlock::stories
