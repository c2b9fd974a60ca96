// The test of the test: stores with one thing wrong must be seen to differ from a real server.

#include "tests/catch.hpp"
#include "tests/conformance/author.hpp"
#include "tests/conformance/checked_model.hpp"
#include "tests/conformance/comparing.hpp"
#include "tests/conformance/modelled.hpp"

#include <algorithm>
#include <utility>
#include <vector>

using namespace interlock::tests;

namespace {

struct Fault {
  const char* what;
  std::string op;      ///< the text between this operation and the next is changed
  std::string before;  ///< its first place there
  std::string after;
};

const std::vector<Fault>& faults() {
  static const std::vector<Fault> all{
      {"SET keeps the deadline", "SET", "else { key = value }", "else { key = value keeping deadline }"},
      {"SET KEEPTTL drops the deadline", "SET", "key = value keeping deadline", "key = value"},
      {"SET NX writes over what is there", "SET", "(NX and before != none)", "(NX and before == none)"},
      {"SET XX writes where nothing is", "SET", "or (XX and before == none)", "or (XX and false)"},
      {"SET PX sets no deadline", "SET", "if given PX { expire key in PX }", ""},
      {"SET EX is a second too long", "SET", "expire key in EX", "expire key in EX + 1s"},
      {"SET GET answers the new value", "SET", "  if GET { return before }\n  return true",
       "  if GET { return key }\n  return true"},
      {"SET GET, refused, answers the new value", "SET", "none) {\n    if GET { return before }",
       "none) {\n    if GET { return value }"},
      {"SETNX writes over what is there", "SETNX", "return false", "key = value\n    return false"},
      {"GETSET keeps the deadline", "GETSET", "key = value", "key = value keeping deadline"},
      {"DEL leaves it there", "DEL", "clear key", ""},
      {"DELEX looks at no value", "DELEX", "key != IFEQ", "false"},
      {"EXPIRE NX moves a deadline", "EXPIRE", "left != none { return false }", "left == none { return true }"},
      {"EXPIRE XX gives a first deadline", "EXPIRE", "if XX and left == none { return false }", ""},
      {"EXPIRE GT takes no deadline for a short one", "EXPIRE", "left == none or span", "left != none and span"},
      {"PEXPIRE LT takes the same deadline", "PEXPIRE", "span >= left", "span > left"},
      {"EXPIRE LT refuses a first deadline", "EXPIRE", "LT and left != none and span >= left",
       "LT and (left == none or span >= left)"},
      {"PEXPIRE GT takes the same deadline", "PEXPIRE", "span <= left", "span < left"},
      {"PEXPIRE of zero is refused", "PEXPIRE", "if absent key { return false }",
       "if absent key or span <= 0s { return false }"},
      {"PERSIST answers true without a deadline", "PERSIST", "return false", "return true"},
      {"TTL is not rounded", "TTL", "round(left, 1s)", "left"},
      {"TTL without a deadline is missing", "TTL", "if left == none { return none }",
       "if left == none { return missing }"},
      {"PTTL of a missing key is none", "PTTL", "return missing", "return none"},
      {"INCR drops the deadline", "INCR", " keeping deadline", ""},
      {"INCR answers the old number", "INCR", "return next before", "return before"},
      {"EXISTS is the other way round", "EXISTS", "present key", "absent key"},
      {"ZADD does not change a score", "ZADD", "put member in key at score",
       "if is_new { put member in key at score }"},
      {"ZADD answers true to a new score", "ZADD", "return is_new", "return true"},
      {"ZREM leaves it there", "ZREM", "remove member from key", ""},
      {"ZREMRANGEBYSCORE answers what is left", "ZREMRANGEBYSCORE", "return before - count of key",
       "return count of key"},
      {"ZINTERSTORE has the other's scores", "ZINTERSTORE", "first kept in second", "second kept in first"},
      {"ZINTERSTORE changes nothing", "ZINTERSTORE", "into = first kept in second", ""},
      {"WATCH sees nothing", "WATCH", "{ watch key }", "{ x = present key }"},
      {"UNWATCH forgives nothing", "UNWATCH", "{ unwatch }", "{ x = touched }"},
      {"EXEC keeps the watches", "EXEC", "unwatch\n", "\n"},
      {"EXEC always runs", "EXEC", "return untouched", "return true"}};
  return all;
}

std::string broken(const Fault& fault) { return broken_store("redis", fault.op, fault.before, fault.after); }

}  // namespace

TEST_CASE("a store with one thing wrong differs, and soon") {
  Recorder recorder;
  std::vector<std::pair<Sequence, Transcript>> recorded;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    const Sequence sequence = random_sequence(seed);
    recorded.emplace_back(sequence, recorder.record(sequence));
  }
  for (const Fault& fault : faults()) {
    INFO(fault.what);
    const std::string store = broken(fault);
    std::string found;
    for (const auto& [sequence, transcript] : recorded) {
      found = difference(sequence, transcript, store);
      if (!found.empty()) break;
    }
    INFO(found);
    CHECK((found.starts_with("step ") || found.starts_with("at the end")));  // and no error in the text
  }
}

TEST_CASE("a sequence in which a wrong store differs is made as short as it can be") {
  Recorder recorder;
  for (const char* what :
       {"SET keeps the deadline", "UNWATCH forgives nothing", "ZINTERSTORE has the other's scores"}) {
    INFO(what);
    const auto fault =
        std::find_if(faults().begin(), faults().end(), [&](const Fault& one) { return one.what == std::string(what); });
    REQUIRE(fault != faults().end());
    const std::string store = broken(*fault);
    std::uint32_t seed = 1;
    while (difference(random_sequence(seed), recorder.record(random_sequence(seed)), store).empty()) ++seed;
    const Sequence small = shrunk(random_sequence(seed), recorder, store);
    INFO(text_of(small));
    CHECK(!difference(small, recorder.record(small), store).empty());
    CHECK(small.steps.size() <= 5);
  }
}
