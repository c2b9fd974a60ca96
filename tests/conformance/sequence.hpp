#pragma once
// A sequence of commands as data: what is sent to a server, and what the clients of a protocol call.

#include "reports/replay/redis_command.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::tests {

using reports::Answer;

struct Command {
  std::vector<std::string> words;  ///< what a server is sent
  std::string call;                ///< what a client calls: "SET(k, v1, NX)"; {} is the answer of the first in a script
  Answer answer = Answer::nothing;
  std::size_t added_to_first = 0;  ///< in a script: if not 0, this word is added to the answer of the first command
};

/// Of a script: its other commands run only where this is so of the answer of the first.
struct Guard {
  std::string in_lua;
  std::string in_model;  ///< {} is the answer
};

enum class Form { command, transaction, script, time };

struct Step {
  Form form = Form::command;
  std::size_t connection = 0;
  std::vector<Command> commands = {};
  std::optional<Guard> guard = {};
  std::int64_t milliseconds = 0;  ///< time: how much of it passes
};

/// What stands in the cells of a sequence. Names are identities of the model; numbers mean themselves in both.
enum class Content { number, name, token, instant };

struct Sequence {
  Content values = Content::number;
  Content members = Content::number;
  Content scores = Content::number;
  std::vector<Step> steps;
};

inline constexpr std::size_t number_of_connections = 3;
inline constexpr int number_of_names = 3;  ///< of values and of members: v1.., m1..
inline const std::vector<std::string> string_keys{"k", "l"};
inline const std::vector<std::string> set_keys{"z", "y", "x"};
/// When each sequence begins, on the server's clock.
inline constexpr std::int64_t beginning = 1'800'000'000'000;

/// What a sequence was answered: for each step its answers, and what is there at the end, a line each.
struct Transcript {
  std::vector<std::vector<std::string>> answers;
  std::vector<std::string> end;
};

/// "2: SET k v1 NX", a line for each step, with the answers if there are any.
std::string text_of(const Sequence& sequence, const Transcript* transcript = nullptr);

}  // namespace interlock::tests
