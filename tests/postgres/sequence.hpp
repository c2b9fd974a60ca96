#pragma once
// What three clients say to a PostgreSQL, one after the other, as data: for the server and for the store's text.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::tests::postgres {

/// How an answer of the server is read.
enum class Reading { affected, has_row, value, boolean, committed };

struct Command {
  std::string query;
  std::string call;  ///< "update(p, 2)"
  Reading reading = Reading::affected;
};

/// A step of another one's: its first answer has to be true, or this is not done.
struct Condition {
  std::size_t step = 0;
};

enum class Form {
  command,
  connect,  ///< a session; `disconnect` ends it
  begin,    ///< a transaction; `commit` with what it writes, or `rollback`
  commit,
  rollback,
  disconnect,
  drop,    ///< the client dies; it does nothing afterwards
  outage,  ///< the server ends all connections
};

struct Step {
  Form form = Form::command;
  std::size_t client = 0;
  std::vector<Command> commands = {};     ///< commit: after it, in the same step
  std::optional<Condition> last_if = {};  ///< of the last command
  std::size_t opened = 0;                 ///< the step that opened the session or transaction
};

using Sequence = std::vector<Step>;
/// By step, and by command.
using Answers = std::vector<std::vector<std::string>>;

inline constexpr std::size_t number_of_clients = 3;
inline constexpr std::size_t prober = 3;  ///< looks at everything in the end
inline constexpr std::size_t admin = 4;   ///< makes outages

Sequence random_sequence(std::uint32_t seed);
std::string protocol_of(const Sequence& sequence);
std::string text_of(const Sequence& sequence);

}  // namespace interlock::tests::postgres
