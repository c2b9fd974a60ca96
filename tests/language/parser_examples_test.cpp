// The examples of models/README.md and of the design of the language, with the trees they stand for.

#include "tests/catch.hpp"
#include "tests/language/parsing.hpp"

using namespace interlock::language::tests;

namespace {

const std::string set_nx_px = R"(protocol set_nx_px
  "One atomic SET NX PX to acquire, compare-and-delete to release."
  source "https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/"

param ttl  = 10s
param busy = 1s..5s              # how long the protected work takes

server redis : redis {
  lock : string
}
server doc : document            # a resource that checks nothing

client worker[2] {               # two interchangeable clients
  me = fresh id                  # a new UUID each round

  retry until redis.SET(lock, me, NX, PX ttl)

  critical {
    seen = doc.load()
    work busy
    doc.save(seen)
  }

  atomic {                       # one script on the server
    if redis.GET(lock) == me { redis.DEL(lock) }
  }
}

expect {
  mutual_exclusion holds
  mutual_exclusion fails under pause
  no_lost_update   fails under pause
  owner_releases   holds under pause, crash
  recovers         holds under crash
}
)";

}  // namespace

TEST_CASE("a whole protocol") {
  CHECK(tree_of(set_nx_px) == R"(protocol set_nx_px "One atomic SET NX PX to acquire, compare-and-delete to release.")"
                              R"( <https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/>
param ttl = 10000000us
param busy = 1000000us..5000000us
server redis : redis {lock:string}
server doc : document {}
client worker[2] {assign = me fresh-id #a new UUID each round; )"
                              "retry redis.SET(lock, me, NX, PX:ttl); "
                              "critical {assign = seen doc.load(); work busy; call doc.save(seen)}; "
                              "atomic {if (== redis.GET(lock) me) {call redis.DEL(lock)}} #one script on the server}\n"
                              R"(expect mutual_exclusion holds under []
expect mutual_exclusion fails under [pause]
expect no_lost_update fails under [pause]
expect owner_releases holds under [pause, crash]
expect recovers holds under [crash]
)");
}

TEST_CASE("a whole store") {
  CHECK(tree_of(R"(store redis
  "Redis 7. Every command, script and MULTI block is one step."

type string = expiring value     # absent, or a value, with or without a deadline

state { holder : expiring id   last : token }    # each server has its own copy
connection { session : bool }                     # one copy a server and client
on disconnect { session = false }                 # what the server does at a crash

op SETNX(key: string, value) -> bool {
  if present key { return false }
  key = value
  return true
}

op EXPIRE(key: string, span: duration) -> bool {
  if absent key { return false }
  expire key in span
  return true
}

op SET(key: string, value, flag NX, option PX: duration) -> bool {
  if NX and present key { return false }
  key = value
  if given PX { expire key in PX }
  return true
}
)") == R"(store redis "Redis 7. Every command, script and MULTI block is one step."
type string = <expiring value>
state holder:<expiring id>, last:token
connection session:<bool>
on disconnect {assign = session false #what the server does at a crash}
op SETNX(cell key:string, value value) ->bool )"
       "{if (present key) {return false}; assign = key value; return true}\n"
       "op EXPIRE(cell key:string, value span:duration) ->bool "
       "{if (absent key) {return false}; expire key span; return true}\n"
       "op SET(cell key:string, value value, flag NX, option PX:duration) ->bool "
       "{if (and NX (present key)) {return false}; assign = key value; "
       "if (given PX) {expire key PX}; return true}\n");
}

TEST_CASE("whole specs") {
  CHECK(tree_of(R"(spec mutual_exclusion
  "At most one client is inside its critical section."
always count(c in clients where c in critical) <= 1
)") == R"(spec mutual_exclusion "At most one client is inside its critical section." )"
       "always: (<= (count c clients (in c critical)) 1)\n");
  CHECK(tree_of(R"(spec recovers
  "Whatever happened, some client can still get into its critical section."
always possible some(c in clients where c enters critical)
)") == R"(spec recovers "Whatever happened, some client can still get into its critical section." )"
       "always-possible: (some c clients (c enters critical))\n");
}

TEST_CASE("the book's repair") {
  CHECK(statements_of(R"(loop {
  if redis.SETNX(lock, me) {
    redis.EXPIRE(lock, ttl)
    break
  } else if redis.TTL(lock) == none {
    redis.EXPIRE(lock, ttl)
  }
  sleep poll
})") == "loop {if redis.SETNX(lock, me) {call redis.EXPIRE(lock, ttl); break} "
        "(== redis.TTL(lock) none) {call redis.EXPIRE(lock, ttl)}; sleep poll}");
}

TEST_CASE("a counting semaphore that trusts clocks") {
  CHECK(statements_of(R"(me = fresh id
t  = now
atomic {
  redis.ZREMRANGEBYSCORE(sem, -inf, t - timeout)
  redis.ZADD(sem, me, t)
  rank = redis.ZRANK(sem, me)
}
if rank >= limit { redis.ZREM(sem, me); return }      # busy: give up this round
critical { work busy }
redis.ZREM(sem, me))") ==
        "assign = me fresh-id; assign = t now; "
        "atomic {call redis.ZREMRANGEBYSCORE(sem, -inf, (- t timeout)); "
        "call redis.ZADD(sem, me, t); assign = rank redis.ZRANK(sem, me)}; "
        "if (>= rank limit) {call redis.ZREM(sem, me) #busy: give up this round; "
        "return #busy: give up this round} #busy: give up this round; "
        "critical {work busy}; call redis.ZREM(sem, me)");
}

TEST_CASE("a fenced lease, and a heartbeat beside the work") {
  CHECK(statements_of(R"(token = none
retry until token = lease.grant(me)                 # strictly increasing
background while in critical { every 3s { lease.renew(me, ttl) } }
critical {
  work busy
  accepted = doc.save(token)                        # one conditional UPDATE
}
lease.release(me))") ==
        "assign = token none; retry token lease.grant(me) #strictly increasing; "
        "background critical {every 3000000us {call lease.renew(me, ttl)}}; "
        "critical {work busy; assign = accepted doc.save(token) #one conditional UPDATE}; "
        "call lease.release(me)");
}

TEST_CASE("five masters and a quorum") {
  CHECK(tree_of(R"(protocol quorum
server node[5] : redis { lock : string }
client worker[2] {
start = now
votes = 0
for n in node { if n.SET(lock, me, NX, PX ttl) { votes += 1 } }
if votes >= 3 and now - start < ttl - drift { critical { work busy } }
for n in node { atomic { if n.GET(lock) == me { n.DEL(lock) } } }
}
)") == "protocol quorum \"\" <>\nserver node[5] : redis {lock:string}\n"
       "client worker[2] {assign = start now; assign = votes 0; "
       "for n node {if n.SET(lock, me, NX, PX:ttl) {assign += votes 1}}; "
       "if (and (>= votes 3) (< (- now start) (- ttl drift))) {critical {work busy}}; "
       "for n node {atomic {if (== n.GET(lock) me) {call n.DEL(lock)}}}}\n");
}
