// Complaints of the resolver: what is found, where, and in which words.

#include "tests/catch.hpp"
#include "tests/language/resolving.hpp"

using namespace interlock::language;
using namespace interlock::language::tests;

TEST_CASE("names of servers, cells and operations") {
  CHECK(body_complaints_of("redes.GET(lock)") == "E0202 1:1");
  CHECK(body_complaints_of("redis.GTE(lock)") == "E0230 1:7");
  CHECK(body_complaints_of("redis.GET(lokc)") == "E0207 1:11");
  CHECK(body_complaints_of("node.GET(lock)") == "E0217 1:1");
  CHECK(body_complaints_of("for n in nodes { n.GET(lock) }\nsleep 1s") == "E0202 1:10");
  CHECK(body_complaints_of("memory.cuont = 1") == "E0207 1:8");
  CHECK(body_complaints_of("x = memory.q") == "E0312 1:5");
  CHECK(body_complaints_of("x = count of redis.lock") == "E0311 1:5");
  CHECK(body_complaints_of("x = present memory.count") == "E0311 1:5");
  CHECK(body_complaints_of("x = lock\nsleep 1s") == "E0208 1:5");
  CHECK(body_complaints_of("x = redis\nsleep 1s") == "E0208 1:5");
}

TEST_CASE("arguments of calls") {
  CHECK(body_complaints_of("redis.SET(lock)") == "E0234 1:1");
  CHECK(body_complaints_of("redis.GET(lock, 1)") == "E0233 1:17");
  CHECK(body_complaints_of("redis.SET(lock, 1, NXX)") == "E0233 1:20");
  CHECK(body_complaints_of("redis.SET(lock, 1, PXX 1s)") == "E0228 1:20");
  CHECK(body_complaints_of("redis.SET(zset, 1)") == "E0232 1:11");
  CHECK(body_complaints_of("redis.SET(1, 1)") == "E0206 1:11");
  CHECK(body_complaints_of("redis.SET(lock, 1, NX, XX)") == "E0270 1:1");
  CHECK(body_complaints_of("redis.MEET(zset, zset, zset, WEIGHTS 2 0)") == "E0270 1:1");
  CHECK(body_complaints_of("redis.MEET(zset, zset, zset, WEIGHTS 1)") == "E0229 1:1");
  CHECK(body_complaints_of("redis.MEET(zset, zset, zset)") == "E0226 41:6, E0226 41:25");
}

TEST_CASE("one call a statement") {
  CHECK(shown_complaints_of(protocol_with("lease = redis.GET(lock) == redis.GET(other)")) ==
        "error[E0211]: two server calls in one statement\n"
        "  --> my.interlock:6:28\n"
        "   |\n"
        " 6 | lease = redis.GET(lock) == redis.GET(other)\n"
        "   |                            ^^^^^^^^^^^^^^^^ second call\n"
        "  --> my.interlock:6:9\n"
        "   |\n"
        " 6 | lease = redis.GET(lock) == redis.GET(other)\n"
        "   |         --------------- first call\n"
        "help: each is a step of its own, and others may step between them: give each a line, n = ...\n"
        "help: if the server runs them as one (a script, MULTI), put them in atomic { }\n");
  CHECK(body_complaints_of("redis.SET(lock, redis.INCR(other))") == "E0211 1:1");
  CHECK(body_complaints_of("memory.count = memory.count") == "E0211 1:16");
  CHECK(body_complaints_of("memory.count += 1") == "E0211 1:1");
  CHECK(body_complaints_of("sleep 1s\nif 1 == 1 and redis.SETNX(lock, 1) { return }") == "E0212 2:15");
  CHECK(body_complaints_of("sleep 1s\nassert a: redis.SETNX(lock, 1)") == "E0216 2:11");
  CHECK(body_complaints_of("retry until redis.SETNX(lock, redis.INCR(other))") == "E0211 1:31");
}

TEST_CASE("clocks and atomic blocks") {
  CHECK(body_complaints_of("atomic { redis.ZADD(zset, 1, now) }") == "E0214 1:30");
  CHECK(body_complaints_of("retry until redis.ZADD(zset, 1, now)") == "E0255 1:13");
  CHECK(body_complaints_of("when memory.count == 0 and now > now { }") == "E0214 1:28, E0214 1:34");
  CHECK(body_complaints_of("retry every 0s until redis.EXEC()") == "E0267 1:13");
  CHECK(body_complaints_of("redis.EXEC()\ngranted on redis.zset\ncritical { sleep 1s }") == "E0313 2:12");
  CHECK(body_complaints_of("redis.EXEC()\ngranted on lock\ncritical { sleep 1s }") == "E0206 2:12");
  CHECK(body_complaints_of("x = true time\nsleep 1s") == "E0215 1:5");
  CHECK(body_complaints_of("sleep 1s\nassert a: true time - now < 1s") == "");
  CHECK(body_complaints_of("atomic { redis.GET(lock); memory.count = 1 }") == "E0213 1:34");
  CHECK(body_complaints_of("atomic { x = 1 }") == "E0260 1:1");
  CHECK(body_complaints_of("atomic { redis.GET(lock); work 1s }") == "E0250 1:27");
  CHECK(body_complaints_of("atomic { redis.GET(lock); critical { } }") == "E0250 1:27");
  CHECK(body_complaints_of("atomic { redis.GET(lock); loop { } }") == "E0250 1:27");
  CHECK(body_complaints_of("x = 1\nwhen x == 1 { }") == "E0261 2:6");
  CHECK(body_complaints_of("when redis.EXEC() { }") == "E0216 1:6");
}

TEST_CASE("control") {
  CHECK(body_complaints_of("loop { x = 1 }\nsleep 1s") == "E0272 1:1");
  CHECK(body_complaints_of("loop { if redis.EXEC() { sleep 1s } }") == "W0503 1:1");
  CHECK(body_complaints_of("x = 1\nloop { if x == 1 { sleep 1s } }") == "E0272 2:1");
  CHECK(body_complaints_of("x = 1\nloop { if x == 1 { sleep 1s } else { break } }") == "");
  CHECK(body_complaints_of("x = 1\nloop { if x == 1 { continue }; sleep 1s }") == "E0272 2:1");
  CHECK(body_complaints_of("sleep 1s\nbreak") == "E0247 2:1");
  CHECK(body_complaints_of("sleep 1s\ncontinue") == "E0247 2:1");
  CHECK(body_complaints_of("for n in node { n.EXEC(); continue }") == "E0248 1:27");
  CHECK(body_complaints_of("sleep 1s\nreturn 1") == "E0249 2:8");
  CHECK(body_complaints_of("x = 1") == "E0271 0:8");
  CHECK(body_complaints_of("retry until redis.INCR(lock)") == "E0256 1:13");
}

TEST_CASE("sections and what is beside them") {
  CHECK(body_complaints_of("sleep 1s\nkeep a: true") == "E0268 2:1");
  CHECK(body_complaints_of("critical { if redis.EXEC() { keep a: true } }") == "E0268 1:30");
  CHECK(body_complaints_of("loop { background while in critical { every 3s { sleep 1s } }; critical { sleep 1s } }") ==
        "E0265 1:8");
  CHECK(body_complaints_of("background while in critical { sleep 1s }\ncritical { sleep 1s }") == "E0253 1:1");
  CHECK(body_complaints_of("background while in critcal { every 3s { sleep 1s } }\ncritical { sleep 1s }") ==
        "E0266 1:21");
  CHECK(body_complaints_of("every 3s { sleep 1s }\nsleep 1s") == "E0262 1:1");
  CHECK(body_complaints_of("critical until 3s { sleep 1s }") == "E0302 1:16");
}

TEST_CASE("a loop that polls without waiting holds time still") {
  CHECK(body_complaints_of("loop { if redis.SET(lock, 1, NX) { break } }") == "W0503 1:1");
  CHECK(body_complaints_of("loop { if redis.SET(lock, 1, NX) { break }; sleep 1s }") == "");
  CHECK(body_complaints_of("loop { if redis.SET(lock, 1, NX) { sleep 1s; continue }; return }") == "");
  CHECK(body_complaints_of("loop { if redis.SET(lock, 1, NX) { continue }; sleep 1s }") == "W0503 1:1");
  CHECK(body_complaints_of("loop { redis.WATCH(lock); if redis.EXEC() { break } }") == "");
  CHECK(body_complaints_of("n : int 0..3 = 0\nloop { if n == 3 { break }; n += 1; redis.GET(lock) }") == "");
}

TEST_CASE("what only a store does") {
  CHECK(body_complaints_of("sleep 1s\nexpire redis.lock in 1s") == "E0252 2:1");
  CHECK(body_complaints_of("sleep 1s\nx = caller == caller") == "E0227 2:5, E0227 2:15");
}

TEST_CASE("variables") {
  CHECK(body_complaints_of("x = y\ny = 1\nsleep 1s") == "E0209 1:5");
  CHECK(body_complaints_of("redis.SET(lock, mee)") == "E0201 1:17");
  CHECK(body_complaints_of("redis = 3\nsleep 1s") == "E0236 1:1");
  CHECK(body_complaints_of("x = 1\nsleep 1s") == "W0501 1:1");
  CHECK(body_complaints_of("x = redis.GET(lock)") == "");
  CHECK(body_complaints_of("x : set of id = none\nsleep 1s") == "E0237 1:5");
}

TEST_CASE("params, servers and clients") {
  CHECK(complaints_of("protocol p\nparam a = 5s..1s\nclient c { work a }") == "E0242 2:11");
  CHECK(complaints_of("protocol p\nparam a = 5s\nclient c { sleep 1s }") == "W0502 2:7");
  CHECK(complaints_of("protocol p\nparam a = 1s..5s\nclient c { sleep a + 1s }") == "E0246 3:18");
  // What is checked is not drawn.
  CHECK(complaints_of("protocol p\nparam a = 1..2\nclient c {\n n : int 0..3 = 0\n sleep 1s\n assert x: n != a }") ==
        "E0246 6:17");
  CHECK(complaints_of("protocol p\nparam a = 1s\nparam a = 2s\nclient c { sleep a }") == "E0203 3:7");
  CHECK(complaints_of("protocol p\nserver r : rediz { lock : string }\nclient c { r.GET(lock); r.FOO(1) }") ==
        "E0205 2:12");
  CHECK(complaints_of("protocol p\nserver r : redis { lock : strin }\nclient c { r.GET(lock) }") == "E0221 2:27");
  CHECK(complaints_of("protocol p\nserver r : redis { a : string  a : string }\nclient c { r.GET(a) }") ==
        "E0203 2:32");
  CHECK(complaints_of("protocol p\nserver r : redis\nserver r : redis\nclient c { sleep 1s }") == "E0203 3:8");
  CHECK(complaints_of("protocol p\nserver m : memory { a : set of optional id }\nclient c { sleep 1s }") ==
        "E0222 2:32");
  CHECK(complaints_of("protocol p\nclient c { sleep 1s }\nclient c { sleep 1s }") == "E0203 3:8");
  CHECK(complaints_of("protocol p\nclient c[0] { sleep 1s }").find("E0") != std::string::npos);
  CHECK(complaints_of("protocol p\nclient c[33] { sleep 1s }") == "E0245 2:8");
}

TEST_CASE("settings of the command line") {
  const std::string text = "protocol p\nparam a = 5s\nclient c { sleep a }";
  Diagnostics none;
  Settings settings;
  settings.params["a"] = *parse_value(source_of("7s"), none);
  settings.clients["c"] = 3;
  const Model model = model_of(text, settings);
  CHECK(model.params[0].value.low == 7'000'000);
  CHECK(model.clients.size() == 3);
  CHECK(model.kinds[0].count == 3);
  settings.params["b"] = settings.params["a"];
  settings.clients["d"] = 3;
  CHECK(complaints_of(text, settings) == "E0210 0:0, E0204 1:1");
  Settings number;
  number.params["a"] = *parse_value(source_of("7"), none);
  CHECK(complaints_of(text, number) == "E0302 1:1");
}

TEST_CASE("hundreds of faults, and programs that would be huge, end soon") {
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "redis.SET(lokc, mee + 1s)\n";
  CHECK(resolve_text(protocol_with(many)).diagnostics.size() == 4000);
  const std::string loops = "for a in big { for b in big { for c in big { a.EXEC() } } }";
  CHECK(complaints_of("protocol p\nserver big[60] : redis\nclient c { " + loops + " }") == "E0290 3:57");
  std::string deep = "sleep 1s";
  for (int i = 0; i < 20; ++i) deep = "loop { " + deep + " }";
  CHECK(body_complaints_of(deep).find("E0259") == 0);
}

TEST_CASE("a variable has a value where it is read") {
  const std::string use = "\nassert seen: x == 1\nsleep 1s";
  CHECK(body_complaints_of("if redis.EXEC() { x = 1 }" + use) == "E0274 2:14");
  CHECK(body_complaints_of("if redis.EXEC() { x = 1 } else { x = 2 }" + use) == "");
  CHECK(body_complaints_of("if redis.EXEC() { x = 1 } else { return }" + use) == "");
  CHECK(body_complaints_of("x = 2; if redis.EXEC() { x = 1 }" + use) == "");
  CHECK(body_complaints_of("either { x = 1 } or { sleep 1s }" + use) == "E0274 2:14");
  CHECK(body_complaints_of("loop { sleep 1s; if redis.EXEC() { break }; x = 1 }" + use) == "E0274 2:14");
  CHECK(body_complaints_of("loop { x = 1; if redis.EXEC() { break }; sleep 1s }" + use) == "");
  CHECK(body_complaints_of("loop { if redis.EXEC() { sleep 1s; continue }; x = 1; break }" + use) == "");
  CHECK(body_complaints_of("for n in node { if n.EXEC() { break }; x = 1 }" + use) == "E0274 2:14");
  CHECK(body_complaints_of("for n in node { n.EXEC(); x = 1 }" + use) == "");
  CHECK(body_complaints_of("critical { x = 1; sleep 1s }" + use) == "");
  CHECK(body_complaints_of("if redis.EXEC() { x : int 0..3 = 1 }\nx += 1\nsleep 1s") == "E0274 2:1");
  CHECK(body_complaints_of("if redis.EXEC() { x = 1 }\nif redis.EXEC() { memory.count = x }") == "E0274 2:34");
}

TEST_CASE("polls give a value") {
  const std::string use = "\nredis.SET(other, x)";
  CHECK(body_complaints_of("retry until x = redis.GET(lock)" + use) == "");
  CHECK(body_complaints_of("retry until x = redis.GET(lock) within 3s else { }" + use) == "E0316 2:18");
  CHECK(body_complaints_of("retry until x = redis.GET(lock) within 3s else { return }" + use) == "");
  CHECK(body_complaints_of("retry until redis.EXEC() within 3s else { x = 1 }" + use) == "E0274 2:18");
}

TEST_CASE("a background may use what gets its value anywhere, but not what it skips itself") {
  const std::string rest = "\ncritical { sleep 1s }\nif redis.EXEC() { me = fresh id }";
  CHECK(body_complaints_of("background while in critical { every 3s { redis.SET(lock, me) } }" + rest) == "");
  CHECK(body_complaints_of("background while in critical { every 3s { if redis.EXEC() { x = 1 }; redis.SET(lock, x) } "
                           "}\ncritical { sleep 1s }") == "E0274 1:86");
}

TEST_CASE("the words about a value that some runs skip") {
  CHECK(shown_complaints_of(protocol_with("if redis.EXEC() { refused = true }\nredis.SET(lock, refused)")) ==
        "error[E0274]: refused may have no value here\n"
        "  --> my.interlock:7:17\n"
        "   |\n"
        " 7 | redis.SET(lock, refused)\n"
        "   |                 ^^^^^^^\n"
        "  --> my.interlock:6:19\n"
        "   |\n"
        " 6 | if redis.EXEC() { refused = true }\n"
        "   |                   -------------- some runs skip this\n"
        "help: give it a value before the branch: refused = ...\n");
}

TEST_CASE("a client cannot be named clients") {
  CHECK(complaints_of("protocol p\nclient clients { sleep 1s }") == "E0236 2:8");
}

TEST_CASE("help with what others languages write") {
  const auto says = [](const std::string& body, const std::string& words) {
    const std::string shown = shown_complaints_of(protocol_with(body));
    INFO(shown);
    CHECK(shown.find(words) != std::string::npos);
  };
  says("redis.DELETE(lock)", "a name close to it: DEL\n");
  says("me = fresh id\nredis.SET(lock, me)\nif redis.GET(lock) { sleep 1s }", "help: compare it: != none");
  says("t = time.time()\nsleep 1s", "help: write now");
  says("time.sleep(1s)", "help: write sleep 1s");
  says("redis.SET(lock, 1, NX PX 10s)", "help: a comma is missing behind NX");
  says("redis.SET(lock, 1, NX, PX)", "PX needs a value: PX 10s");
  says("loop { x = 1 }",
       "help: write retry until CALL, or sleep in the loop: a loop that polls without waiting lets no "
       "time pass");
}
