#pragma once
// The syntax tree: what the parser makes of a text, before any name is looked up.
// One shape of node for expressions, one for statements; `models/README.md` is the grammar.

#include "engine/language/syntax/source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::language::syntax {

enum class ExpressionForm {
  name,      // text
  number,    // number
  duration,  // number: microseconds
  text,      // text
  truth,     // number: 0 or 1
  none,
  infinity,  // number: +1 or -1
  fresh_id,
  now,
  true_time,
  caller,
  caller_grant,
  touched,
  given,         // text: the option
  known,         // text: a parameter or an option
  member,        // operands[0] . text        redis.lock
  call,          // operands[0] . text (arguments)
  element,       // operands[0] [ operands[1] ]
  round,         // operands[0], operands[1]
  unary,         // text: "not" "-" "next" "present" "absent" "rest of" "count of" "first of" "writer of"
  binary,        // text: the operator; "in" is membership; also "rank of", "score of", "writer of", "before"
                 // (member, container)
  quantifier,    // text: "count" "some" "every"; variable; operands: domain, condition
  client_event,  // text: "enters" "leaves" "ends round" "waiting" "idle" "alive" "paused" "sharing"
                 // "before deadline" "holds lease" "queued before"; operands[0]: the client; operands[1] or `variable`:
                 // the rest
};

struct Expression;

/// One argument of a call: positional, a bare NAME that may be a flag, or `NAME value`.
struct Argument {
  std::string option;             ///< "PX" in `PX ttl`; empty otherwise
  std::vector<Expression> value;  ///< one; more for an option of several: `WEIGHTS 1 0`
  Place place;
};

struct Expression {
  ExpressionForm form = ExpressionForm::none;
  Place place;       ///< all of it, as far as it stands on its first line
  Place text_place;  ///< where the word of `text` or `variable` stands: of member, call, given, client_event
  std::string text;
  std::string variable;  ///< quantifier: the bound name; client_event "enters"/"leaves": the section
  std::int64_t number = 0;
  std::vector<Expression> operands;
  std::vector<Argument> arguments;
};

/// `a..b`, or a single value (then only `low` is there).
struct Range {
  Expression low;
  std::optional<Expression> high;
};

enum class TypeForm { named, boolean, integer, one_of, optional, expiring, set, map, queue, ranked, record };

struct Field;

struct Type {
  TypeForm form = TypeForm::named;
  Place place;
  std::string name;                      ///< named: "id", "token", "instant", "duration", "value", or a store's type
  std::vector<Range> range;              ///< integer: one; none only in a parameter
  std::vector<std::string> cases;        ///< one_of
  std::vector<Type> parts;               ///< element; map: key, value; ranked: member, score
  std::vector<Field> fields;             ///< record
  std::optional<std::int64_t> capacity;  ///< `up to N`
};

struct Field {
  std::string name;
  Place place;
  Type type;
  std::optional<Expression> initial;
};

enum class StatementForm {
  assign,  // target = value; text: "=", "+=", "-="; type: the kind said, if any; flag: "keeping deadline"
  call,    // value: the call expression
  if_,     // conditions[i] -> blocks[i]; a last block without a condition is `else`
  loop,    // blocks[0]
  break_,
  continue_,
  return_,     // value: optional
  for_,        // text: the name; value: the domain; blocks[0]
  either,      // blocks
  when,        // value; blocks[0]; within; blocks[1]: else
  atomic,      // blocks[0]
  retry,       // value: the call; target: where its answer goes, if named; second: `every`, within: durations;
               // blocks[0]: else. flag: `retry until atomic`: blocks[0] is the attempt, blocks[1]: else
  critical,    // value: deadline, if any; blocks[0]
  section,     // text: name; sharing; blocks[0]
  background,  // text: section name; blocks[0]
  every,       // range; blocks[0]
  finally_,    // blocks[0]
  work,        // range
  sleep,       // range
  granted,     // value: the cell of the lease, if it is said
  queued,
  fence,         // value
  assert_,       // text: name; value
  keep,          // text: name; value
  witness,       // text: name; value
  clear,         // value: the cell
  expire,        // value: the cell; second: duration
  persist,       // value
  add,           // value: member; second: container
  remove,        // value: member; second: container
  remove_up_to,  // value: score; second: container
  put,           // value: member; second: container; third: score
  keep_members,  // target = value kept in second
  push,          // value; second: queue
  drop_first,    // value: queue
  watch,         // value
  unwatch,
  reject,  // text: the sentence
};

/// What a section says of the lock under which it stands: nothing, or whether others may be inside as well.
enum class Sharing { unsaid, shared, exclusive };

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  StatementForm form = StatementForm::return_;
  Place place;       ///< all of it up to its block, as far as it stands on its first line
  Place text_place;  ///< where the name in `text` stands, if there is one
  std::string text;
  bool flag = false;
  Sharing sharing = Sharing::unsaid;  ///< of a section
  std::optional<Type> type;
  std::optional<Expression> target;
  std::optional<Expression> value;
  std::optional<Expression> second;
  std::optional<Expression> third;
  std::optional<Expression> within;
  std::optional<Range> range;
  std::vector<Expression> conditions;
  std::vector<Block> blocks;
  std::vector<Block> timeout;  ///< of a call, assign, atomic or retry: at most one; `within`: of call and assign
  std::string comment;         ///< the comment at the end of its first line, without '#'
};

struct Param {
  std::string name;
  Place place;
  Range value;
};

struct Server {
  std::string name;
  Place place;
  std::int64_t count = 1;
  bool is_array = false;
  std::string store;
  Place store_place;
  bool durable = false;
  bool replicated = false;
  bool steady = false;
  std::vector<Field> cells;
};

struct Client {
  std::string name;
  Place place;
  std::int64_t count = 1;
  bool is_once = false;
  bool is_daemon = false;
  bool steady = false;
  std::vector<Param> params;  ///< its own: `(ttl = 3s)`
  std::string like;           ///< the kind whose program it has, with other params; then it has no body of its own
  Place like_place;
  Block body;
};

/// `fault NAME "..." { }`: one that the protocol declares.
struct OwnFault {
  std::string name;
  Place place;
  std::string sentence;
  Block body;
};

/// A fault as written: "pause <= 3s 1 time", "crash for ever", "skew 10ms".
struct Fault {
  std::string name;
  Place place;
  std::optional<Expression> amount;   ///< duration behind the name, or behind `<=`
  std::optional<std::int64_t> times;  ///< "1 time"; in `using`: the count
  std::optional<std::int64_t> lag;    ///< "lag <= 3 writes"
  bool for_ever = false;
};

enum class ExpectedVerdict { holds, fails, reachable, unreachable };

struct Expectation {
  std::string spec;
  Place place;
  ExpectedVerdict verdict = ExpectedVerdict::holds;
  std::optional<std::vector<Fault>> used;  ///< `using`
  std::vector<Fault> under;                ///< empty: no fault
  std::vector<std::string> assuming;
  std::vector<Place> assuming_places;
};

enum class PropertyForm { always, never, always_possible, leads_to, again_and_again, reachable, asserted, witnessed };

struct Property {
  PropertyForm form = PropertyForm::always;
  Place place;
  std::string each;                  ///< `for each NAME in ...`: the bound name; empty otherwise
  std::optional<Expression> domain;  ///< ... its domain
  std::optional<Expression> given;   ///< ... `where C`; leads_to, again_and_again: the left side
  std::optional<Expression> condition;
};

struct Spec {
  std::string name;
  Place place;
  std::string sentence;
  Property property;
  std::string broken;  ///< `when broken "..."`, `when reached "..."`: how a run that shows it is told
};

enum class ParameterForm { value, cell, flag, option };

struct Parameter {
  ParameterForm form = ParameterForm::value;
  std::string name;
  Place place;
  std::optional<Type> type;
};

struct Operation {
  std::string name;
  Place place;
  std::vector<Parameter> parameters;
  std::vector<std::string> answers;  ///< the kinds named behind `->`, as words
  std::vector<Place> answer_places;
  Block body;
};

struct TypeName {
  std::string name;
  Place place;
  Type type;
};

struct Store {
  std::string name;
  Place place;
  std::string sentence;
  std::vector<TypeName> types;
  std::vector<Field> state;
  std::vector<Field> connection;
  std::vector<Field> remembered;
  Block on_disconnect;
  std::vector<Operation> operations;
};

struct Protocol {
  std::string name;
  Place place;
  std::string sentence;
  std::string source;
  std::vector<Param> params;
  std::vector<Server> servers;
  std::vector<Client> clients;
  std::vector<OwnFault> own_faults;
  std::vector<Spec> specs;
  std::vector<Expectation> expectations;
};

/// What a file turned out to be: exactly one of the three is there, or none after an error in its head.
struct File {
  std::optional<Protocol> protocol;
  std::optional<Store> store;
  std::optional<Spec> spec;
};

}  // namespace interlock::language::syntax
