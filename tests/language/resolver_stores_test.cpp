// Complaints about stores, found where their operations are called.

#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/language/resolving.hpp"

using namespace interlock::language;
using namespace interlock::language::tests;

namespace {

/// The complaints about an operation `go` with this head and body, and a client that calls it; the store's file is
/// "my.interlock" too, and the operation stands on its line 4.
std::string complaints_of_operation(const std::string& operation, const std::string& call = "s.go()") {
  Diagnostics diagnostics;
  const syntax::File store =
      parse(source_of("store s\ntype string = expiring value\n"
                      "state { a : int 0..3  t : token  r : ranked id by token  q : queue of id }\n" +
                      operation + "\n"),
            diagnostics);
  const auto source = source_of(
      "protocol p\nserver s : s { k : string  o : optional id  m : map from id to token }\n"
      "client c { " +
      call + " }\n");
  const syntax::File protocol = parse(source, diagnostics);
  REQUIRE(store.store);
  REQUIRE(protocol.protocol);
  Library library;
  library.stores["s"] = *store.store;
  const auto model = resolve(*protocol.protocol, source, library, {}, diagnostics);
  put_in_order(diagnostics);
  CHECK(model.has_value() != has_errors(diagnostics));
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    text += fmt::format("{}{} {}:{}", text.empty() ? "" : ", ", diagnostic.number, diagnostic.place.line,
                        diagnostic.place.column);
  }
  return text;
}

}  // namespace

TEST_CASE("operations that say nothing wrong") {
  CHECK(complaints_of_operation("op go() -> token or none { if a == 2 { return none }; t = next t; return t }") == "");
  CHECK(complaints_of_operation("op go(x: map from id to token, k) -> token or none { x[k] = 0; return x[k] }",
                                "s.go(m, fresh id)") == "");
  CHECK(complaints_of_operation("op go(x: optional id, v: id) { if absent x { x = v } else { clear x } }",
                                "s.go(o, fresh id)") == "");
  CHECK(complaints_of_operation("op go(v: id) { push v to q; if first of q == v { drop first of q } }",
                                "s.go(fresh id)") == "");
  CHECK(complaints_of_operation("op go(v: id) { put v in r at t; remove up to t from r; remove v from r }",
                                "s.go(fresh id)") == "");
  CHECK(complaints_of_operation("op go() { a = 0 }", "atomic { s.go(); x = s.a; if x == 1 { return } }") == "");
}

TEST_CASE("a grant is compared with grants and with 0") {
  CHECK(complaints_of_operation("op go() { assert s: caller grant != 0; if caller grant > t { t = caller grant } }") ==
        "");
  CHECK(complaints_of_operation("op go() { assert s: caller grant <= next next 0 }") == "E0318 4:37");
  CHECK(complaints_of_operation("op go() { t = caller grant; t = next t }") == "E0318 4:33");
  CHECK(complaints_of_operation("op go(v: token) { assert s: caller grant > v }", "s.go(3)") == "E0318 3:17");
}

TEST_CASE("answers of operations") {
  CHECK(complaints_of_operation("op go() -> bool { if a == 1 { return true } }") == "E0235 4:4");
  CHECK(complaints_of_operation("op go() -> bool { return }") == "E0235 4:19");
  CHECK(complaints_of_operation("op go() { return true }") == "E0240 4:18");
  CHECK(complaints_of_operation("op go() -> token { return none }") == "E0240 4:27");
  CHECK(complaints_of_operation("op go() -> bool { return t }") == "E0301 3:12");
  CHECK(complaints_of_operation("op go() { a = 1 }", "x = s.go()") == "E0273 3:16");
}

TEST_CASE("what an operation cannot do") {
  CHECK(complaints_of_operation("op go() { sleep 1s }") == "E0251 4:11");
  CHECK(complaints_of_operation("op go() { loop { a = 1 } }") == "E0250 4:11");
  CHECK(complaints_of_operation("op go() { critical { a = 1 } }") == "E0251 4:11");
  CHECK(complaints_of_operation("op go() { granted }") == "E0251 4:11");
  CHECK(complaints_of_operation("op go() { s.go() }") == "E0216 4:11");
  CHECK(complaints_of_operation("op go() { x = fresh id }") == "E0218 4:15");
  CHECK(complaints_of_operation("op go(v) { v = 1 }", "s.go(1)") == "E0238 4:12");
  CHECK(complaints_of_operation("op go() { x = given NX }") == "E0228 4:21");
  CHECK(complaints_of_operation("op go() { x = ttl }") == "E0201 4:15");
}

TEST_CASE("cells that do not fit what is done to them") {
  CHECK(complaints_of_operation("op go() { clear a }") == "E0313 3:12");
  CHECK(complaints_of_operation("op go() { expire a in 1s }") == "E0313 3:12");
  CHECK(complaints_of_operation("op go() { add 1 to q }") == "E0313 3:12");
  CHECK(complaints_of_operation("op go() { q = 1 }") == "E0312 3:12");
  CHECK(complaints_of_operation("op go() { push t to q }") == "E0301 3:12");
  CHECK(complaints_of_operation("op go() { clear b }") == "E0206 4:17");
  CHECK(complaints_of_operation("op go(k: string) { expire k in 10 }", "s.go(k)") == "E0302 3:12");
  CHECK(complaints_of_operation("op go() { t = t + 1 }") == "E0307 3:12");
}

TEST_CASE("what a server may do when a client is gone") {
  const auto complaints = [](const std::string& body) {
    return complaints_of_operation("connection { c : bool }\non disconnect { " + body + " }\nop go() { c = true }");
  };
  CHECK(complaints("t = 0; c = false") == "");
  CHECK(complaints("if a > 0 and c { a = 0; drop first of q; remove up to t from r }") == "");
  CHECK(complaints("either { a = 0 } or { a = 1 }") == "E0258 5:17");
  CHECK(complaints("put first of q in r at t") == "E0258 5:17");
  CHECK(complaints("return") == "E0251 5:17");
  CHECK(complaints("sleep 1s") == "E0251 5:17");
  CHECK(complaints("s.go()") == "E0216 5:17");
}

TEST_CASE("a time until a cell expires is never none") {
  const std::string op = "op go(k: string, d) { k = t; expire k in d }";
  CHECK(complaints_of_operation(op, "s.go(k, 1s)") == "");
  CHECK(complaints_of_operation(op, "d = none; d = 1s; s.go(k, d)") == "");
  CHECK(complaints_of_operation(op, "d = 1s; d = none; s.go(k, d)") == "E0316 3:38");
  CHECK(complaints_of_operation(op, "d = none; either { d = 1s } or { }; s.go(k, d)") == "E0316 3:56");
  CHECK(complaints_of_operation(op, "d = none; either { d = 1s } or { }; if d != none { s.go(k, d) }") == "");
  CHECK(complaints_of_operation(op, "d = none; either { d = 1s } or { }; if d == none { return }; s.go(k, d)") == "");
  const std::string again = "op go(k: string) { if present k { expire k in rest of k } else { k = t } }";
  CHECK(complaints_of_operation(again, "s.go(k)") == "E0315 3:12");
  CHECK(complaints_of_operation("op go(k: string) { d = rest of k; if d != none { expire k in d }; k = t }",
                                "s.go(k)") == "");
}

TEST_CASE("what may be none is looked at before it is counted with, ordered, put away or handed over") {
  const std::string op =
      "op go(k: string) -> duration or none { return rest of k }\nop set(k: string, v) { k = v }\n"
      "op place(m) -> int or none { return rank of m in r }\n"
      "op add_one(m, n) -> int or none { put m in r at n; return rank of m in r }";
  CHECK(complaints_of_operation(op, "x = s.go(k); y = x + 1s; if y > 2s { return }") == "E0316 3:29");
  CHECK(complaints_of_operation(op, "x = s.go(k); if x < 2s { return }") == "E0316 3:28");
  CHECK(complaints_of_operation(op, "x = s.go(k); if x != none and x < 2s { return }") == "");
  CHECK(complaints_of_operation(op, "x = s.go(k); if x == none or 2s >= x { return }") == "");
  CHECK(complaints_of_operation(op, "x = s.go(k); if x != none or x < 2s { return }") == "E0316 3:41");
  CHECK(complaints_of_operation(op, "loop { x = s.go(k); if x != none { break }; sleep 1s }; if x < 2s { return }") ==
        "");
  CHECK(complaints_of_operation(op, "loop { x = s.go(k); if x == 1s { break }; sleep 1s }; if x < 2s { return }") ==
        "E0316 3:69");
  CHECK(complaints_of_operation(op, "m = fresh id; if s.place(m) > 2 { return }") == "E0316 3:29");
  CHECK(complaints_of_operation(op, "m = fresh id; if s.add_one(m, 1) > 2 { return }") == "");
  CHECK(complaints_of_operation(op, "m = fresh id; s.add_one(m, 1); if s.place(m) > 2 { return }") == "E0316 3:46");
  CHECK(complaints_of_operation(op, "m = fresh id; atomic { s.add_one(m, 1); x = s.place(m) }; if x > 2 { return }") ==
        "");
  CHECK(complaints_of_operation(op,
                                "m = fresh id; q = fresh id; atomic { s.add_one(q, 1); x = s.place(m) }; "
                                "if x > 2 { return }") == "E0316 3:87");
  CHECK(complaints_of_operation(op, "s.set(k, none)") == "E0317 3:21");
  CHECK(complaints_of_operation(op, "s.k = none") == "E0316 3:18");
  CHECK(complaints_of_operation(op, "s.set(k, 5); keep_it = s.go(k); assert ok: keep_it < 2s") == "");
}

TEST_CASE("numbers and durations that nothing can count are refused where they stand") {
  CHECK(complaints_of_operation("op go() { a = 1 }", "s.go(); if s.a < 4294967296 { return }") == "E0276 3:29");
  CHECK(complaints_of_operation("op go() { a = 1 }", "sleep 10001h") == "E0277 3:18");
  CHECK(complaints_of_operation("op go() { a = 1 }", "sleep 10000h + 1s") == "E0277 3:18");
}

TEST_CASE("a cell that always holds an id is never none") {
  CHECK(complaints_of_operation("state { h : id }\nop go() { h = none }") == "E0313 3:12");
  CHECK(complaints_of_operation("state { h : id }\nop go() -> bool { return h == none }") == "E0313 3:12");
  CHECK(complaints_of_operation("state { h : id = none }\nop go(v: id) { h = v }", "s.go(fresh id)") == "E0313 4:18");
  CHECK(complaints_of_operation("state { h : optional id }\nop go() -> bool { return h == none }") == "");
}

TEST_CASE("two operations of one name") {
  CHECK(complaints_of_operation("op go() { a = 1 }\nop go() { a = 0 }") == "E0203 5:4");
}

TEST_CASE("types of stores") {
  CHECK(complaints_of("protocol p\nserver m : memory { a : set of id up to 65 }\nclient c { sleep 1s }") ==
        "E0223 2:25");
  CHECK(complaints_of("protocol p\nserver m : memory { a : set of id = 1 }\nclient c { sleep 1s }") == "E0224 2:21");
  CHECK(complaints_of("protocol p\nserver m : memory { a : int 0..9999999 }\nclient c { sleep 1s }") == "E0276 2:32");
  CHECK(complaints_of("protocol p\nserver m : memory { a : record { b : bool  c : bool } }\nclient c { m.a = true }") ==
        "E0225 3:14");
}

TEST_CASE("a cell of another server") {
  CHECK(complaints_of(
            "protocol p\nserver r : redis { a : string }\nserver s : redis { b : string }\nclient c { r.GET(s.b) }") ==
        "E0231 4:18");
}
