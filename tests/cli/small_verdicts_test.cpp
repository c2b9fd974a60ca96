// Small models whose verdicts were thought through by hand, one for each kind of untruth that the checker once told.

#include <string>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

/// Every line of the model's expect block is met, by one thread and by several, with and without what saves work.
void all_met(const std::string& text) {
  const Directory directory;
  const std::string file = directory.write("model.interlock", text);
  for (const char* threads : {"1", "3"}) {
    const Run run = interlock({"check", file, "--threads", threads});
    INFO(text << run.output << run.messages);
    CHECK(run.exit_code == 0);
  }
  const Run slow = interlock({"check", file, "--without", "all"});
  INFO(text << slow.output << slow.messages);
  CHECK(slow.exit_code == 0);
}

}  // namespace

TEST_CASE("a property that is one bare cell is asked of every state") {
  all_met(R"(protocol bare
server m : memory { b : bool }
client w[1] { m.b = true }
spec never_set "The flag is never set." never m.b
spec set "The flag is set." reachable m.b
spec settable "It can be set." always possible m.b
expect {
  never_set fails
  set reachable
  settable holds
}
)");
}

TEST_CASE("a property that is one status of a client is asked of every state") {
  all_met(R"(protocol status
client w[1] { critical { work 1s } }
spec never_paused "Nobody is ever paused." never some(c in clients where c paused)
expect {
  never_paused holds
  never_paused fails using 1 pause under pause
}
)");
}

TEST_CASE("a kept condition that is one bare cell is asked of every state") {
  all_met(R"(protocol kept
server m : memory { b : bool }
client w[1] {
  m.b = true
  critical { keep still_set: m.b
    work 2s }
}
client z[1] { m.b = false }
spec still_set "Nobody clears the flag." asserted
expect { still_set fails }
)");
}

TEST_CASE("a wait of no time has a timer, also where nothing takes longer") {
  all_met(R"(protocol nothing
server m : memory { x : int 0..1 }
client w[2] {
  m.x = 0
  loop { sleep 0s; m.x = 1 }
}
spec stays "x stays 0." never m.x == 1
expect { stays fails }
)");
  all_met("protocol least\nclient w[2] { critical { work 0s } }\nexpect { mutual_exclusion fails }\n");
}

TEST_CASE("sections are told apart to the last") {
  std::string text = "protocol many\nclient w[2] {\n";
  for (int i = 0; i < 63; ++i) text += "  section s" + std::to_string(i) + " { work 0s }\n";
  text += "}\nspec last \"Never two in the last.\" never count(c in w where c in s62) >= 2\n";
  text += "spec first \"In the last and in none before.\" never some(c in w where c in s62 and c in s30)\n";
  all_met(text + "expect {\n  last fails\n  first holds\n}\n");
}

TEST_CASE("whoever cannot enter critical decides nothing about who is left") {
  all_met(R"(protocol bystander
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 2s)
  critical { work 1s }
}
client reader { redis.GET(lock) }
expect { recovers holds under crash for ever }
)");
}

TEST_CASE("of a state an event is false") {
  all_met(R"(protocol quiet
server m : memory { x : int 0..1 }
client w[1] { critical { m.x = 1 } }
spec quiet "It can be quiet." always possible count(c in clients where c ends round) == 0
spec loud "A round ends with every moment." always some(c in clients where c ends round)
expect {
  quiet holds
  loud fails
}
)");
}

TEST_CASE("trust that is counted from the answer on begins too late") {
  all_met(R"(protocol belief_from_the_answer
param ttl = 3s
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX ttl)
  deadline = now + ttl
  critical until deadline { work 1s }
  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }
}
expect {
  exclusive_belief holds
  exclusive_belief fails using 1 pause under pause
}
)");
}

TEST_CASE("trust that is counted from before the question is safe") {
  all_met(R"(protocol belief_from_the_question
param ttl = 3s
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  asked = now
  if not redis.SET(lock, me, NX, PX ttl) { return }
  deadline = asked + ttl
  critical until deadline { work 1s }
  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }
}
expect { exclusive_belief holds under pause }
)");
}

TEST_CASE("a deadline that is set anew inside is the one that is trusted") {
  all_met(R"(protocol belief_pushed_on
param ttl = 6s
server lease : lease
client node[2] {
  me = fresh id
  retry until lease.grant(me, ttl)
  deadline = now + ttl
  critical until deadline {
    work 2s
    deadline = now + ttl
    work 5s
  }
  lease.release(me)
}
expect { exclusive_belief fails }
)");
}

TEST_CASE("a heartbeat that sets the deadline moves what is trusted") {
  all_met(R"(protocol renewed_belief
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 3s)
  t = now
  deadline = t + 3s
  background while in critical {
    every 1s {
      redis.GET(lock)
      t = now
      deadline = t + 3s
    }
  }
  critical until deadline { work 5s }
  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }
}
expect {
  mutual_exclusion fails
  exclusive_belief fails
}
)");
}

TEST_CASE("whoever goes in and out in one step was inside") {
  all_met(R"(protocol passes_through
server m : memory { x : bool }
client a[1] { critical { work 1s } }
client b[1] { critical { m.x = true } }
expect { mutual_exclusion fails }
)");
}

TEST_CASE("the grant is the call before the entry, whatever clocks are read in between") {
  all_met(R"(protocol grant_before_the_clock
param ttl = 3s
server svc : lease
server doc : fenced_document
client worker[2] {
  me = fresh id
  retry until token = svc.grant(me, ttl)
  deadline = now + ttl
  critical until deadline {
    fence token
    work 1s
    doc.save(token)
  }
  svc.release(me)
}
expect {
  no_stale_write  holds under pause
  fence_monotonic holds under pause
}
)");
}

TEST_CASE("writing data takes no lease") {
  all_met(R"(protocol data_is_no_lease
server redis : redis { lock : string   last : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 2s)
  critical { work 1s }
  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }
  redis.SET(last, 1)
  sleep 1s
}
expect { exclusive_lease holds }
)");
}

TEST_CASE("data that is deleted ends no lease") {
  all_met(R"(protocol data_ends_no_lease
server redis : redis { lock : string   seen : string }
client worker[2] {
  me = fresh id
  loop {
    atomic {
      ok = redis.SET(lock, me, NX, PX 4s)
      if ok { redis.SET(seen, me); redis.DEL(seen) }
    }
    if ok { break }
    sleep 1s
  }
  critical { work 2s }
  redis.DEL(lock)
}
expect { exclusive_lease fails using 1 pause under pause }
)");
}

TEST_CASE("what others do to a lock ends nobody's lease") {
  all_met(R"(protocol shortened_by_another
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 4s)
  critical { work 3s }
  redis.PEXPIRE(lock, 1s)
}
expect { exclusive_lease fails using 1 pause under pause }
)");
}

TEST_CASE("who comes to a door that is shut waits there") {
  all_met(R"(protocol waiting_at_the_door
server jvm : memory { held : bool   tick : bool }
client thread[2] {
  when not jvm.held { jvm.held = true }
  jvm.tick = true
  critical { work 1s }
}
expect {
  recovers             fails
  no_deadlock          fails
  no_starvation        fails
  eventually_available fails
}
)");
}

TEST_CASE("a counter can be compared with numbers that are written out") {
  all_met(R"(protocol token_literal
server redis : redis { counter : string }
client a[1] {
  redis.DEL(counter)
  redis.INCR(counter)
  redis.INCR(counter)
  n = redis.GET(counter)
  assert is_two: n == next next 0
  assert is_not_two: n != next next 0
}
spec is_two "Two after two." asserted
spec is_not_two "Never two." asserted
expect {
  is_two     holds
  is_not_two fails
}
)");
}

TEST_CASE("the first attempt of a retry is made at once, and the later ones when they like or when they are due") {
  all_met(R"(protocol polls
server redis : redis {
  lock : string
  gate : string
}
spec tried "Nobody gives up without having asked." asserted
spec patient "Nobody gives up before its time." asserted
client opener[1] {
  once = redis.SETNX(gate, 1)
  work 1s
  redis.SETNX(lock, 1)
  loop { sleep 9s }
}
client punctual[1] {
  when present redis.gate { }
  retry every 2s until redis.EXISTS(lock) within 5s else {
    assert tried: false
    return
  }
}
client patient[1] {
  t = now
  retry until redis.DEL(gate) within 3s else {
    u = now
    assert patient: u - t >= 3s
    return
  }
}
expect {
  tried   holds
  patient holds
}
)");
}

TEST_CASE("a heartbeat that is under way when its section is left goes on to its end, and no new one begins") {
  all_met(R"(protocol late_beat
server m : memory {
  released : bool
  late : bool
  beats : int 0..2
}
client a[1] {
  background while in critical {
    every 2s {
      work 2s
      atomic {
        m.beats = m.beats + 1
        if m.released { m.late = true }
      }
    }
  }
  critical { work 3s }
  m.released = true
  loop { sleep 9s }
}
spec late "Something comes after the release." reachable m.late
spec once "Never two of them." never m.beats == 2
expect {
  late reachable
  once holds
}
)");
}

TEST_CASE("how far apart two tokens are is kept as far as it is asked") {
  all_met(R"(protocol nexts
server svc : lease
client z[1] {
  me = fresh id
  loop {
    retry until g = svc.grant(me, 0s)
    if g == next g { break }
    work 1s
  }
}
client y[1] {
  me = fresh id
  last = 0
  loop {
    retry until g = svc.grant(me, 0s)
    assert one_later: g != next last
    assert two_later: g != next next last
    last = g
    work 1s
  }
}
spec one_later "." asserted
spec two_later "." asserted
expect {
  one_later fails
  two_later fails
}
)");
}

TEST_CASE("a wait with a limit gives up at its limit, and not before; a pause holds the giving up") {
  all_met(R"(protocol impatient
server m : memory { busy : bool   gave_up : bool }
client holder once { m.busy = true
  work 2s
  m.busy = false }
client w once {
  t = now
  when not m.busy within 2s { m.busy = true } else {
    m.gave_up = true
    late = now - t
    assert in_time: late <= 2s
    assert not_before: late >= 2s
  }
}
spec in_time "It gives up at once." asserted
spec not_before "It does not give up early." asserted
spec gives_up "It gives up where the holder comes first." reachable m.gave_up
expect {
  gives_up reachable
  not_before holds under pause
  in_time holds
  in_time fails using 1 pause under pause
}
)");
}

TEST_CASE("who has one round is gone when it is over: nothing is asked for it any more") {
  all_met(R"(protocol last_one
server m : memory { n : int 0..2 }
client w[2] once { atomic { m.n = m.n + 1 }
  critical { work 1s } }
spec counted "Each has counted once." always m.n <= 2
spec all_done "It can come to its end." always possible every(c in w where not c alive)
expect {
  counted holds
  counted holds under crash
  all_done holds
  all_done holds under crash
  recovers fails                 # the last one is inside, and will not come again
}
)");
}

TEST_CASE("an attempt of several calls is one step, and succeeds at its break") {
  all_met(R"(protocol one_step_polls
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until atomic {
    if redis.GET(lock) == none {
      redis.SET(lock, me)
      token = 1
      break
    }
  }
  assert counted: token == 1
  critical { work 1s }
  redis.DEL(lock)
}
spec counted "What was bound is bound." asserted
expect {
  mutual_exclusion holds
  counted holds
  recovers fails under crash
}
)");
}

TEST_CASE("two votes of three: a variable for each server says whose lock to give back") {
  all_met(R"(protocol votes
server node[3] : redis { lock : string }
client worker[2] {
  me = fresh id
  votes : int 0..3 = 0
  for n in node {
    yes[n] = n.SETNX(lock, me)
    if yes[n] { votes += 1 }
  }
  if votes >= 2 { critical { work 1s } }
  for n in node { if yes[n] { n.DEL(lock) } }
}
spec two_leaders "Both count two votes." never every(c in worker where c.votes >= 2)
expect {
  mutual_exclusion holds
  two_leaders fails              # who gives its locks back still has its count, to the end of its round
}
)");
}

}  // namespace interlock::testing
