#pragma once
// What a state and a step look like to a reader: texts, names and moments in place of numbers. The evaluator fills
// these (describe.hpp); a story (engine/trace) is made of them.

#include "engine/language/model.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock {

/// clock: a client reads its clock. resume: a pause ends without a step of its own; it is no fault.
/// times_out: who was waiting for an answer that is lost waits no longer. arrival: a request takes effect that was
/// under way, and its client does not know.
enum class EventKind {
  call,
  poll,
  clock,
  wait_over,
  begins,
  gives_up,
  times_out,
  resume,
  arrival,
  expiry,
  time,
  fault
};

/// One change of a value that can be seen: "redis.lock", "absent", "a (worker 1) until 10 s".
struct Change {
  std::string name;
  std::string before;
  std::string after;
};

/// A call (or one of several in an atomic block) as it was made.
struct MadeCall {
  std::uint32_t server = language::nothing;
  std::string text;                      ///< "SET(lock, a, NX, PX 10s)"; for a plain access "count = 0"
  std::string answer;                    ///< "true", "none", "33"; empty when it answers nothing
  bool refused = false;                  ///< answered false or none
  std::string operation{};               ///< "SET"; empty for a plain access
  std::vector<std::string> arguments{};  ///< "lock", "a", "NX", "PX 10s"; of a plain access what it does
};

/// What one client looks like after an event.
struct ClientView {
  bool in_round = false;
  bool inside_critical = false;
  std::vector<std::string> sections;  ///< other sections it is inside
  bool waiting_for_lock = false;      ///< in its round, not yet through critical
  bool working = false;               ///< in `work` or `sleep`
  bool paused = false;
  bool crashed = false;                   ///< since its crash it has not begun a round
  bool gone = false;                      ///< crashed for ever, or its only round is over
  std::int64_t clock_offset = 0;          ///< microseconds
  std::string id;                         ///< the identity of this round: "a", or empty
  std::string token;                      ///< the token of its grant, or empty
  std::string waits_for;                  ///< it stands at a `when`: the condition as written
  std::optional<std::size_t> lease = {};  ///< the cell that its lease is on, run out or not, as View::cells
};

/// One member of a ranked set, in order.
struct MemberView {
  std::string member;                               ///< "a"
  std::string score;                                ///< "9 s" or "34"
  language::ClientIndex owner = language::nothing;  ///< who put it there
};

/// What one cell of a server looks like after an event.
struct CellView {
  bool present = false;
  std::string value;                                ///< "a", "34", "absent"
  language::ClientIndex owner = language::nothing;  ///< the client that put the value there, if a client did
  std::optional<std::int64_t> deadline;             ///< microseconds since the start
  std::vector<MemberView> members;                  ///< containers
  std::vector<language::ClientIndex> shared = {};   ///< further clients that were granted the same entry (reports)
};

struct View {
  std::vector<ClientView> clients;  ///< as Model::clients
  std::vector<CellView> cells;      ///< as Counterexample::cells
};

/// A cell that is shown: those of the servers, without hidden ones, in order of server.
struct ShownCell {
  std::uint32_t server = language::nothing;
  std::string name;  ///< "lock"
  language::Shape shape = language::Shape::scalar;
  bool is_token = false;  ///< draw it as a line of high-water marks
  bool is_grant = false;  ///< a number that no protocol knows: it remembers under which grant somebody wrote
  bool matters = true;    ///< the property, or a decision of a client, depends on it
  bool is_asked = false;  ///< the property looks at it
  std::optional<std::int64_t> limit = {};  ///< ranked: from this rank on the program takes nobody for a holder
};

}  // namespace interlock
