#pragma once
// The checked model: what a protocol, its stores and its specs say once every name is resolved, every kind
// inferred, every operation put in the place of its call, and every quantifier written out over the clients.
// Nothing in it can be wrong any more; the machine (engine/machine) gives it its meaning, and the evaluator gives
// the same meaning a second time. Durations are in microseconds.

#include "engine/index.hpp"
#include "engine/language/faults.hpp"
#include "engine/language/syntax/source.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::language {

struct Variable;
struct Client;
using VariableIndex = Index<Variable>;
using ClientIndex = Index<Client>;
using interlock::nothing;
inline constexpr std::int64_t unbounded = -1;  ///< of a duration or a number of times

enum class Base { boolean, integer, cases, identity, client, token, instant, duration };

/// What differences between values matter. `low..high`: integers. `names`: the values of `one of`.
/// `extra`: values beside the ordinary ones, such as {"none"} or {"none", "missing"}.
struct Kind {
  Base base = Base::boolean;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::vector<std::string> names;
  std::vector<std::string> extra;

  bool operator==(const Kind&) const = default;
};

enum class Shape { scalar, expiring, set, map, queue, ranked };

/// Whose copy of a variable there is: one for the server; one a connection (server and client); one a client of
/// the kind; or none, because it lives within one step only (answers of calls, parameters).
enum class Scope { server, connection, local, scratch };

struct Variable {
  std::string name;  ///< as written: "lock", "me"; answers and hidden ones have a name in parentheses
  Place place;
  Scope scope = Scope::scratch;
  std::uint32_t owner = nothing;  ///< the server, or for `local` the client kind
  Shape shape = Shape::scalar;
  Kind kind;                      ///< the value; for containers the member (a map's value)
  Kind key;                       ///< ranked: the score; map: the key
  std::uint32_t capacity = 0;     ///< containers: how many members it may hold
  bool capacity_is_said = false;  ///< written by the author (`up to N`), not our default
  bool is_remembered = false;     ///< what properties remember of a server: no fault takes it away
  std::int64_t initial =
      0;  ///< scalar: its first value as an Expression::value of its kind; extra values: see `extra_value`
};

/// How a value beside the ordinary ones is written in `Expression::value`: below every ordinary value.
inline constexpr std::int64_t extra_value(std::size_t index_in_extra) {
  return INT64_MIN + 1 + static_cast<std::int64_t>(index_in_extra);
}

enum class ExpressionOp {
  literal,  // value (durations in microseconds, tokens 0, clients by index, truth 0/1, cases by index, extras by
            // extra_value)
  read,     // variable; client: whose copy (`nothing`: that of the running client)
  now,      // the running client's clock; in a server's operation and in `when`: the server's, real time
  true_time,
  add,
  subtract,
  negate,
  next,  // operands
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,  // operands; an extra value is equal to itself only, and never less or greater
  and_,
  or_,
  not_,
  present,    // variable: expiring, or scalar with "none"
  rest,       // variable: expiring. Duration until the deadline, or none
  contains,   // variable, operands[0]: member or key
  count,      // variable: number of members
  rank,       // variable, operands[0]. From 0, or none
  score,      // variable, operands[0]. Or none
  first,      // variable: queue, ranked. Or none
  before,     // variable: queue, ranked; operands[0]. The member in front of it, or none: it is the first, or no member
  member_at,  // variable: any container; value: a place below the number of its members. Its member, or a map's key.
              // Sets and maps have no order: whoever goes through them must not see one (resolver/seen_order.cpp)
  at,         // variable: map, operands[0]: key. Or none
  writer,     // variable: expiring or scalar. The client that wrote it last, or none (nobody, or a life that crashed)
  writer_of,  // variable: ranked, set, queue or map, operands[0]: member. Likewise
  caller,     // the running client
  caller_grant,  // the running client's grant: a token, 0 when it has none
  touched,       // server: has a cell that the running client watches been written or expired since?
  round,         // operands[0] to the nearest multiple of operands[1], halves up
  fresh_id,
  choose,          // operands[0]..operands[1], literals: any integer of the range
  number_of_true,  // operands: how many of them are true
  // Of a client, for properties. `client`; `section` (an index into its kind's sections)
  in_section,
  enters,
  leaves,      // enters, leaves: in the step just made
  ends_round,  // in the step just made (a crash does not end a round in this sense)
  waiting,     // in a round, and has not entered critical in it yet
  idle,
  alive,
  paused,           // alive: not crashed for ever
  before_deadline,  // inside critical, and its own clock has not reached the deadline of `critical until`
  holds_lease,  // since its grant it holds a lease that has not run out in real time (see semantics in ARCHITECTURE.md)
  queued_before,  // client is in a queue (`queued`, not yet in critical, round not over) longer than `other` is or was
};

struct Expression {
  ExpressionOp op = ExpressionOp::literal;
  Kind kind;
  Place place;
  std::int64_t value = 0;
  VariableIndex variable = nothing;
  std::uint32_t server = nothing;
  ClientIndex client = nothing;
  ClientIndex other = nothing;
  std::uint32_t section = nothing;
  std::vector<Expression> operands;
};

/// From `low` to `high`, both included, in microseconds.
struct Span {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// How a call reads in a report: redis.SET(lock, a, NX, PX 10s). Each argument is a text, or a text and a value.
struct CallArgument {
  std::string text;               ///< "lock", "NX", "PX", or "" when only the value is shown
  std::vector<Expression> value;  ///< at most one
};
struct Call {
  std::uint32_t server = nothing;
  std::string operation;  ///< empty: a plain read or write of a cell
  std::vector<CallArgument> arguments;
  VariableIndex answer = nothing;  ///< a scratch variable, or `nothing`
};

enum class StatementOp {
  // steps: the client stops before each of them (`Statement::step` is its number)
  clock,   // variable (a hidden local instant) = expressions[0], which is `now`: what the next statement reads
  call,    // blocks[0]: one `operation`, or one plain read or write, with the assignment of its answer
  atomic,  // blocks[0]
  when,    // expressions[0]: guard; blocks[0]; span.low: `within`, or `unbounded`; blocks[1]: else
  retry,   // blocks[0]: one poll; expressions[0]: did it succeed?; span.low: `within`, or `unbounded`; blocks[1]: else;
           // `every`: the time between two attempts, or `unbounded`: whenever it likes. flag: `retry until atomic`:
           // blocks[0] sets a scratch variable to false; then comes a loop that is never gone round again: its `break`
           // of success stands behind the setting of that variable to true, and its last statement is another `break`
  work,    // span
  sleep,   // span
  // control
  timeout,   // blocks[0]: one call, atomic, when or retry; blocks[1]: where it goes on if that gets no answer, and
             // then behind; span.low: after how long, or `unbounded`: whenever the adversary likes. flag: critical may
             // be entered by way of blocks[1] without another call
  finally_,  // blocks[0]: the round; blocks[1]: what is done when it ends, in whatever way but a crash. It stands alone
  operation,  // blocks[0]: the body of a store's operation; calls[0]
  leave,      // ends the innermost `operation`
  if_,        // expressions[0]; blocks[0], blocks[1]
  loop,       // blocks[0]
  break_,
  continue_,
  return_,  // ends the round (of all threads of the client)
  either,   // blocks: a choice
  section,  // section; blocks[0]; variable, if any: holds the deadline of `critical until`, and is followed;
            // expressions[0], if any: what is put there at the entry (`until` of more than a bare variable)
  // local effects
  assign,   // variable = expressions[0]
  assert_,  // name; expressions[0]
  witness,  // name; expressions[0]
  granted,  // flag: only if this step has made a server call, and expressions[0], if any, is true; variable, if any:
            // `granted on CELL`
  queued,
  fence,  // expressions[0]: the token of this client's grant
  // effects on cells
  write,         // variable (expiring or scalar of a server or connection) = expressions[0]; flag: keep the deadline
  clear,         // variable: expiring, scalar with "none", or a container
  expire,        // variable, expressions[0]: a duration; zero or less clears it
  persist,       // variable
  add,           // variable: set; expressions[0]
  remove,        // variable: set, map, queue, ranked; expressions[0]
  remove_up_to,  // variable: ranked; expressions[0]: score
  put,           // variable: ranked; expressions[0]: member, expressions[1]: score. A tie is a choice
  intersect,     // variable = members of `second` that are in `third`, with the scores of `second`
  map_put,       // variable; expressions[0]: key, expressions[1]: value
  push,          // variable: queue; expressions[0]
  drop_first,    // variable: queue
  watch,         // variable, server
  unwatch,       // server
};

/// Does a client stop before such a statement, between two steps?
constexpr bool is_step(StatementOp op) { return op <= StatementOp::sleep; }
/// Does it wait there for the answer of a server? Of its step blocks[0] is what the server does.
constexpr bool asks_server(StatementOp op) {
  return op == StatementOp::call || op == StatementOp::atomic || op == StatementOp::when || op == StatementOp::retry;
}

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  StatementOp op = StatementOp::return_;
  Place place;
  std::string comment;
  std::string name;
  std::uint32_t step = 0;  ///< number of a step, from 1 in the order of the file; copies of one line share it
  VariableIndex variable = nothing;
  VariableIndex second = nothing;
  VariableIndex third = nothing;
  std::uint32_t server = nothing;
  std::uint32_t section = nothing;
  bool flag = false;
  bool unless_given = false;  ///< granted behind a call, and critical: only where this round has no grant yet
  Span span{unbounded, unbounded};
  std::int64_t every = unbounded;
  std::vector<Expression> expressions;
  std::vector<Block> blocks;
  std::vector<Call> calls;
};

/// A property that a client keeps while it is inside a block (`keep`): checked in every state where it is there.
struct Kept {
  std::string name;
  Place place;
  std::uint32_t section = nothing;
  Expression condition;  ///< over the client's own variables and the servers' cells
};

/// A second thread of a client: runs while the client is inside `section`, from its entry on; it repeats
/// "wait `every`, then body" until the section is left or the round ends. A body that is under way when the section is
/// left goes on to its end.
struct Background {
  std::uint32_t section = nothing;
  Span every;
  Place place;
  std::uint32_t step = 0;
  std::string comment;
  Block body;
};

struct ClientKind {
  std::string name;
  Place place;
  std::uint32_t count = 1;
  bool steady = false;                ///< no fault strikes it
  std::vector<std::string> sections;  ///< by name; [0] is always "critical", used or not
  bool has_critical = false;
  bool is_once = false;  ///< has one round: when that is over, or has crashed, it is gone for ever
  /// Never idles: its first round begins at once, and each further one when the last is over. Crashed, it begins again
  /// whenever it likes.
  bool is_daemon = false;
  /// Its author wrote `granted`. Otherwise the entry into critical is the grant where the round has none yet, or where
  /// the step of the entry has made a call before it; and a `granted` with its flag set stands wherever a step ends
  /// behind which an entry may come without another call.
  bool says_granted = false;  ///< a round enters critical only behind a `granted`; or it has no critical
  bool says_queued = false;
  std::vector<VariableIndex> deadlines;  ///< those of `critical until`, each once
  Block program;
  std::vector<Background> backgrounds;
  std::vector<Kept> kept;
};

struct Client {
  std::uint32_t kind = 0;
  std::uint32_t number = 1;  ///< within its kind, from 1: "worker 2"
};

struct Server {
  std::string name;  ///< "redis", "node[2]"
  std::string store;
  Place place;
  bool durable = false;     ///< a restart leaves its cells as they are
  bool replicated = false;  ///< a failover may strike it
  bool steady = false;      ///< no fault strikes it
  Block on_disconnect;      ///< run for the client that crashed: effects on cells, `if`, checks; no calls and no steps
};

/// A fault that the protocol declares: one step, on one server, where it changes something.
struct OwnFault {
  std::string name;
  std::string sentence;  ///< or empty
  Place place;
  std::uint32_t server = nothing;
  Block body;  ///< effects on cells, `if`, `either`; nobody's
};

struct Fault {
  FaultKind kind = FaultKind::pause;
  std::int64_t amount = unbounded;  ///< pause: longest; skew, drift: how far a clock may be off; microseconds
  std::int64_t times = unbounded;   ///< in all of a run
  bool for_ever = false;            ///< crash
  std::string text;                 ///< as written, one space between words
  std::string own_name = {};        ///< of one that the protocol declares
  std::uint32_t lag = 0;            ///< failover: how many writes may be lost

  std::string_view name() const { return is_own(kind) ? std::string_view(own_name) : rule_of(kind).name; }
  bool operator==(const Fault&) const = default;
};

/// The faults that are on, in the order of their kinds, and what is assumed.
struct Scenario {
  std::vector<Fault> faults;
  bool distinct_clocks = false;

  bool operator==(const Scenario&) const = default;
};

/// again_and_again: in every fair run in which `given` is so again and again, `condition` comes again and again.
enum class PropertyForm { always, never, always_possible, leads_to, again_and_again, reachable, asserted, witnessed };

/// `given` and `condition` hold one expression for a property of the whole system. A property `for each c` holds one
/// for each client in `clients`.
struct Spec {
  std::string name;
  std::string sentence;
  std::string broken;  ///< how a run that breaks (or reaches) it is told, see syntax/telling.hpp; or empty
  Place place;
  PropertyForm form = PropertyForm::always;
  bool applies = true;
  std::string why_not;  ///< when it does not apply: "no client has a critical section"
  bool for_each = false;
  std::vector<ClientIndex> clients;
  std::vector<Expression> given;      ///< empty: always asked
  std::vector<Expression> condition;  ///< empty for asserted and witnessed
};

enum class ExpectedVerdict { holds, fails, reachable, unreachable };

struct UsedFault {
  FaultKind kind = FaultKind::pause;
  std::uint32_t count = 1;
  std::string own_name = {};  ///< of one that the protocol declares

  std::string_view name() const { return is_own(kind) ? std::string_view(own_name) : rule_of(kind).name; }
};

struct Expectation {
  Place place;
  std::string text;        ///< the line as written, one space between words
  std::uint32_t spec = 0;  ///< index into Model::specs
  ExpectedVerdict verdict = ExpectedVerdict::holds;
  bool says_used = false;
  std::vector<UsedFault> used;
  Scenario scenario;
};

struct Param {
  std::string name;
  Place place;
  Kind kind;   ///< integer or duration
  Span value;  ///< both ends
  bool is_range = false;
};

struct Model {
  std::string name;
  std::string sentence;
  std::string source;  ///< URL, or empty
  std::shared_ptr<const Source> text;
  std::vector<Param> params;
  std::vector<Server> servers;
  std::vector<ClientKind> kinds;
  std::vector<Client> clients;  ///< in order of kind, then number
  std::vector<Variable> variables;
  std::vector<OwnFault> own_faults;
  std::vector<Spec> specs;  ///< all that ship, then the protocol's own, by name within each
  std::vector<Expectation> expectations;
  std::uint32_t steps = 0;  ///< how many numbered steps there are
};

}  // namespace interlock::language
