#pragma once
// For numbers that are met often: why it is an error, and lines of a client that have it and that do not. A test reads
// both (tests/check/error_examples_test.cpp).

#include <array>
#include <string_view>

namespace interlock::language {

struct ErrorExample {
  std::string_view number;
  std::string_view why;
  std::string_view wrong;
  std::string_view right;
};

/// What stands around the lines, a worker's: a `redis` with the strings lock and other, a `memory` m with the number n,
/// from 0 to 9, and `me`, a fresh id.
inline constexpr std::array error_examples{
    ErrorExample{"E0108", "A duration is one word.", "retry until redis.SET(lock, me, NX, PX 10 s)",
                 "retry until redis.SET(lock, me, NX, PX 10s)"},
    ErrorExample{"E0137", "Where something is compared, a single = is a slip.",
                 "if redis.GET(lock) = me { redis.DEL(lock) }", "if redis.GET(lock) == me { redis.DEL(lock) }"},
    ErrorExample{"E0140", "retry makes one call again and again until it answers true, or something that is not none.",
                 "retry until m.n", "loop {\n  n = m.n\n  if n > 0 { break }\n  sleep 1s\n}"},
    ErrorExample{"E0207", "The cells of a server stand in its declaration, which is the list of all its keys.",
                 "redis.DEL(lok)", "redis.DEL(lock)"},
    ErrorExample{"E0211",
                 "Each call is a step of its own, and others may step in between. What a script or MULTI does as one "
                 "stands in atomic { }.",
                 "if redis.GET(lock) == redis.GET(other) { return }",
                 "a = redis.GET(lock)\nb = redis.GET(other)\nif a == b { return }"},
    ErrorExample{"E0213", "No two servers do something as one step, whatever a client would like.",
                 "atomic { redis.DEL(lock); m.n = 1 }", "redis.DEL(lock)\nm.n = 1"},
    ErrorExample{"E0214", "A script runs on the server, and does not see the clock of who sent it.",
                 "atomic { t = now; redis.SET(lock, t) }", "t = now\nredis.SET(lock, t)"},
    ErrorExample{"E0230", "interlock show redis lists the operations of a store; capitals count.",
                 "redis.set(lock, me)", "redis.SET(lock, me)"},
    ErrorExample{"E0261", "A when waits until a server changes. What a client knows itself it asks with if.",
                 "x = m.n\nwhen x == 5 { }", "when m.n == 5 { }"},
    ErrorExample{"E0272", "Nothing in it lets anybody else step, so it would never come to an end.",
                 "loop { x = 1 }\nredis.DEL(lock)", "loop {\n  if redis.SETNX(lock, me) { break }\n  sleep 1s\n}"},
    ErrorExample{"E0274", "It has a value on one way to here, and on another none.", "if m.n == 0 { x = 1 }\nm.n = x",
                 "x = 0\nif m.n == 0 { x = 1 }\nm.n = x"},
    ErrorExample{"E0301", "A value goes only where its kind fits; durations have a unit.",
                 "retry until redis.SET(lock, me, NX, PX 10)", "retry until redis.SET(lock, me, NX, PX 10s)"},
    ErrorExample{"E0304", "An id is equal to another one or not, and nothing else.", "if me == 3 { return }",
                 "if redis.GET(lock) == me { return }"},
    ErrorExample{"E0316", "A key may be absent, and then it has no value to go on with.",
                 "x = redis.GET(lock)\nredis.SET(other, x)",
                 "x = redis.GET(lock)\nif x != none { redis.SET(other, x) }"},
};

}  // namespace interlock::language
