// What programs become: operations in the place of their calls, steps, sections, second threads.

#include "tests/catch.hpp"
#include "tests/language/model_text.hpp"
#include "tests/language/resolving.hpp"

using namespace interlock::language;
using namespace interlock::language::tests;

TEST_CASE("a poll holds the operation that it makes, without the branches that its options rule out") {
  CHECK(body_program_of("me = fresh id\nretry until redis.SET(lock, me, NX, PX 10s)  # a.py:7") ==
        "assign me {fresh id}\n"
        "retry 1 @redis {(SET)} # a.py:7\n"
        "  operation @redis <SET(lock, me, NX, PX 10 s)> # a.py:7\n"
        "    assign (value) {me}\n"
        "    if {present lock}\n"
        "      assign (SET) {false}\n"
        "      leave\n"
        "    write lock {(value)}\n"
        "    expire lock {10 s}\n"
        "    assign (SET) {true}\n"
        "    leave\n");
}

TEST_CASE("a call is a step before the statement that uses its answer") {
  CHECK(body_program_of(
            "me = fresh id\nif redis.GET(lock) == me { redis.DEL(lock) } else if redis.GET(other) == me { }") ==
        "assign me {fresh id}\n"
        "call 1 @redis\n"
        "  operation @redis <GET(lock)>\n"
        "    assign (GET) {lock}\n"
        "    leave\n"
        "if {==((GET), me)}\n"
        "  call 2 @redis\n"
        "    operation @redis <DEL(lock)>\n"
        "      if {not(present lock)}\n"
        "        assign (DEL) {false}\n"
        "        leave\n"
        "      assert owner_releases {==(writer lock, caller)}\n"
        "      clear lock\n"
        "      assign (DEL) {true}\n"
        "      leave\n"
        "--\n"
        "  call 3 @redis\n"
        "    operation @redis <GET(other)>\n"
        "      assign (GET) {other}\n"
        "      leave\n"
        "  if {==((GET), me)}\n");
}

TEST_CASE("in an atomic block calls are no steps") {
  CHECK(body_program_of("atomic { if redis.EXEC() { redis.WATCH(lock) } }") ==
        "atomic 1 @redis\n"
        "  operation @redis <EXEC()>\n"
        "    assign (EXEC) {not(touched)}\n"
        "    leave\n"
        "  if {(EXEC)}\n"
        "    operation @redis <WATCH(lock)>\n"
        "      watch @redis lock\n");
}

TEST_CASE("a statement that names the clock reads it in a step of its own before, a call too") {
  CHECK(body_program_of("me = fresh id\nredis.TRIM(zset, -inf, now - 10s)\nredis.ZADD(zset, me, now)") ==
        "assign me {fresh id}\n"
        "clock 1 (now) {now}\n"
        "call 2 @redis\n"
        "  operation @redis <TRIM(zset, -inf, (high))>\n"
        "    assign (high) {subtract((now), 10 s)}\n"
        "    remove up to zset {(high)}\n"
        "clock 3 (now) {now}\n"
        "call 4 @redis\n"
        "  operation @redis <ZADD(zset, me, (now))>\n"
        "    assign (member) {me}\n"
        "    assign (score) {(now)}\n"
        "    assign is_new {not(contains zset((member)))}\n"
        "    put zset {(member)} {(score)}\n"
        "    assign (ZADD) {is_new}\n"
        "    leave\n");
}

TEST_CASE("two readings in one statement are one; an else-if reads for itself, a check does not read") {
  CHECK(body_program_of("t = now\nif now - t < 1s or now > t { return } else if t < now - 9s { return }\n"
                        "assert sane: now >= t\nsleep 1s") ==
        "clock 1 (now) {now}\n"
        "assign t {(now)}\n"
        "clock 2 (now) {now}\n"
        "if {or(<(subtract((now), t), 1 s), >((now), t))}\n"
        "  return\n"
        "--\n"
        "  clock 3 (now) {now}\n"
        "  if {<(t, subtract((now), 9 s))}\n"
        "    return\n"
        "assert sane {>=(now, t)}\n"
        "sleep 4 1 s..1 s\n");
  CHECK(body_program_of("memory.hold = fresh id\nx = redis.TTL(lock)\nif x == none { return }\nt = now + 1s  # a:1") ==
        "call 1 @memory <(hold fresh id)>\n"
        "  write hold {fresh id}\n"
        "call 2 @redis\n"
        "  operation @redis <TTL(lock)>\n"
        "    if {not(present lock)}\n"
        "      assign (TTL) {missing}\n"
        "      leave\n"
        "    assign (TTL) {round(rest lock, 1 s)}\n"
        "    leave\n"
        "assign x {(TTL)}\n"
        "if {==(x, none)}\n"
        "  return\n"
        "clock 3 (now) {now} # a:1\n"
        "assign t {add((now), 1 s)} # a:1\n");
}

TEST_CASE("the step of the last call before the entry is the grant, whatever waits lie between") {
  CHECK(body_program_of("redis.WATCH(lock)\nwork 1s\nt = now\ncritical until t { work 2s }\nsleep 3s") ==
        "call 1 @redis\n"
        "  operation @redis <WATCH(lock)>\n"
        "    watch @redis lock\n"
        "granted if it called\n"
        "work 2 1 s..1 s\n"
        "granted if it called\n"
        "clock 3 (now) {now}\n"
        "assign t {(now)}\n"
        "section critical t\n"
        "  work 4 2 s..2 s\n"
        "sleep 5 3 s..3 s\n");
  CHECK(body_program_of("loop {\nif redis.EXEC() { sleep 1s; break }\nsleep 2s\n}\ncritical { sleep 3s }") ==
        "loop\n"
        "  call 1 @redis\n"
        "    operation @redis <EXEC()>\n"
        "      assign (EXEC) {not(touched)}\n"
        "      leave\n"
        "  if {(EXEC)}\n"
        "    granted if it called\n"
        "    sleep 2 1 s..1 s\n"
        "    break\n"
        "  sleep 3 2 s..2 s\n"
        "section critical\n"
        "  sleep 4 3 s..3 s\n");
  CHECK(body_program_of("loop {\ncritical { sleep 1s }\nif redis.EXEC() { sleep 2s }\n}") ==
        "loop\n"
        "  section critical\n"
        "    sleep 1 1 s..1 s\n"
        "  call 2 @redis\n"
        "    operation @redis <EXEC()>\n"
        "      assign (EXEC) {not(touched)}\n"
        "      leave\n"
        "  if {(EXEC)}\n"
        "    granted if it called\n"
        "    sleep 3 2 s..2 s\n");
  CHECK(body_program_of("redis.WATCH(lock)\ngranted on redis.lock\nsleep 1s\ncritical { }") ==
        "call 1 @redis\n"
        "  operation @redis <WATCH(lock)>\n"
        "    watch @redis lock\n"
        "granted lock\n"
        "sleep 2 1 s..1 s\n"
        "section critical\n");
}

TEST_CASE("a poll may say how long it waits between two attempts") {
  CHECK(body_program_of("retry every 500ms until redis.EXEC() within 3s else { return }") ==
        "retry 1 @redis 3 s..3 s every 500 ms {(EXEC)}\n"
        "  operation @redis <EXEC()>\n"
        "    assign (EXEC) {not(touched)}\n"
        "    leave\n"
        "--\n"
        "  return\n");
}

TEST_CASE("a plain cell is read and written in a step of its own") {
  CHECK(body_program_of(
            "me = fresh id\nmemory.hold = me\nx = memory.count\nif present memory.hold and x == 1 { work 1s }") ==
        "assign me {fresh id}\n"
        "call 1 @memory <(hold me)>\n"
        "  write hold {me}\n"
        "call 2 @memory <(count)>\n"
        "  assign (count) {count}\n"
        "assign x {(count)}\n"
        "call 3 @memory <(present hold)>\n"
        "  assign (hold) {present hold}\n"
        "if {and((hold), ==(x, 1))}\n"
        "  work 4 1 s..1 s\n");
}

TEST_CASE("a guarded step reads cells, and writes them") {
  CHECK(body_program_of(
            "when memory.count < 3 and memory.mode == reading { memory.count += 1; memory.mode = writing }") ==
        "when 1 @memory {and(<(count, 3), ==(mode, reading))}\n"
        "  write count {add(count, 1)}\n"
        "  write mode {writing}\n");
}

TEST_CASE("a poll that answers a value succeeds with anything but none, and may give up") {
  CHECK(body_program_of("retry until x = redis.TTL(lock) within 3s else { return }") ==
        "retry 1 @redis 3 s..3 s {and(!=((TTL), none), !=((TTL), missing))}\n"
        "  operation @redis <TTL(lock)>\n"
        "    if {not(present lock)}\n"
        "      assign (TTL) {missing}\n"
        "      leave\n"
        "    assign (TTL) {round(rest lock, 1 s)}\n"
        "    leave\n"
        "  assign x {(TTL)}\n"
        "--\n"
        "  return\n");
}

TEST_CASE("for is written out over the servers; its copies share their step's number") {
  const Model model = model_of(protocol_with("for n in node { n.WATCH(lock) }\nsleep 1s"));
  CHECK(model.servers[1].name == "node[1]");
  CHECK(block_text(model, model.kinds[0].program) ==
        "call 1 @node[1]\n  operation @node[1] <WATCH(lock)>\n    watch @node[1] lock\n"
        "call 1 @node[2]\n  operation @node[2] <WATCH(lock)>\n    watch @node[2] lock\n"
        "sleep 2 1 s..1 s\n");
  CHECK(model.steps == 2);
}

TEST_CASE("break leaves a written-out for") {
  CHECK(body_program_of("for n in node { if n.EXEC() { break } }\nfor n in node { sleep 1s }") ==
        "loop\n"
        "  call 1 @node[1]\n"
        "    operation @node[1] <EXEC()>\n"
        "      assign (EXEC) {not(touched)}\n"
        "      leave\n"
        "  if {(EXEC)}\n"
        "    break\n"
        "  call 1 @node[2]\n"
        "    operation @node[2] <EXEC()>\n"
        "      assign (EXEC) {not(touched)}\n"
        "      leave\n"
        "  if {(EXEC)}\n"
        "    break\n"
        "  break\n"
        "sleep 2 1 s..1 s\n"
        "sleep 2 1 s..1 s\n");
}

TEST_CASE("sections have an index, deadlines a hidden variable, heartbeats a program of their own") {
  const Model model =
      model_of(protocol_with("t = now\n"
                             "background while in critical { every 3s { redis.WATCH(lock) } }\n"
                             "section looking { sleep 1s }\n"
                             "granted; critical until t + 10s { keep alone: memory.count == 0; work 1s..5s }"));
  const ClientKind& kind = model.kinds[0];
  CHECK(kind.sections == std::vector<std::string>{"critical", "looking"});
  CHECK(block_text(model, kind.program) ==
        "clock 1 (now) {now}\n"
        "assign t {(now)}\n"
        "section looking\n"
        "  sleep 4 1 s..1 s\n"
        "granted\n"
        "section critical (deadline) {add(t, 10 s)}\n"
        "  work 5 1 s..5 s\n");
  REQUIRE(kind.backgrounds.size() == 1);
  CHECK(kind.backgrounds[0].step == 2);
  CHECK(kind.backgrounds[0].every.low == 3'000'000);
  CHECK(kind.backgrounds[0].section == 0);
  CHECK(block_text(model, kind.backgrounds[0].body) ==
        "call 3 @redis\n  operation @redis <WATCH(lock)>\n    watch @redis lock\n");
  REQUIRE(kind.kept.size() == 1);
  CHECK(expression_text(model, kind.kept[0].condition) == "==(count, 0)");
  CHECK((kind.has_critical && kind.says_granted && !kind.says_queued));
  REQUIRE(kind.deadlines.size() == 1);
  CHECK(model.variables[kind.deadlines[0]].name == "(deadline)");
  CHECK(model.variables[kind.deadlines[0]].scope == Scope::local);
}

TEST_CASE("a deadline that is a variable of the client is followed") {
  const Model model =
      model_of(protocol_with("t = now\ncritical until t { sleep 1s }\ncritical until t { sleep 1s }\n"
                             "critical until t + 1s { sleep 1s }\ncritical { sleep 1s }"));
  const ClientKind& kind = model.kinds[0];
  REQUIRE(kind.deadlines.size() == 2);
  CHECK(model.variables[kind.deadlines[0]].name == "t");
  CHECK(model.variables[kind.deadlines[1]].name == "(deadline)");
  CHECK(block_text(model, kind.program) ==
        "granted if it called\n"
        "clock 1 (now) {now}\n"
        "assign t {(now)}\n"
        "section critical t\n"
        "  granted if it called\n"
        "  sleep 2 1 s..1 s\n"
        "section critical t\n"
        "  granted if it called\n"
        "  sleep 3 1 s..1 s\n"
        "section critical (deadline) {add(t, 1 s)}\n"
        "  granted if it called\n"
        "  sleep 4 1 s..1 s\n"
        "section critical\n"
        "  sleep 5 1 s..1 s\n");
}

TEST_CASE("tokens may be numbers, written out or counted from the first") {
  CHECK(body_program_of("if redis.INCR(lock) > 5 { return }\nn = redis.INCR(other)\n"
                        "if n == next next 0 { return }") ==
        "call 1 @redis\n"
        "  operation @redis <INCR(lock)>\n"
        "    assign before {0}\n"
        "    if {present lock}\n"
        "      assign before {lock}\n"
        "    write lock keeping {next(before)}\n"
        "    assign (INCR) {next(before)}\n"
        "    leave\n"
        "if {>((INCR), 5)}\n"
        "  return\n"
        "call 2 @redis\n"
        "  operation @redis <INCR(other)>\n"
        "    assign before {0}\n"
        "    if {present other}\n"
        "      assign before {other}\n"
        "    write other keeping {next(before)}\n"
        "    assign (INCR) {next(before)}\n"
        "    leave\n"
        "assign n {(INCR)}\n"
        "if {==(n, 2)}\n"
        "  return\n");
}

TEST_CASE("options with several values, and records") {
  CHECK(body_program_of("redis.MEET(zset, zset, zset, WEIGHTS 1 0)") ==
        "call 1 @redis\n"
        "  operation @redis <MEET(zset, zset, zset, WEIGHTS 1, 0)>\n"
        "    intersect zset zset zset\n");
  CHECK(program_of("protocol p\nserver d : doc { own : pair }\n"
                   "client c { d.put_right(own); d.load() }") ==
        "call 1 @d\n"
        "  operation @d <put_right(own)>\n"
        "    write own.right {add(own.right, 1)}\n"
        "call 2 @d\n"
        "  operation @d <load()>\n"
        "    write session {true}\n"
        "    assign (load) {version}\n"
        "    leave\n");
}

TEST_CASE("what a server does when a client is gone") {
  const Model model = model_of("protocol p\nserver d : doc\nserver r : redis\nclient c { d.load() }");
  CHECK(block_text(model, model.servers[0].on_disconnect) == "write session {false}\n");
  CHECK(block_text(model, model.servers[1].on_disconnect) == "unwatch @r\n");
}

TEST_CASE("a second thread may use what gets its value further down") {
  const Model model = model_of(protocol_with(
      "background while in critical { every 3s { redis.SET(lock, me) } }\nme = fresh id\ncritical { sleep 1s }"));
  CHECK(model.kinds[0].backgrounds.size() == 1);
}
