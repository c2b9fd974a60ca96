#include "tests/language/resolving.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tests/catch.hpp"
#include "tests/language/model_text.hpp"

namespace interlock::language::tests {
namespace {

constexpr const char* redis = R"(store redis
type string = expiring value
type zset = ranked value by value
on disconnect { unwatch }
op SET(key: string, value, flag NX, flag XX, option PX: duration) -> bool {
  if NX and XX { reject "SET takes NX or XX, not both" }
  if NX and present key { return false }
  if XX and absent key { return false }
  key = value
  if given PX { expire key in PX }
  return true
}
op SETNX(key: string, value) -> bool {
  if present key { return false }
  key = value
  return true
}
op GET(key: string) -> value or none { return key }
op DEL(key: string) -> bool {
  if absent key { return false }
  assert owner_releases: writer of key == caller
  clear key
  return true
}
op TTL(key: string) -> duration or none or missing {
  if absent key { return missing }
  return round(rest of key, 1s)
}
op INCR(key: string) -> token {
  before = 0
  if present key { before = key }
  key = next before keeping deadline
  return next before
}
op ZADD(key: zset, member, score) -> bool {
  is_new = not member in key
  put member in key at score
  return is_new
}
op ZRANK(key: zset, member) -> int or none { return rank of member in key }
op TRIM(key: zset, low, high) {
  if low != -inf { reject "only from -inf" }
  remove up to high from key
}
op MEET(into: zset, first: zset, second: zset, option WEIGHTS: int) {
  if WEIGHTS[1] != 1 or WEIGHTS[2] != 0 { reject "only WEIGHTS 1 0" }
  into = first kept in second
}
op EXEC() -> bool { return not touched }
op WATCH(key: string) { watch key }
)";

constexpr const char* memory = R"(store memory
)";

constexpr const char* doc = R"(store doc
type pair = record { left : id  right : int 0..3 }
state { version : token }
connection { session : bool }
on disconnect { session = false }
op load() -> token { session = true; return version }
op save(seen: token) {
  assert no_lost_update: seen == version
  witness stale: seen < version
  version = next version
}
op put_right(r: pair) { r.right += 1 }
)";

constexpr std::array<const char*, 9> specs{
    "spec mutual_exclusion\nalways count(c in clients where c in critical) <= 1\n",
    "spec at_most_limit\nalways count(c in clients where c in critical) <= limit\n",
    "spec no_lost_update\nasserted\n",
    "spec exclusive_belief\nalways count(c in clients where c in critical and c before deadline) <= 1\n",
    "spec exclusive_lease\nalways count(c in clients where c holds lease) <= 1\n",
    "spec eventually_available\nfor each c in clients: c waiting leads to c enters critical\n",
    "spec no_deadlock\nfor each c in clients where c waiting: always possible c enters critical or c ends round\n",
    "spec first_come_first_served\n"
    "never some(c in clients where c enters critical and some(d in clients where d queued before c))\n",
    "spec reads_seen\nnever some(c in clients where c in reading)\n",
};

Library make_library() {
  Library library;
  Diagnostics diagnostics;
  for (const char* text : {redis, memory, doc}) {
    const syntax::File file = parse(source_of(text), diagnostics);
    if (file.store) library.stores[file.store->name] = *file.store;
  }
  for (const char* text : specs) {
    const syntax::File file = parse(source_of(text), diagnostics);
    if (file.spec) library.specs[file.spec->name] = *file.spec;
  }
  INFO(to_text(diagnostics));
  REQUIRE(diagnostics.empty());
  return library;
}

std::string numbers(const Diagnostics& diagnostics, std::uint32_t lines_before) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    const std::uint32_t line = diagnostic.place.line - std::min(diagnostic.place.line, lines_before);
    text += fmt::format("{}{} {}:{}", text.empty() ? "" : ", ", diagnostic.number, line, diagnostic.place.column);
  }
  return text;
}

constexpr std::uint32_t lines_before_body = 5;

}  // namespace

const Library& small_library() {
  static const Library library = make_library();
  return library;
}

Resolved resolve_text(const std::string& text, const Settings& settings) {
  Resolved result;
  const auto source = source_of(text);
  const syntax::File file = parse(source, result.diagnostics);
  REQUIRE(file.protocol);
  result.model = resolve(*file.protocol, source, small_library(), settings, result.diagnostics);
  put_in_order(result.diagnostics);
  CHECK(result.model.has_value() != has_errors(result.diagnostics));
  return result;
}

Model model_of(const std::string& text, const Settings& settings) {
  Resolved result = resolve_text(text, settings);
  INFO(to_text(result.diagnostics));
  REQUIRE(result.model);
  return *result.model;
}

std::string program_of(const std::string& text) {
  const Model model = model_of(text);
  return block_text(model, model.kinds[0].program);
}

std::string complaints_of(const std::string& text, const Settings& settings) {
  return numbers(resolve_text(text, settings).diagnostics, 0);
}

std::string shown_complaints_of(const std::string& text) { return to_text(resolve_text(text).diagnostics); }

std::string protocol_with(const std::string& body) {
  return "protocol p\n"
         "server redis : redis { lock : string  other : string  zset : zset }\n"
         "server node[2] : redis { lock : string }\n"
         "server memory : memory { count : int 0..3  mode : one of reading, writing  hold : optional id  q : queue of "
         "id "
         "}\n"
         "client w[2] {\n" +
         body + "\n}\n";
}

std::string body_complaints_of(const std::string& body) {
  return numbers(resolve_text(protocol_with(body)).diagnostics, lines_before_body);
}

std::string body_program_of(const std::string& body) { return program_of(protocol_with(body)); }

}  // namespace interlock::language::tests
