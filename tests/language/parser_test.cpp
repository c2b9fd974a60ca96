// Every form of the reference, one by one.

#include "tests/catch.hpp"
#include "tests/language/parsing.hpp"

using namespace interlock::language;
using namespace interlock::language::tests;

TEST_CASE("operators bind as the reference says") {
  CHECK(expression_of("a or b and not c == d + e - f") == "(or a (and b (not (== c (- (+ d e) f)))))");
  CHECK(expression_of("(a or b) and c") == "(and (or a b) c)");
  CHECK(expression_of("not m in s") == "(not (in m s))");
  CHECK(expression_of("a - b - c") == "(- (- a b) c)");
  CHECK(expression_of("-a + b") == "(+ (- a) b)");
  CHECK(expression_of("a <= b or c != d") == "(or (<= a b) (!= c d))");
}

TEST_CASE("constants") {
  CHECK(expression_of("10s") == "10000000us");
  CHECK(expression_of("250ms") == "250000us");
  CHECK(expression_of("1.5s") == "1500000us");
  CHECK(expression_of("2min") == "120000000us");
  CHECK(expression_of("1h") == "3600000000us");
  CHECK(expression_of("10us") == "10us");
  CHECK(expression_of("1.25min") == "75000000us");
  CHECK(expression_of("42") == "42");
  CHECK(expression_of("true") == "true");
  CHECK(expression_of("false") == "false");
  CHECK(expression_of("none") == "none");
  CHECK(expression_of("-inf") == "-inf");
  CHECK(expression_of("inf") == "inf");
  CHECK(expression_of("\"a # b\"") == "\"a # b\"");
}

TEST_CASE("words that ask about clocks, cells and callers") {
  CHECK(expression_of("fresh id") == "fresh-id");
  CHECK(expression_of("now - true time") == "(- now true-time)");
  CHECK(expression_of("next last") == "(next last)");
  CHECK(expression_of("present redis.lock and absent k") == "(and (present redis.lock) (absent k))");
  CHECK(expression_of("rest of key < 3s") == "(< (rest of key) 3000000us)");
  CHECK(expression_of("count of s + 1") == "(+ (count of s) 1)");
  CHECK(expression_of("first of q == me") == "(== (first of q) me)");
  CHECK(expression_of("rank of m in r") == "(rank of m r)");
  CHECK(expression_of("score of m in r - 1s") == "(- (score of m r) 1000000us)");
  CHECK(expression_of("writer of k == caller") == "(== (writer of k) caller)");
  CHECK(expression_of("writer of m in r != caller grant") == "(!= (writer of m r) caller-grant)");
  CHECK(expression_of("touched or given PX") == "(or touched (given PX))");
  CHECK(expression_of("round(rest of k, 1s)") == "(round (rest of k) 1000000us)");
  CHECK(expression_of("s[k].owner") == "s[k].owner");
}

TEST_CASE("such words are names where they can be nothing else") {
  CHECK(statements_of("count = 0\nfirst = count\nrest = first + next\nnext = present") ==
        "assign = count 0; assign = first count; assign = rest (+ first next); "
        "assign = next present");
  CHECK(statements_of("work : bool = false\nqueued = 1\nsleep.x = 2\nadd next to s") ==
        "assign = work :<bool> false; assign = queued 1; assign = sleep.x 2; add next s");
  CHECK(statements_of("redis.return(in, lock)").find("E01") != std::string::npos);
  CHECK(statements_of("redis.return(lock)") == "call redis.return(lock)");
}

TEST_CASE("arguments, flags and options") {
  CHECK(statements_of("redis.SET(lock, me, NX, PX ttl + 1s)") == "call redis.SET(lock, me, NX, PX:(+ ttl 1000000us))");
  CHECK(statements_of("redis.ZUNIONSTORE(a, b, WEIGHTS 1 0, MIN)") == "call redis.ZUNIONSTORE(a, b, WEIGHTS:1 0, MIN)");
  CHECK(statements_of("redis.F(count of s, rest of k, next t, fresh id, true time, not a)") ==
        "call redis.F((count of s), (rest of k), (next t), fresh-id, true-time, (not a))");
  CHECK(statements_of("redis.F()") == "call redis.F()");
}

TEST_CASE("lines go on inside parentheses, and where the next starts with an operator") {
  CHECK(statements_of("redis.SET(lock,\n  me,   # mine\n  NX\n)\nx = a\n  + b\n  - c\n"
                      "if a\n  and b\n  or c { y = 1 }") ==
        "call redis.SET(lock, me, NX); assign = x (- (+ a b) c); "
        "if (or (and a b) c) {assign = y 1}");
  CHECK(statements_of("x = 1; y = 2\nz = 3") == "assign = x 1; assign = y 2; assign = z 3");
}

TEST_CASE("statements of a client") {
  CHECK(statements_of("x : int 0..3 = 0\ny : one of a, b = a\nx += 1\nx -= 2") ==
        "assign = x :<int 0..3> 0; assign = y :<one-of a b> a; assign += x 1; assign -= x 2");
  CHECK(statements_of("if a { x = 1 }\nelse if b { x = 2 } else { x = 3 }") ==
        "if a {assign = x 1} b {assign = x 2} {assign = x 3}");
  CHECK(statements_of("either { x = 1 } or { x = 2 }\nor { }") == "either {assign = x 1} {assign = x 2} {}");
  CHECK(statements_of("when memory.count == 0 { memory.count = 1 }") ==
        "when (== memory.count 0) {assign = memory.count 1}");
  CHECK(statements_of("retry until x = redis.GET(lock) within 3s else { return }") ==
        "retry x redis.GET(lock) within 3000000us {return}");
  CHECK(statements_of("critical until now + ttl { work 1s..5s }\nsleep 1s") ==
        "critical (+ now ttl) {work 1000000us..5000000us}; sleep 1000000us");
  CHECK(statements_of("section cleaning { queued; granted; fence token; continue }") ==
        "section cleaning {queued; granted; fence token; continue}");
  CHECK(statements_of("assert a: x == 1\nkeep b: y\nwitness c: z\nreturn x") ==
        "assert a (== x 1); keep b y; witness c z; return x");
}

TEST_CASE("statements of a store") {
  CHECK(statements_of("k = v keeping deadline\nclear k\nexpire k in ttl + 1s\npersist k") ==
        "assign = k v keeping; clear k; expire k (+ ttl 1000000us); persist k");
  CHECK(statements_of("add m to s\nremove m from s\nput m in r at now\nremove up to -inf from r") ==
        "add m s; remove m s; put m r now; remove-up-to -inf r");
  CHECK(statements_of("into = a kept in b\ns[k] = v\npush v to q\ndrop first of q") ==
        "keep-members = into a b; assign = s[k] v; push v q; drop-first q");
  CHECK(statements_of("watch k\nunwatch\nreject \"not so\"") == "watch k; unwatch; reject not so");
}

TEST_CASE("types and fields") {
  CHECK(tree_of("store s\ntype a = map from id to token up to 6\ntype b = ranked id by instant\n"
                "type c = expiring set of id up to 3\ntype d = queue of value\n"
                "type e = record { x : id  y : optional bool = none\n z : one of p, q  w : int 0..3 "
                "}\nstate { set : id  one : token = 0 }\n") ==
        "store s \"\"\ntype a = <map id token up-to 6>\ntype b = <ranked id instant>\n"
        "type c = <expiring <set id up-to 3>>\ntype d = <queue value>\n"
        "type e = <record {x:id, y:<optional <bool>>=none, z:<one-of p q>, w:<int 0..3>}>\n"
        "state set:id, one:token=0\n");
}

TEST_CASE("operations") {
  CHECK(tree_of("store s\nop F(a: id, b: list, c, flag NX, option PX: duration, d: one of x, y,\n"
                "  n: int, flag : bool) -> duration or none or missing { }\nop G() { return }\n") ==
        "store s \"\"\nop F(value a:id, cell b:list, value c, flag NX, option PX:duration, "
        "value d:<one-of x y>, value n:<int>, value flag:<bool>) ->duration ->none ->missing {}\n"
        "op G() {return}\n");
}

TEST_CASE("properties") {
  const auto property = [](const std::string& text) {
    return without(tree_of("spec s \"S.\"\n" + text), "spec s \"S.\" ", "\n");
  };
  CHECK(property("never some(c in clients)") == "never: (some c clients)");
  CHECK(property("for each c in worker where c waiting:\n  always possible c ends round") ==
        "always-possible each c in worker given (c waiting): (c ends round)");
  CHECK(property("for each c in clients: c queued before d leads to c enters critical") ==
        "leads-to each c in clients given (c queued before d): (c enters critical)");
  CHECK(property("for each c in clients where c alive: c idle leads to c waiting") ==
        "leads-to each c in clients given (and (c alive) (c idle)): (c waiting)");
  CHECK(property("some(c in clients where c waiting) again and again leads to some(c in clients where c idle)") ==
        "again-and-again given (some c clients (c waiting)): (some c clients (c idle))");
  CHECK(property("reachable every(c in clients where c paused and c holds lease)") ==
        "reachable: (every c clients (and (c paused) (c holds lease)))");
  CHECK(property("asserted") == "asserted");
  CHECK(property("witnessed") == "witnessed");
  CHECK(property("always not some(c in clients where\n  c leaves x\n  and not c before deadline)") ==
        "always: (not (some c clients (and (c leaves x) (not (c before deadline)))))");
}

TEST_CASE("expectations") {
  CHECK(tree_of("protocol p\nspec own \"One.\" always absent m.k\nparam n = 0..3\nexpect {\n"
                "  a fails using 1 pause, 2 crash under pause <= 3s 1 time, crash for ever, "
                "skew 10ms, drift 1ms 2 times assuming distinct_clocks  # why\n"
                "  b reachable under none; c holds\n}\n") ==
        "protocol p \"\" <>\nparam n = 0..3\nspec own \"One.\" always: (absent m.k)\n"
        "expect a fails using [pause x1, crash x2] under [pause 3000000us x1, crash for-ever, "
        "skew 10000us, drift 1000us x2] assuming distinct_clocks\n"
        "expect b reachable under []\nexpect c holds under []\n");
}

TEST_CASE("values and faults of the command line") {
  Diagnostics found;
  const auto value = parse_value(source_of("1s..5s"), found);
  REQUIRE(value);
  CHECK(to_text(*value) == "1000000us..5000000us");
  const std::vector<syntax::Fault> faults = parse_faults(source_of("pause <= 3s, crash 1 time"), found);
  REQUIRE(faults.size() == 2);
  CHECK(to_text(faults[0]) == "pause 3000000us");
  CHECK(to_text(faults[1]) == "crash x1");
  CHECK(parse_faults(source_of("none"), found).empty());
  CHECK(found.empty());
  CHECK_FALSE(parse_value(source_of("10 s 3"), found));
  CHECK_FALSE(parse_value(source_of(""), found));
  parse_faults(source_of("pause;"), found);
  CHECK(found.size() == 4);
}

TEST_CASE("places") {
  Diagnostics found;
  const syntax::File file = parse(source_of(in_client("  x = redis.GET(lock) == me\n  if a and\n b { y = 1 }")), found);
  const syntax::Statement& first = file.protocol->clients[0].body[0];
  CHECK(first.place.line == 3);
  CHECK(first.place.column == 3);
  CHECK(first.place.length == 25);
  const syntax::Expression& call = first.value->operands[0];
  CHECK(call.place.column == 7);
  CHECK(call.place.length == 15);
  CHECK(call.text_place.column == 13);
  CHECK(call.text_place.length == 3);
  CHECK(file.protocol->clients[0].body[1].place.length == 8);
  CHECK(file.protocol->clients[0].place.column == 8);
}

TEST_CASE("line ends and byte order marks of other systems") {
  CHECK(tree_of("\xEF\xBB\xBFprotocol p\r\n  \"One.\"\r\nparam a = 3 # x\r\n") ==
        "protocol p \"One.\" <>\nparam a = 3\n");
}
