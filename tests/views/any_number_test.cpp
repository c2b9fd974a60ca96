// Verdicts for any number of clients: what they say, with how many clients a failure is found, and that a proof which
// leaves something out is not believed.

#include "engine/check/any_number.hpp"

#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/views/sized_protocol.hpp"

#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::tests;
using check::Verdict;

namespace {

const std::string lease = R"(protocol lease
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 2s)
  critical { work 1s }
  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }
}
)";

/// Lets `most` in at once.
std::string counted(unsigned limit, unsigned most) {
  return "protocol counted\nparam limit = " + std::to_string(limit) +
         "\nserver memory : memory { holders : int 0..9 }\nclient worker[2] {\n  when memory.holders < " +
         std::to_string(most) +
         " { memory.holders = memory.holders + 1 }\n  critical { work 1s }\n"
         "  atomic { if memory.holders > 0 { memory.holders = memory.holders - 1 } }\n}\n";
}

/// A client that has read another one's id forgets it, or takes the lock from under it.
const std::string thief = R"(protocol thief
server redis : redis { lock : string }
client worker[2] {
  me = fresh id
  other = none
  other = redis.GET(lock)
  if other != none { atomic { if redis.GET(lock) == other { redis.DEL(lock) } }; return }
  if not redis.SETNX(lock, me) { return }
  critical { work 1s }
  atomic { if redis.GET(lock) == me { redis.DEL(lock) } }
}
)";

/// What clients may know of each other. `none`: that they know nothing.
struct Secret {
  std::string none;
  std::string own;     ///< how it is declared
  std::string cells;   ///< of the server
  std::string draw;    ///< what comes to be its own, on the server
  std::string forget;  ///< a step behind which the server knows none of them
};

/// Each of three clients knows what one of the others calls its own, and nobody else does, while one of them makes a
/// step that takes three.
std::string in_a_ring(const Secret& secret) {
  std::string text = R"(protocol in_a_ring
param limit = 0
server memory : memory { CELLS   stage : int 0..11 }
client worker[2] {
  OWN
  other = NONE
  either {
    when memory.stage == 0 { DRAW; memory.slot = mine; memory.stage = 1 }
    when memory.stage == 5 { other = memory.slot; memory.slot = NONE; memory.stage = 6 }
    when memory.stage == 8 { memory.slot = other; memory.stage = 9 }
    when memory.stage == 11 and memory.slot == mine { memory.stage = 0 }
    critical { work 1s }
  } or {
    when memory.stage == 1 { other = memory.slot; DRAW; memory.slot = mine; memory.stage = 2 }
    when memory.stage == 10 and memory.slot == mine { memory.slot = other; memory.stage = 11 }
  } or {
    when memory.stage == 2 { other = memory.slot; DRAW; memory.slot = mine; memory.stage = 5 }
    when memory.stage == 6 { memory.stage = 7; FORGET }
    when memory.stage == 7 { memory.stage = 8 }
    when memory.stage == 9 and memory.slot == mine { memory.slot = other; memory.stage = 10 }
  }
}
)";
  const auto put = [&](const std::string& word, const std::string& meant) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word))
      text.replace(at, word.size(), meant);
  };
  put("CELLS", secret.cells);
  put("OWN", secret.own);
  put("NONE", secret.none);
  put("DRAW", secret.draw);
  put("FORGET", secret.forget);
  return text;
}

const Secret of_ids{.none = "none",
                    .own = "mine = fresh id",
                    .cells = "slot : optional id   taken : bool",
                    .draw = "memory.taken = false",
                    .forget = "memory.taken = true"};

const Secret of_tokens{.none = "0",
                       .own = "mine = 0",
                       .cells = "count : token   slot : token",
                       .draw = "memory.count = next memory.count; mine = memory.count",
                       .forget = "memory.count = next memory.count"};

/// Three clients stand in a set while each of them makes a step that takes all three.
const std::string room = R"(store room
  "Whoever is in it."
state { inside : set of id }
op enter(me: id) { add me to inside }
)";

const std::string in_a_set = R"(protocol in_a_set
param limit = 0
server room : room { stage : int 0..6 }
client worker[2] {
  me = fresh id
  either {
    when room.stage == 0 { room.enter(me); room.stage = 1 }
    when room.stage == 3 and me in room.inside { room.stage = 4 }
  } or {
    when room.stage == 1 { room.enter(me); room.stage = 2 }
    when room.stage == 4 and me in room.inside { room.stage = 5 }
  } or {
    when room.stage == 2 { room.enter(me); room.stage = 3 }
    when room.stage == 5 and me in room.inside { room.stage = 6 }
    critical { work 1s }
  }
}
)";

/// Each of three clients has a token that is nowhere else, in the order in which they come by, while one of them makes
/// a step that takes three.
const std::string in_a_row = R"(protocol in_a_row
param limit = 0
server memory : memory { count : token   slot : token   stage : int 0..7 }
client worker[2] {
  mine = 0
  either {
    when memory.stage == 0 { memory.count = next memory.count; mine = memory.count; memory.stage = 1 }
    when memory.stage == 5 { memory.slot = mine; memory.stage = 6 }
  } or {
    when memory.stage == 1 { memory.count = next memory.count; mine = memory.count; memory.stage = 2 }
    when memory.stage == 6 and memory.slot < mine { memory.slot = mine; memory.stage = 7 }
  } or {
    when memory.stage == 2 { memory.count = next memory.count; mine = memory.count; memory.stage = 3 }
    when memory.stage == 3 { memory.count = next memory.count; memory.stage = 4 }
    when memory.stage == 4 { memory.stage = 5 }
    when memory.stage == 7 and memory.slot < mine { memory.stage = 0 }
    critical { work 1s }
  }
}
)";

check::SpecResult result_of(const std::string& protocol, const std::string& spec, const std::string& faults,
                            std::vector<check::WrittenProof>* proofs = nullptr) {
  const SizedProtocol sized(protocol, room);
  const check::Answer answer =
      check::check_any_number(oracle::scenario_of(faults), sized.safety(spec), {}, sized.sizes(), proofs);
  CHECK(answer.not_reproduced.empty());
  REQUIRE(answer.verdicts.size() == 1);
  return answer.verdicts.front();
}

}  // namespace

TEST_CASE("a lease that nobody overstays excludes any number of clients") {
  std::vector<check::WrittenProof> proofs;
  const check::SpecResult result = result_of(lease, "mutual_exclusion", "crash", &proofs);
  CHECK(result.verdict == Verdict::holds);
  REQUIRE(result.for_clients);
  CHECK(result.for_clients->any);
  CHECK(result.for_clients->kind == "worker");
  CHECK(result.for_clients->view == 2);
  REQUIRE(proofs.size() == 1);
  CHECK(proofs.front().clients == 2);
  REQUIRE_FALSE(proofs.front().views.empty());
  CHECK(proofs.front().views.front() == "  redis.lock absent\n  worker 1: idle\n  worker 2: idle\n");
}

TEST_CASE("a failure is found with the fewest clients that it takes, and told as ever") {
  const check::SpecResult of_two = result_of(lease, "mutual_exclusion", "pause");
  CHECK(of_two.verdict == Verdict::fails);
  CHECK(of_two.for_clients->searched == 2);
  for (const unsigned limit : {2U, 3U, 4U}) {
    const check::SpecResult result = result_of(counted(limit, limit + 1), "at_most_limit", "none");
    CHECK(result.verdict == Verdict::fails);
    REQUIRE(result.for_clients);
    CHECK(result.for_clients->searched == limit + 1);
    REQUIRE(result.story);
    CHECK(result.story->clients.size() == limit + 1);
  }
}

TEST_CASE("a counter of holders is proved with views of one client more than there may be holders") {
  for (const unsigned limit : {1U, 2U, 3U}) {
    const check::SpecResult result = result_of(counted(limit, limit), "at_most_limit", "none");
    CHECK(result.verdict == Verdict::holds);
    REQUIRE(result.for_clients);
    CHECK(result.for_clients->any);
    CHECK(result.for_clients->view == limit + 1);
  }
}

TEST_CASE("what cannot be proved for any number says up to how many it was searched, and why not more") {
  const auto texts = shipped_texts();
  const check::SpecResult queued = result_of(texts.at("fair_semaphore_script.interlock"), "at_most_limit", "none");
  CHECK(queued.verdict == Verdict::holds);
  REQUIRE(queued.for_clients);
  CHECK_FALSE(queued.for_clients->any);
  CHECK(queued.for_clients->searched >= 2);
  INFO(queued.for_clients->why_not_more);
  CHECK(queued.for_clients->why_not_more.starts_with("clients queue"));
}

TEST_CASE("what a client does with the id of another is proved, or found") {
  const check::SpecResult stolen = result_of(thief, "owner_releases", "none");
  CHECK(stolen.verdict == Verdict::fails);
  CHECK(stolen.for_clients->searched == 2);
}

TEST_CASE("a choice that is left out where views are glued is noticed by the evaluator's proof") {
  const auto compared = [](const std::string& text, machine::GlueChoices choices) {
    CompareSettings settings;
    settings.choices = choices;
    const SizedProtocol protocol(text, room);
    return compare_views(protocol, oracle::scenario_of("none"), protocol.safety("at_most_limit"), settings);
  };
  const std::string noticed = "at_most_limit is broken for the evaluator only";
  const std::string ids = in_a_ring(of_ids);
  const std::string tokens = in_a_ring(of_tokens);
  for (const std::string& text : {ids, tokens, in_a_row, in_a_set}) {
    INFO(text);
    CHECK(compared(text, {}).trouble.empty());
    CHECK(result_of(text, "at_most_limit", "none").for_clients->searched == 3);
  }
  CHECK(compared(ids, {.same_ids = false}).trouble.find(noticed) != std::string::npos);
  CHECK(compared(tokens, {.same_tokens = false}).trouble.find(noticed) != std::string::npos);
  CHECK(compared(in_a_row, {.tokens_between = false}).trouble.find(noticed) != std::string::npos);
  CHECK(compared(in_a_set, {.open_sets = false}).trouble.find(noticed) != std::string::npos);
}

TEST_CASE("who stands in a set of ids is decided for any number of clients") {
  const auto texts = shipped_texts();
  for (const char* name : {"advisory_lock.interlock", "flock_lock.interlock"}) {
    const check::SpecResult result = result_of(texts.at(name), "mutual_exclusion", "pause, crash");
    INFO(name);
    CHECK(result.verdict == Verdict::holds);
    REQUIRE(result.for_clients);
    CHECK(result.for_clients->any);
    CHECK(result.for_clients->view == 2);
  }
}

TEST_CASE("what a connection keeps was written by its own client, wherever that one comes to stand") {
  const SizedProtocol protocol(shipped_texts().at("advisory_lock.interlock"));
  const Compared compared = compare_views(protocol, oracle::scenario_of("none"), protocol.safety());
  CHECK_FALSE(compared.is_refused);
  CHECK(compared.trouble.empty());
  CHECK(compared.clients >= 3);
}
