#pragma once
// A state of a run as the evaluator sees it: everything in full, nothing renamed, nothing relative. Time is absolute,
// identities are numbers that only grow, tokens are the numbers they are.

#include "engine/language/model.hpp"
#include "engine/run/view.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace interlock::evaluator {

using language::ClientIndex;
using language::VariableIndex;

/// As Expression::value. Identities count from 1, in the order in which they were made.
using Value = std::int64_t;
/// Microseconds since the start of the run, in real time.
using Time = std::int64_t;

inline constexpr Value none = language::extra_value(0);
inline bool is_extra(Value value) { return value < language::extra_value(1000); }

/// Of a container. Ranked: `key` is the member and `value` its score; map: key and value; set and queue: `key` only.
struct Member {
  Value key = 0;
  Value value = 0;
  ClientIndex writer = language::nothing;

  bool operator==(const Member&) const = default;
};

/// A variable of any shape. Sets and maps are in order of key, queues and ranked sets in their own order.
struct Cell {
  Value value = 0;  ///< scalar, expiring; `none`: empty
  std::optional<Time> deadline;
  ClientIndex writer = language::nothing;
  std::vector<Member> members;

  bool operator==(const Cell&) const = default;
};

/// A variable, and whose copy of it (`nothing`: the server's).
struct CellName {
  VariableIndex variable = language::nothing;
  ClientIndex client = language::nothing;

  auto operator<=>(const CellName&) const = default;
};

/// Where a thread stands: the index of a statement, then, as often as it is inside one, the index of the block and of
/// the statement in it. {3, 0, 2}: program[3].blocks[0][2].
using Path = std::vector<std::size_t>;

struct Thread {
  bool active = false;  ///< thread 0: in a round; background: inside its section
  Path path;            ///< background: empty while it waits for its `every`
  Time since = 0;       ///< when its wait (work, sleep, every, retry) began

  bool operator==(const Thread&) const = default;
};

struct Client {
  std::vector<Thread> threads;
  bool been_critical = false;     ///< in this round
  bool crashed = false;           ///< since its crash it has not begun a round
  bool gone = false;              ///< crashed for ever
  bool delayed = false;           ///< its next step was delayed by a pause, which may have run out since
  std::optional<Time> pause_end;  ///< none: of itself, the pause does not end
  Time offset = 0;                ///< of its clock
  Value grant = 0;                ///< 0: none
  Value grant_token = 0;          ///< what `fence` said that its grant carries
  bool has_lease = false;
  std::optional<Time> lease_deadline;  ///< none: unlimited
  std::uint64_t place = 0;             ///< in a queue, from 1; 0: none

  bool is_paused(Time now) const { return delayed && (!pause_end || now < *pause_end); }
  bool operator==(const Client&) const = default;
};

struct State {
  Time now = 0;
  std::map<CellName, Cell> cells;    ///< of all scopes but scratch
  std::map<CellName, bool> watches;  ///< a server's cell that a client watches: was it touched?
  std::vector<Client> clients;
  Value last_id = 0;
  Value last_grant = 0;
  std::uint64_t last_place = 0;
  Value fenced_grant = 0;  ///< the newest grant that was fenced, and its token
  Value fenced_token = 0;
  bool begun = false;  ///< has anything but skew happened?
  std::map<language::FaultKind, std::int64_t> strikes;

  bool operator==(const State&) const = default;
};

struct SectionEvent {
  ClientIndex client = language::nothing;
  std::uint32_t section = language::nothing;
  bool enters = false;

  bool operator==(const SectionEvent&) const = default;
};

/// An assert that was false.
struct FailedAssert {
  std::string name;
  language::Place place;
  std::string comparison;  ///< what was so instead, in values: "1 < 2"; empty where nothing was compared
};

/// A branch of an `either` that a step took.
struct TakenBranch {
  language::Place place;  ///< of its first statement
  std::string comment;
};

/// What a move did.
struct Outcome {
  std::string error;  ///< why the move is not possible; empty: it was made
  bool cut = false;   ///< not possible because a container would hold too many
  EventKind kind = EventKind::call;
  bool begins_round = false;
  bool read_clock = false;
  bool atomic = false;
  bool refused = false;  ///< a poll that goes on waiting
  std::uint32_t step = 0;
  language::Place place;
  std::string comment;
  std::vector<std::string> failed;     ///< names of asserts that were false
  std::vector<FailedAssert> failures;  ///< of these, what was compared
  std::vector<TakenBranch> branches;
  std::vector<std::string> witnessed;  ///< names of witnesses that were true
  std::vector<SectionEvent> sections;
  std::vector<ClientIndex> ended;  ///< clients whose round ended
  std::vector<MadeCall> calls;
};

}  // namespace interlock::evaluator
