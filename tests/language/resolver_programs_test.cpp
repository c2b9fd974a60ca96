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

TEST_CASE("the clock in a call's arguments is read before the call") {
  CHECK(body_program_of("me = fresh id\nredis.TRIM(zset, -inf, now - 10s)\nredis.ZADD(zset, me, now)") ==
        "assign me {fresh id}\n"
        "assign (now) {now}\n"
        "call 1 @redis\n"
        "  operation @redis <TRIM(zset, -inf, (high))>\n"
        "    assign (high) {subtract((now), 10 s)}\n"
        "    remove up to zset {(high)}\n"
        "assign (now) {now}\n"
        "call 2 @redis\n"
        "  operation @redis <ZADD(zset, me, (now))>\n"
        "    assign (member) {me}\n"
        "    assign (score) {(now)}\n"
        "    assign is_new {not(contains zset((member)))}\n"
        "    put zset {(member)} {(score)}\n"
        "    assign (ZADD) {is_new}\n"
        "    leave\n");
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
                             "critical until t + 10s { keep alone: memory.count == 0; work 1s..5s; granted }"));
  const ClientKind& kind = model.kinds[0];
  CHECK(kind.sections == std::vector<std::string>{"critical", "looking"});
  CHECK(block_text(model, kind.program) ==
        "assign t {now}\n"
        "section looking\n"
        "  sleep 3 1 s..1 s\n"
        "section critical (deadline) {add(t, 10 s)}\n"
        "  work 4 1 s..5 s\n"
        "  granted\n");
  REQUIRE(kind.backgrounds.size() == 1);
  CHECK(kind.backgrounds[0].step == 1);
  CHECK(kind.backgrounds[0].every.low == 3'000'000);
  CHECK(kind.backgrounds[0].section == 0);
  CHECK(block_text(model, kind.backgrounds[0].body) ==
        "call 2 @redis\n  operation @redis <WATCH(lock)>\n    watch @redis lock\n");
  REQUIRE(kind.kept.size() == 1);
  CHECK(expression_text(model, kind.kept[0].condition) == "==(count, 0)");
  CHECK((kind.has_critical && kind.says_granted && !kind.says_queued));
  CHECK(model.variables[kind.deadline].scope == Scope::local);
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
