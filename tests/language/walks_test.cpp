// `for m in S`: where it may stand, and what may be done in it where S has no order.

#include "tests/language/resolving.hpp"

#include "engine/language/parser/parser.hpp"

#include "tests/catch.hpp"

#include <memory>
#include <string>

namespace interlock::language::tests {
namespace {

/// The complaints about an operation of a store with this body, which begins on line 13.
std::string complaints_of_body(const std::string& body) {
  const std::string store = R"(store yard
state {
  s : set of id
  t : set of id
  m : map from id to int 0..3
  q : queue of id
  r : ranked id by int 0..3
  n : int 0..3
  h : optional id
  b : bool
}
op go(v: id) -> bool or none {
)" + body + "\nreturn true\n}\n";
  Diagnostics diagnostics;
  const auto parsed = parse(std::make_shared<const Source>(Source{"yard.interlock", store}), diagnostics);
  Library library;
  if (parsed.store) library.stores.emplace("yard", *parsed.store);
  const auto source = std::make_shared<const Source>(
      Source{"one.interlock", "protocol one\nserver y : yard\nclient w[2] {\n me = fresh id\n y.go(me)\n}\n"});
  const auto file = parse(source, diagnostics);
  REQUIRE(file.protocol);
  resolve(*file.protocol, source, library, {}, diagnostics);
  std::string all;
  for (const auto& one : diagnostics)
    all += (all.empty() ? "" : ", ") + one.number + " " + std::to_string(one.place.line);
  return all;
}

}  // namespace

TEST_CASE("a queue and a ranked set are gone through in their order, whatever is done") {
  CHECK(complaints_of_body("for one in q { if one != v { h = one; remove one from q; break } }") == "");
  CHECK(complaints_of_body("for one in r { put one in r at 1; push one to q }") == "");
  CHECK(complaints_of_body("for one in q { for other in r { if one == other { return false } } }") == "");
  CHECK(complaints_of_body("clear s; clear m; clear q; clear r; h = first of r") == "");
  CHECK(complaints_of_body("h = before v in q\nif before v in r == none { h = v }") == "");
}

TEST_CASE("a set and a map are gone through where no order can be seen") {
  CHECK(complaints_of_body("for one in s { remove one from s }") == "");
  CHECK(complaints_of_body("for one in s { if one in t { remove one from t } else { add one to t } }") == "");
  CHECK(complaints_of_body("for one in m { if m[one] == 1 { m[one] = 2 } }") == "");
  CHECK(complaints_of_body("for one in m { state = m[one]; if state == 1 { n += 1 } }") == "");
  CHECK(complaints_of_body("for one in s { if one == v { return none } }") == "");
  CHECK(complaints_of_body("for one in s { if one != v { b = true; n = 2; break } }") == "");
  CHECK(complaints_of_body("for one in s { if one != v { b = true } }\nfor one in s { clear h }") == "");
}

TEST_CASE("what may depend on an order is an error in a set and a map") {
  CHECK(complaints_of_body("for one in s {\nh = one }") == "E0279 14");
  CHECK(complaints_of_body("for one in s {\npush one to q }") == "E0279 14");
  CHECK(complaints_of_body("for one in s {\nput one in r at 1 }") == "E0279 14");
  CHECK(complaints_of_body("for one in s { n += 1\nif n == 2 { b = true } }") == "E0279 14");
  CHECK(complaints_of_body("for one in s { if one == v { b = true }\nelse { b = false } }") == "E0279 14");
  CHECK(complaints_of_body("for one in s { n += 1\nif one == v { break } }") == "E0279 13");
  CHECK(complaints_of_body("for one in s { if one == v { return true }\nif one in t { return none } }") == "E0279 14");
  CHECK(complaints_of_body("for one in s {\nm[v] = 1 }") == "E0279 14");
  CHECK(complaints_of_body("for one in s { if count of t == 1\n{ add one to t } }") == "E0279 13");
  CHECK(complaints_of_body("for one in m { remove one from m\nif count of m == 0 { b = true } }") == "E0279 14");
  CHECK(complaints_of_body("x = false\nfor one in s { if not x { x = true; remove one from s } }") == "E0279 14");
}

TEST_CASE("what is gone through is a container, in one step, and whose turn it is stays") {
  CHECK(complaints_of_body("for one in h { b = true }") == "E0313 5");
  CHECK(complaints_of_body("for one in nowhere { b = true }") == "E0206 13");
  CHECK(complaints_of_body("for one in q { one = v }") == "E0238 13");
  CHECK(complaints_of_body("for v in q { b = true }") == "E0236 13");
  CHECK(complaints_of_body("for one in q { continue }") == "E0248 13");
  CHECK(complaints_of_body("for one in q { x = true }\nb = x") == "E0201 14");
  CHECK(complaints_of_body("clear n") == "E0313 5");
  CHECK(complaints_of_body("h = first of s") == "E0311 5");
  CHECK(complaints_of_body("h = before v in s") == "E0311 5");
  CHECK(body_complaints_of("for m in redis.zset {\n redis.GET(lock)\n}").substr(0, 5) == "E0278");
}

TEST_CASE("an attempt of several calls ends in a break, or is made again") {
  CHECK(body_complaints_of("retry until atomic { if redis.GET(lock) == none { redis.DEL(lock); break } }") == "");
  CHECK(body_complaints_of("retry every 1s until atomic { redis.DEL(lock); break } within 3s else { return }") == "");
  CHECK(body_complaints_of("retry until atomic { redis.DEL(lock) }") == "E0256 1:1");
  CHECK(body_complaints_of("retry until atomic { break }") == "E0260 1:1");
  CHECK(body_complaints_of("retry until atomic { redis.DEL(lock)\n continue }").substr(0, 5) == "E0248");
}

TEST_CASE("what an attempt binds before its break has a value behind it, and not where it gave up") {
  const std::string bound = "retry until atomic { redis.DEL(lock); x = true; break } within 3s else { ";
  CHECK(body_complaints_of(bound + "return }\nassert q: x").find("E0274") == std::string::npos);
  CHECK(body_complaints_of(bound + "work 1s }\nassert q: x").find("E0274") != std::string::npos);
}

TEST_CASE("a wait for a condition may have a limit, and what its block binds is bound only where it passes") {
  const std::string waits = "when redis.lock == none within 3s { x = true } else { ";
  CHECK(body_complaints_of(waits + "return }\nassert q: x").find("E0274") == std::string::npos);
  CHECK(body_complaints_of(waits + "work 1s }\nassert q: x").find("E0274") != std::string::npos);
}

TEST_CASE("a variable for each server is named by the server") {
  const std::string head = "protocol p\nserver node[2] : redis { lock : string }\nclient w {\n";
  CHECK(complaints_of(head +
                      "for n in node { yes[n] = n.SETNX(lock, 1) }\nassert q: yes[node[1]] or yes[node[2]]\n}") == "");
  CHECK(complaints_of(head + "for n in node { yes[n] = n.SETNX(lock, 1) }\nassert q: yes[1]\n}") == "E0206 5:11");
  CHECK(complaints_of(head + "for n in node { n.DEL(lock) }\nassert q: yes[node[1]]\n}").substr(0, 5) == "E0201");
}

TEST_CASE("a property may ask for a client's own variable, if each of these clients has it") {
  const std::string head = "protocol p\nclient w[2] { leader = true; work 1s }\nclient z { work 1s }\n";
  CHECK(complaints_of(head + "spec q \"One.\" always count(c in w where c.leader) <= 1") == "");
  CHECK(complaints_of(head + "spec q \"One.\" always count(c in w where c.reader) <= 1").substr(0, 5) == "E0401");
  CHECK(complaints_of(head + "spec q \"One.\" always count(c in z where c.leader) <= 1").substr(0, 5) == "E0401");
  CHECK(complaints_of(head + "spec q \"One.\" always count(c in w where c.leader == 1s) <= 1").substr(0, 4) == "E030");
}

TEST_CASE("once is said behind a client's number") {
  CHECK(model_of("protocol p\nclient w[2] once { work 1s }\nclient z { work 1s }").kinds[0].is_once);
  CHECK_FALSE(model_of("protocol p\nclient w[2] once { work 1s }\nclient z { work 1s }").kinds[1].is_once);
}

}  // namespace interlock::language::tests
