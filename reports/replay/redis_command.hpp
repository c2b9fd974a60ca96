#pragma once
// From an operation of the store `redis` to the command that a server is sent, and from its reply to the model's words.
// Shared by `interlock replay` and by tests/conformance, which holds the store against a real server.

#include "reports/replay/reply.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace interlock::reports {

/// How a reply is read, so that it can be compared.
enum class Answer { nothing, truth, ok, value, seconds, milliseconds, number, score };

/// What the words of a model stand for on a server.
struct Meaning {
  std::function<std::string(const std::string&)> key;
  std::function<std::string(const std::string&)> value;          ///< of cells and members, and a score
  std::function<std::int64_t(const std::string&)> milliseconds;  ///< "10s": how long that is there
  bool in_milliseconds = false;  ///< spans are no whole seconds there: PX for EX, PTTL for TTL
};

struct RedisCommand {
  std::vector<std::string> words;
  std::string lua;  ///< the same as an expression within a script
  Answer answer = Answer::nothing;
};

/// Nothing where the operation is not known. EXEC is none: it is what a block is made of.
std::optional<RedisCommand> redis_command(const std::string& operation, const std::vector<std::string>& arguments,
                                          const Meaning& meaning);

/// "true", "none", "1500 ms". The text of an error where the reply is one.
std::string answer_text(Answer answer, const Reply& reply);

/// A literal of Lua.
std::string quoted_lua(const std::string& text);

/// "10s", "1500ms", "1 min 30 s", "0s - 5ms": how many microseconds; nothing where it is no such text.
std::optional<std::int64_t> microseconds_of(const std::string& text);

}  // namespace interlock::reports
