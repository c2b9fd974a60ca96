#pragma once
// A state of a run as the evaluator sees it: everything in full, nothing renamed, nothing relative. Time is absolute,
// identities are numbers that only grow, tokens are the numbers they are.

#include "engine/language/model.hpp"
#include "engine/run/view.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
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

/// An instant that was never written: before all others.
inline constexpr Value never = -(Value{1} << 61);
/// Spans from never and to never: longer and shorter than any other. To be compared, or added to an instant: never.
inline constexpr Value longest = Value{1} << 61;
inline constexpr Value shortest = -longest;
inline bool is_endless(Value span) { return span == longest || span == shortest; }

/// A value; of an instant where clocks are distinct also which reading it comes from. Readings are in the order of
/// their numbers, and an instant that is moved by a span keeps its own. 0: all else.
struct Datum {
  Value value = 0;
  Value reading = 0;

  auto operator<=>(const Datum&) const = default;
};

/// Of a container. Ranked: `key` is the member and `value` its score; map: key and value; set and queue: `key` only.
struct Member {
  Value key = 0;
  Value value = 0;
  ClientIndex writer = language::nothing;
  Value key_reading = 0;
  Value value_reading = 0;

  Datum whole_key() const { return {key, key_reading}; }
  Datum whole_value() const { return {value, value_reading}; }
  bool operator==(const Member&) const = default;
};

/// A variable of any shape. Sets and maps are in order of key, queues and ranked sets in their own order.
struct Cell {
  Value value = 0;  ///< scalar, expiring; `none`: empty
  std::optional<Time> deadline;
  ClientIndex writer = language::nothing;
  std::vector<Member> members;
  Value reading = 0;

  Datum whole() const { return {value, reading}; }
  bool operator==(const Cell&) const = default;
};

/// Absent, and nobody put it there.
inline Cell absent_cell() {
  Cell cell;
  cell.value = none;
  return cell;
}

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
  bool active = false;  ///< thread 0: in a round, or a daemon; background: inside its section
  Path path = {};       ///< empty: a daemon is about to begin a round; a background waits for its `every`
  Time since = 0;       ///< when its wait (work, sleep, every, retry) began
  bool tried = false;   ///< retry: the first attempt was made
  Time last_try = 0;
  bool lost = false;     ///< it has asked, and no answer will come
  bool delayed = false;  ///< its next step was delayed by a pause, which may be over

  bool operator==(const Thread&) const = default;
};

/// A request that is under way, and of which its client will hear no more.
struct Request {
  std::size_t thread = 0;               ///< whose it was
  Path path;                            ///< the call
  std::map<VariableIndex, Datum> sent;  ///< what of the client's variables it carries
  Value grant = 0;                      ///< under which it was sent
  bool is_second = false;               ///< the first was answered

  bool operator==(const Request&) const = default;
};

struct Client {
  std::vector<Thread> threads;
  std::vector<Request> requests;      ///< in the order in which they were sent
  std::set<std::uint32_t> cut_off{};  ///< servers at which none of its calls arrives
  bool been_critical = false;         ///< in this round
  bool crashed = false;               ///< since its crash it has not begun a round
  bool gone = false;                  ///< crashed for ever, or its only round is over
  bool paused = false;                ///< and has not stepped since
  std::optional<Time> pause_end;      ///< none: of itself, the pause does not end
  Time offset = 0;                    ///< of its clock
  Value grant = 0;                    ///< 0: none
  Value grant_token = 0;              ///< what `fence` said that its grant carries
  /// The deadlines that this round gave to entries of its own, by cell. None: dropped since. Gone: cleared since.
  std::map<VariableIndex, std::optional<Time>> given;
  VariableIndex last_given = language::nothing;
  VariableIndex lease_cell = language::nothing;
  bool has_lease = false;
  std::optional<Time> lease_deadline;  ///< none: unlimited
  std::uint64_t place = 0;             ///< in a queue, from 1; 0: none

  bool is_paused(Time now) const { return paused && (!pause_end || now < *pause_end); }
  bool operator==(const Client&) const = default;
};

/// A clock that was read, where clocks are distinct.
struct Reading {
  Time moment = 0;  ///< in real time
  Value shown = 0;

  bool operator==(const Reading&) const = default;
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
  std::set<std::pair<Value, Value>> earlier;  ///< of two names with an equal score, which comes first; see tie_name
  std::map<Value, Reading> readings;          ///< by number, in their order
  bool begun = false;                         ///< has anything but skew happened?
  std::map<language::FaultKind, std::int64_t> strikes;
  /// Of a server that may fail over: its cells as they were before each of its last writes, the newest first.
  std::map<std::uint32_t, std::vector<std::map<CellName, Cell>>> older;

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
  language::Place either;
  std::size_t number = 1;  ///< which of its branches, from 1
  std::size_t of = 1;      ///< how many it has
  std::string comment;     ///< of its first statement
};

/// The moment before a section is left that was entered in the same step.
struct Passage {
  State state;
  std::vector<SectionEvent> sections;  ///< what happened in the step up to there
};

/// What a move did.
struct Outcome {
  std::string error;  ///< why the move is not possible; empty: it was made
  bool cut = false;   ///< not possible because a container would hold too many
  EventKind kind = EventKind::call;
  std::optional<language::FaultKind> struck;  ///< the fault that it was
  Time jumped = 0;                            ///< by how much a clock did
  bool begins_round = false;
  bool read_clock = false;
  bool atomic = false;
  bool refused = false;        ///< a poll that goes on waiting
  bool reply_is_lost = false;  ///< a call without an answer has taken effect
  bool is_unheard = false;     ///< the client is cut off: its call does not arrive
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
  std::vector<Passage> passages;       ///< properties of states are asked there too
  std::vector<VariableIndex> expired;  ///< cells that nobody can see any more: their deadlines passed along with time
};

}  // namespace interlock::evaluator
