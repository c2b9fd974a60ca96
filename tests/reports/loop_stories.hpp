#pragma once
// Runs that go round for ever, built by hand as the engine tells them.

#include "engine/language/resolver/resolver.hpp"
#include "tests/reports/stories.hpp"

namespace interlock::stories {

/// A cell in the words of a change: "a (worker 1) until 10 s".
inline std::string words_of(const Counterexample& story, const CellView& cell) {
  std::string text = cell.value;
  if (cell.owner != language::nothing) text += " (" + story.clients[cell.owner] + ")";
  if (cell.deadline) text += " until " + language::duration_text(*cell.deadline);
  return text;
}

/// Makes a lasso of what has been told; the loop goes from `loop_start` to the end.
inline Counterexample loop_from(Teller& teller, std::size_t loop_start) {
  Counterexample story = std::move(teller.story);
  story.kind = trace::StoryKind::lasso;
  story.loop_start = loop_start;
  for (std::size_t index = 0; index < story.events.size(); ++index) {
    Event& event = story.events[index];
    if (index >= loop_start) story.loop_time += event.passed;
    if (index >= loop_start && event.number != 0) ++story.loop_steps;
    for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
      const std::string before = words_of(story, story.views[index].cells[cell]);
      const std::string after = words_of(story, story.views[index + 1].cells[cell]);
      const std::string name = story.servers[story.cells[cell].server] + "." + story.cells[cell].name;
      if (before != after) event.changes.push_back({name, before, after});
    }
  }
  return story;
}

inline void wait_in_round(View& view, std::uint32_t client, std::string id) {
  view.clients[client].in_round = true;
  view.clients[client].waiting_for_lock = true;
  view.clients[client].id = std::move(id);
}

inline void leave(View& view, std::uint32_t client) { view.clients[client] = {}; }

inline void take(Teller& t, std::uint32_t client, const std::string& id) {
  const std::int64_t deadline = t.now() + 10 * second;
  const auto change = [&](View& v) {
    own(v, 0, id, client, deadline);
    enter(v, client, id);
  };
  Event& event = t.call(client, 0, "SET(lock, " + id + ", NX, PX 10s)", "true", 17, change, ", enters critical");
  event.kind = EventKind::poll;
  event.enters_critical = true;
}

inline void poll_in_vain(Teller& t, std::uint32_t client, const std::string& id) {
  Event& event = t.call(client, 0, "SET(lock, " + id + ", NX, PX 10s)", "false", 17,
                        [&](View& v) { wait_in_round(v, client, id); });
  event.kind = EventKind::poll;
}

inline void give_back(Teller& t, std::uint32_t client, const std::string& id) {
  Event& event = t.then(EventKind::call, client,
                        "leaves critical, redis.GET(lock) -> " + id + ", redis.DEL(lock) -> true", [&](View& v) {
                          free_cell(v, 0);
                          leave(v, client);
                        });
  event.server = 0;
  event.atomic = event.leaves_critical = event.ends_round = true;
  event.calls = {{0, "GET(lock)", id, false}, {0, "DEL(lock)", "true", false}};
  event.place = {t.source, 24, 3, 1};
}

/// (d) Worker 1 takes the lock again and again; worker 2 polls only while it is taken.
inline Counterexample starvation() {
  Teller t("set_nx_px", {"worker 1", "worker 2"}, {"redis"}, {{0, "lock", language::Shape::expiring, false}});
  t.story.spec = "no_starvation";
  t.story.headline = "no_starvation fails: 2 steps, then a loop of 3 steps for ever";
  t.story.sentence = "Worker 2 waits for ever.";
  take(t, 0, "a");
  poll_in_vain(t, 1, "b");
  poll_in_vain(t, 1, "b");
  t.pass(second, "1 s");
  give_back(t, 0, "a");
  take(t, 0, "c");
  Counterexample story = loop_from(t, 2);
  story.blamed = {1};
  story.could_go = {{5, 1, "worker 2: redis.SET(lock, b, NX, PX 10s) -> true, enters critical"}};
  story.fair_because = {"worker 1 steps at 4 and 5", "worker 2 polls at 3 in each turn",
                        "nobody is paused or crashed for ever"};
  story.same_at_both_ends = {"worker 1 inside", "worker 2 retrying", "lock owned by worker 1 (a is now c)"};
  return story;
}

/// Worker 2 repairs a lock without a deadline, and so keeps alive the lock of one who has crashed.
inline Counterexample lease_kept_alive() {
  Teller t("setnx_expire_repair", {"worker 1", "worker 2"}, {"redis"}, {{0, "lock", language::Shape::expiring, false}});
  t.story.spec = "eventually_available";
  t.story.headline = "eventually_available fails: 1 crash, 4 steps, then a loop of 2 steps for ever";
  t.story.sentence = "Worker 2 waits for ever, and nobody ever enters critical.";
  t.call(0, 0, "SETNX(lock, a)", "true", 14, [](View& v) {
    own(v, 0, "a", 0);
    wait_in_round(v, 0, "a");
  });
  t.then(language::FaultKind::crash, 0, "crashes for ever", [](View& v) {
    v.clients[0] = {};
    v.clients[0].crashed = v.clients[0].gone = true;
    v.cells[0].owner = language::nothing;
  });
  const auto repair = [&t] {
    const std::int64_t deadline = t.now() + 10 * second;
    t.call(1, 0, "SETNX(lock, b)", "false", 14, [](View& v) { wait_in_round(v, 1, "b"); });
    t.call(1, 0, "EXPIRE(lock, 10s)", "true", 19, [&](View& v) { v.cells[0].deadline = deadline; });
  };
  repair();
  t.pass(second, "1 s");
  repair();
  Counterexample story = loop_from(t, 4);
  story.used = {{language::FaultKind::crash, 1}};
  story.cause = {1};
  story.blamed = {1};
  story.fair_because = {"worker 2 steps at 5 and 6", "worker 1 has crashed for ever"};
  story.same_at_both_ends = {"worker 2 waiting", "lock is a, for 10 s more"};
  return story;
}

/// Two polite clients: each announces itself, sees the other, and steps back.
inline Counterexample livelock() {
  Teller t("two_flags", {"worker 1", "worker 2"}, {"memory"},
           {{0, "flag_1", language::Shape::scalar, false}, {0, "flag_2", language::Shape::scalar, false}});
  t.story.spec = "eventually_available";
  t.story.headline = "eventually_available fails: a loop of 6 steps for ever";
  t.story.sentence = "Worker 1 waits for ever, and nobody ever enters critical.";
  for (std::uint32_t client = 0; client < 2; ++client) t.story.views[0].clients[client].in_round = true;
  const std::string own_flag[] = {"flag_1", "flag_2"};
  for (std::uint32_t client = 0; client < 2; ++client)
    t.call(client, 0, own_flag[client] + " = true", "", 9, [&](View& v) { own(v, client, "true", client); });
  for (std::uint32_t client = 0; client < 2; ++client) t.call(client, 0, own_flag[1 - client], "true", 10);
  for (std::uint32_t client = 0; client < 2; ++client)
    t.call(client, 0, own_flag[client] + " = none", "", 11, [&](View& v) { free_cell(v, client); });
  t.pass(50 * millisecond, "50 ms");
  Counterexample story = loop_from(t, 0);
  story.blamed = {0, 1};
  story.could_go = {{1, 0, "worker 1: memory.flag_2 -> none, enters critical"},
                    {5, 1, "worker 2: memory.flag_1 -> none, enters critical"}};
  story.fair_because = {"worker 1 steps at 1, 3 and 5", "worker 2 steps at 2, 4 and 6"};
  story.same_at_both_ends = {"both wait 50 ms", "no flag is set"};
  return story;
}

/// Two take turns, and the third is never in time. The whole run is the loop.
inline Counterexample third_never_in_time() {
  Teller t("set_nx_px", {"worker 1", "worker 2", "worker 3", "worker 4"}, {"redis"},
           {{0, "lock", language::Shape::expiring, false}});
  t.story.spec = "no_starvation";
  t.story.headline = "no_starvation fails: a loop of 6 steps for ever";
  t.story.sentence = "Worker 3 waits for ever.";
  wait_in_round(t.story.views[0], 2, "c");
  take(t, 0, "a");
  poll_in_vain(t, 2, "c");
  t.pass(second, "1 s");
  give_back(t, 0, "a");
  take(t, 1, "b");
  poll_in_vain(t, 2, "c");
  t.pass(second, "1 s");
  give_back(t, 1, "b");
  Counterexample story = loop_from(t, 0);
  story.blamed = {2};
  const std::string what = "worker 3: redis.SET(lock, c, NX, PX 10s) -> true, enters critical";
  story.could_go = {{0, 2, what}, {4, 2, what}};
  story.fair_because = {"worker 1 steps at 1 and 3", "worker 2 steps at 4 and 6", "worker 3 polls at 2 and 5"};
  story.same_at_both_ends = {"worker 3 retrying", "lock free"};
  return story;
}

/// More steps in a turn than a picture may have columns.
inline Counterexample long_turn() {
  Teller t("set_nx_px", {"worker 1", "worker 2"}, {"redis"}, {{0, "lock", language::Shape::expiring, false}});
  t.story.spec = "no_starvation";
  t.story.headline = "no_starvation fails: 2 steps, then a loop of 43 steps for ever";
  t.story.sentence = "Worker 2 waits for ever.";
  take(t, 0, "a");
  poll_in_vain(t, 1, "b");
  poll_in_vain(t, 1, "b");
  for (int step = 0; step < 40; ++step) t.call(0, 0, "GET(lock)", "a", 18);
  t.pass(second, "1 s");
  give_back(t, 0, "a");
  take(t, 0, "c");
  for (int step = 0; step < 3; ++step) t.call(0, 0, "GET(lock)", "c", 18);
  Counterexample story = loop_from(t, 2);
  story.blamed = {1};
  story.could_go = {{45, 1, "worker 2: redis.SET(lock, b, NX, PX 10s) -> true, enters critical"}};
  story.fair_because = {"worker 1 steps at 4 to 48", "worker 2 polls at 3 in each turn"};
  story.same_at_both_ends = {"worker 1 inside", "worker 2 retrying", "lock owned by worker 1 (a is now c)"};
  return story;
}

inline std::vector<std::pair<std::string, Counterexample>> loops() {
  return {{"starvation", starvation()},
          {"lease_kept_alive", lease_kept_alive()},
          {"livelock", livelock()},
          {"third_never_in_time", third_never_in_time()},
          {"long_turn", long_turn()}};
}

}  // namespace interlock::stories
