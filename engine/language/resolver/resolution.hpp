#pragma once
// The shared state of one resolve(), and what its parts (resolver_*.cpp) offer one another.
//
// While kinds are still being inferred, `Expression::kind.low` holds the slot of the expression's kind (see
// kinds.hpp), and a literal that is a word ("none", "missing", a case) holds the index of the word in
// `Resolution::words` as its value, marked by `other == word_mark`. resolver_finish.cpp puts the true ones there.

#include "engine/language/model.hpp"
#include "engine/language/resolver/kinds.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "engine/language/syntax/diagnostic.hpp"
#include "engine/language/syntax/syntax.hpp"
#include "engine/language/text_limits.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace interlock::language {

inline constexpr ClientIndex word_mark{0xfffffffeU};
inline constexpr ClientIndex infinity_mark{0xfffffffdU};  ///< a literal of value -1 or +1: a score bound

struct CellField;

/// A type of a cell, with slots for the kinds in it.
struct CellType {
  Shape shape = Shape::scalar;
  Slot value = 0;
  Slot key = 0;
  std::optional<Span> range;  ///< of an integer value, as declared
  std::optional<Span> key_range;
  bool optional = false;
  std::uint32_t capacity = 0;
  bool capacity_is_said = false;
  std::vector<CellField> fields;  ///< of a record; all else is unused then
};

struct CellField {
  std::string name;
  CellType type;
};

/// What is known of a variable beside what the model says of it.
struct VariableFacts {
  Slot value = 0;
  Slot key = 0;
  std::optional<Span> range;
  std::optional<Span> key_range;
  std::optional<Expression> initial;
  bool optional = false;
  bool is_read = false;
  bool is_argument = false;  ///< scratch: what a call hands over
};

struct ServerFacts {
  const syntax::Store* store = nullptr;        ///< none after an error
  std::map<std::string, VariableIndex> cells;  ///< "lock", "account.money"; state and connection fields too
  std::set<std::string> records;               ///< "account"
};

struct ServerGroup {
  std::vector<std::uint32_t> servers;
  bool is_array = false;
};

struct ParamFacts {
  std::uint32_t index = 0;  ///< in Model::params
  Place place;
  bool is_used = false;
};

/// What a parameter of an operation stands for in one call.
struct Binding {
  syntax::ParameterForm form = syntax::ParameterForm::value;
  bool given = true;                   ///< flags and options
  std::string cell;                    ///< the caller's cell
  std::optional<Expression> constant;  ///< the argument, where it is a literal
  VariableIndex variable = nothing;    ///< else the scratch variable that holds it
  std::vector<Binding> further;        ///< an option's second value and those behind it: WEIGHTS[2]
};

/// Where statements and expressions stand: it decides what they may do.
enum class Room { client, atomic, when, keep, operation, disconnect, fault, property };

/// An expression that was moved before its statement, and the variable that now holds its value.
struct Hoisted {
  const syntax::Expression* node = nullptr;
  VariableIndex variable = nothing;
};

/// The body that is being resolved: a client's, an operation's for one call, or a property.
struct Body {
  Room room = Room::client;
  std::uint32_t kind = nothing;    ///< the client kind
  std::uint32_t server = nothing;  ///< operation: its server; atomic, when: the one used so far
  Place server_place;              ///< where it was first used
  std::map<std::string, VariableIndex> locals;
  std::set<std::string> assigned;                ///< client: every name given a value anywhere in the body
  std::map<std::string, std::uint32_t> aliases;  ///< `for n in node`: n
  std::vector<Hoisted> hoisted;
  bool checks = false;  ///< inside assert, keep and witness

  // A client's
  std::uint32_t section = nothing;
  bool in_critical = false;
  bool in_shared = false;    ///< ... which others may share
  int branches = 0;          ///< enclosing if, either, loop and for
  int section_branches = 0;  ///< ... within the innermost section
  int loops = 0;
  bool in_for = false;                ///< the innermost loop is a `for`
  bool in_walk = false;               ///< inside `for m in S`: new variables are a round's own
  bool for_is_left = false;           ///< ... and has a `break`
  VariableIndex poll_done = nothing;  ///< `retry until atomic`: what its `break` sets
  bool in_background = false;
  const syntax::Statement* cleanup = nullptr;  ///< the `finally` at the end of the body: resolved after it
  bool in_cleanup = false;
  std::vector<const syntax::Statement*> backgrounds;  ///< resolved after the body: they may use all of its variables

  // An operation's
  const syntax::Operation* operation = nullptr;
  std::map<std::string, Binding> parameters;
  VariableIndex answer = nothing;
  Place call_place;
  int doubts = 0;  ///< enclosing conditions that could not be understood

  // A property's
  std::map<std::string, ClientIndex> quantified;
  bool is_own = false;  ///< of the protocol, not of the library
  bool folds = false;   ///< it asks who shares: what is known of that before the run is left out
  std::string why_not;  ///< the first thing that the protocol lacks
};

/// `left + right` or `left - right` whose kinds are not all known yet.
struct Sum {
  ExpressionOp op = ExpressionOp::add;
  Slot left = 0;
  Slot right = 0;
  Slot result = 0;
  Place place;
  Place call_place;
};

/// `left < right`: only for kinds that have an order.
struct Order {
  Slot slot = 0;
  Place place;
  Place call_place;
};

/// `x == none`: asks that x can be none.
struct WordCheck {
  std::uint32_t word = 0;
  Slot literal = 0;
  Slot other = 0;
  VariableIndex variable = nothing;  ///< that is read, if it is nothing more than that
  Place place;
  Place call_place;
};

struct Resolution {
  const syntax::Protocol& protocol;
  const Library& library;
  const Settings& settings;
  Diagnostics& diagnostics;
  bool text_is_whole = true;  ///< nothing was lost to an error of the parser

  Model model{};
  Kinds kinds{};
  std::vector<VariableFacts> facts{};  ///< beside Model::variables
  std::vector<ServerFacts> servers{};  ///< beside Model::servers
  std::map<std::string, ServerGroup> groups{};
  std::map<std::string, ParamFacts> params{};
  std::vector<std::string> words{};     ///< words that stand for values
  std::set<std::string> known_words{};  ///< beside "none": what operations answer
  std::vector<std::vector<std::string>> case_lists{};
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> lock_sections{};  ///< kind, section: is it shared?
  std::set<std::uint32_t> has_unshared{};         ///< kinds with a critical section that is not shared
  std::map<const void*, VariableIndex> hidden{};  ///< hidden locals, by the syntax they are for
  std::map<std::string, Place> asserted{};
  std::map<std::string, Place> witnessed{};
  std::vector<Sum> sums{};
  std::vector<Order> orders{};
  std::vector<WordCheck> word_checks{};
  std::size_t statements = 0;  ///< made so far, against `most_statements`
  bool is_too_big = false;     ///< that was complained about: nothing else is
  std::set<std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, std::string>> reported{};
};

// Reporting (resolver_report.cpp)

/// What can be said beside the sentence.
struct Explanation {
  std::vector<std::string> help;
  std::vector<Note> notes;
  std::string under;
};

void report(Resolution& all, std::string_view number, const std::string& sentence, const Place& place,
            Explanation more = {}, Severity severity = Severity::error);
/// Written out, the model is too big: said once, and resolving comes to its end.
void report_size(Resolution& all, const Place& place);
/// "there is no WHAT NAME", with the nearest of the known names.
void report_unknown(Resolution& all, std::string_view number, std::string_view what, const std::string& name,
                    const Place& place, const std::vector<std::string>& known);
/// A complaint about kinds: inside an operation it is the call that is shown, with the operation's line as a note.
void report_kind(Resolution& all, std::string_view number, const std::string& sentence, const Place& place,
                 const Place& call_place, Explanation more = {});

// Building blocks (resolver_build.cpp)

Slot slot_of(const Expression& expression);
Expression make(Resolution& all, ExpressionOp op, Slot slot, const Place& place);
Expression literal(Resolution& all, Base base, std::int64_t value, const Place& place);
/// A literal that is small enough, or a complaint.
Expression number(Resolution& all, std::int64_t value, const Place& place);
Expression duration(Resolution& all, std::int64_t microseconds, const Place& place);
Expression truth(Resolution& all, bool value, const Place& place);
Expression word_literal(Resolution& all, const std::string& word, const Place& place);
Expression poisoned(Resolution& all, const Place& place);
Expression with_operands(Expression expression, std::vector<Expression> operands);
/// Is it a literal of this base? (Words and infinities are not.)
bool is_literal(const Resolution& all, const Expression& expression, Base base);
bool is_word(const Expression& expression);
bool is_infinity(const Expression& expression);
/// Is something in it that was complained about?
bool is_doubtful(const Resolution& all, const Expression& expression);
std::optional<bool> as_truth(const Resolution& all, const Expression& expression);

VariableIndex add_variable(Resolution& all, Variable variable, VariableFacts facts);
VariableIndex add_scratch(Resolution& all, const std::string& name, const Place& place);
/// The local that stands for a piece of syntax: made at the first question, the same at all others.
VariableIndex hidden_local(Resolution& all, std::uint32_t kind, const void* syntax, const std::string& name,
                           const Place& place);
/// The value of a variable: of a cell that may be empty, or none.
Expression read(Resolution& all, VariableIndex variable, const Place& place);
Statement make_statement(Resolution& all, StatementOp op, const syntax::Statement& from);
/// variable = value, kinds joined; complaints are about `value`'s place.
Statement assign(Resolution& all, const Body& body, VariableIndex variable, Expression value, const Place& place);
/// Joins the value's kind with a slot of the variable; `what` begins the complaint.
void fit(Resolution& all, const Body& body, Slot to, const Expression& value, const std::string& what);
/// The expression has to be of this base.
void expect(Resolution& all, const Body& body, const Expression& expression, Base base, const std::string& what);
/// Joins two slots of one comparison or container; complains with `what` where it cannot.
void join(Resolution& all, const Body& body, Slot left, Slot right, const std::string& what, const Place& place);
Expression make_sum(Resolution& all, const Body& body, ExpressionOp op, Expression left, Expression right,
                    const Place& place);
/// Joins what is known of a sum by now; false when that is not enough yet.
bool try_sum(Resolution& all, const Sum& sum);
/// Joins sums until nothing more follows, then by default.
void settle_sums(Resolution& all);
Expression make_comparison(Resolution& all, const Body& body, ExpressionOp op, Expression left, Expression right,
                           const Place& place);

// Parameters, types, servers (resolver_params.cpp, resolver_types.cpp, resolver_servers.cpp)

void resolve_params(Resolution& all);
/// The param that a name stands for: of this kind of client, or of the protocol. Null: there is none.
ParamFacts* find_param(Resolution& all, const Body& body, const std::string& name);
bool is_param(const Resolution& all, const Body& body, const std::string& name);
/// What the client kind calls `name` is called `worker.name` elsewhere.
std::string name_of_own_param(const std::string& kind, const std::string& name);
CellType resolve_type(Resolution& all, const syntax::Store* store, const syntax::Type& type, int depth = 0);
/// Is a parameter of this type a cell of the caller?
bool is_cell_type(const syntax::Store& store, const syntax::Type& type);
std::string describe_shape(Shape shape, bool optional);
void resolve_servers(Resolution& all);
void resolve_disconnects(Resolution& all);
void resolve_own_faults(Resolution& all);

/// A range that is known before the run: durations, or integers. None after a complaint.
std::optional<Span> constant_range(Resolution& all, Body& body, const syntax::Range& range, Base base,
                                   const std::string& what);

// Cells (resolver_cells.cpp)

/// A server's cell as named in a text. The name may be wrong still.
struct CellPath {
  std::uint32_t server = nothing;
  std::string name;
  Place place;
};
std::optional<std::uint32_t> find_server(const Resolution& all, const Body& body, const syntax::Expression& expression);
std::optional<CellPath> cell_path(const Resolution& all, const Body& body, const syntax::Expression& expression);
std::optional<VariableIndex> find_cell(Resolution& all, const CellPath& path);
/// The cell that must stand here, or none after a complaint.
std::optional<VariableIndex> expect_cell(Resolution& all, Body& body, const syntax::Expression& expression);
/// In atomic and when: all must be one server.
void use_server(Resolution& all, Body& body, std::uint32_t server, const Place& place);

// Expressions (resolver_expressions.cpp, resolver_containers.cpp, resolver_names.cpp)

Expression resolve_expression(Resolution& all, Body& body, const syntax::Expression& expression);
/// The same for a binary operator, wherever it stands.
Expression resolve_plain_binary(Resolution& all, Body& body, const syntax::Expression& expression);
Expression resolve_name(Resolution& all, Body& body, const syntax::Expression& expression);
/// `yes[n]` in a client, where n is a server: the name of the variable that it has for this server. None if it is
/// something else.
std::optional<syntax::Expression> variable_of_server(const Resolution& all, const Body& body,
                                                     const syntax::Expression& expression);
/// `WEIGHTS[2]`: a value of an option that has several. None if it is something else.
std::optional<Expression> resolve_option_value(Resolution& all, Body& body, const syntax::Expression& expression);
Expression read_cell(Resolution& all, Body& body, VariableIndex variable, const Place& place);
/// The forms that look into a cell: present, count of, in, rank of, S[K] ...
bool looks_into_cell(const syntax::Expression& expression);
const syntax::Expression& container_of(const syntax::Expression& expression);
Expression resolve_look(Resolution& all, Body& body, const syntax::Expression& expression);
/// A condition: true or false.
Expression resolve_condition(Resolution& all, Body& body, const syntax::Expression& expression);

// Calls (resolver_calls.cpp, resolver_operations.cpp)

/// Moves the calls in the expressions before the statement: as a step in a client, in place in an atomic block.
void hoist_calls(Resolution& all, Body& body, Block& out, const std::vector<const syntax::Expression*>& expressions,
                 const syntax::Statement& statement);
/// The one access to a server as a step of its own; its answer's variable, or `nothing`.
VariableIndex access_server(Resolution& all, Body& body, Block& out, const syntax::Expression& expression,
                            const syntax::Statement& statement);
/// `target = value` on a server: nothing else of the statement may ask a server. False after a complaint.
bool check_lone_write(Resolution& all, const Body& body, const syntax::Expression& target,
                      const syntax::Expression& value);
/// Where a client's statement names `now`, it reads its clock once, in a step of its own that goes to `out`.
void hoist_clock(Resolution& all, Body& body, Block& out, const std::vector<const syntax::Expression*>& expressions,
                 const syntax::Statement& statement);
bool names_clock(const syntax::Expression& expression);
bool is_access(const Resolution& all, const Body& body, const syntax::Expression& expression);
/// The operation's body with the call's arguments; gives the answer's variable, or `nothing`.
VariableIndex instantiate(Resolution& all, Body& caller, Block& out, std::uint32_t server,
                          const syntax::Operation& operation, const syntax::Expression& call,
                          const syntax::Statement& statement);
/// Arguments of the call, bound to the operation's parameters; scratch assignments go to `out`. None after a complaint.
std::optional<std::map<std::string, Binding>> bind_arguments(Resolution& all, Body& caller, Block& out,
                                                             std::uint32_t server, const syntax::Operation& operation,
                                                             const syntax::Expression& call, Call& shown);
const syntax::Operation* find_operation(Resolution& all, std::uint32_t server, const syntax::Expression& call);

// Statements (resolver_statements.cpp, resolver_control.cpp, resolver_steps.cpp, resolver_effects.cpp)

Block resolve_block(Resolution& all, Body& body, const syntax::Block& block);
void resolve_statement(Resolution& all, Body& body, Block& out, const syntax::Statement& statement);
/// Leaves a written-out `for` at its `break`: a loop that is never gone round again.
void make_leavable(Resolution& all, Block& out, Block rounds, const syntax::Statement& text);
/// `for m in S`, where S is a cell.
void resolve_walk(Resolution& all, Body& body, Block& out, const syntax::Statement& text);
/// Something in one round of a walk whose outcome may hang on the order of the rounds; none if there is nothing.
/// `member`: the variable that holds whose round it is; what was made after `known` variables is the round's own.
std::optional<Place> seen_order(const Block& round, VariableIndex member, std::size_t known);
bool resolve_control(Resolution& all, Body& body, Block& out, const syntax::Statement& statement);
bool resolve_step(Resolution& all, Body& body, Block& out, const syntax::Statement& statement);
/// A call that says what is done when it gets no answer, or how long it waits for one (resolver_timeouts.cpp).
bool has_time_limit(const syntax::Statement& statement);
void resolve_time_limit(Resolution& all, Body& body, Block& out, const syntax::Statement& statement);
/// The statement as it is where it gets its answer.
void resolve_answered(Resolution& all, Body& body, Block& out, const syntax::Statement& statement);
/// What is done at the end of the round, and the round before it.
void resolve_cleanup(Resolution& all, Body& body, Block& program);
/// May a second thread end the round?
void check_ends_of_threads(Resolution& all, const ClientKind& kind);
bool resolve_mark(Resolution& all, Body& body, Block& out, const syntax::Statement& statement);
/// The section's index in the client kind, which gets it if it is new.
std::uint32_t section_index(ClientKind& kind, const std::string& name);
void resolve_section(Resolution& all, Body& body, Block& out, const syntax::Statement& statement);
/// Second threads wait for the end of the body, with all of its variables.
void resolve_background(Resolution& all, Body& body, const syntax::Statement& statement);
void resolve_backgrounds(Resolution& all, Body& body);
void resolve_keep(Resolution& all, Body& body, const syntax::Statement& statement);
bool resolve_effect(Resolution& all, Body& body, Block& out, const syntax::Statement& statement);
/// Before a client writes a cell itself: is it nobody else's?
void ask_whose(Resolution& all, const Body& body, Block& out, VariableIndex cell, const syntax::Statement& text);
void resolve_assign(Resolution& all, Body& body, Block& out, const syntax::Statement& statement);
/// The variable that a name gets a value in: made if it is new. None after a complaint.
std::optional<VariableIndex> assigned_variable(Resolution& all, Body& body, const syntax::Expression& name,
                                               const std::optional<syntax::Type>& type);
bool is_store_room(const Body& body);
/// Does no path lead past the end of the block?
bool always_ends(const Block& block);
/// Is there a step anywhere in it?
bool makes_step(const Block& block);

// Clients, specs, expectations

/// `client slow like worker(busy = 20s)` is written out: each has a program, and all params that are its own.
syntax::Protocol with_programs(const syntax::Protocol& protocol);
void resolve_clients(Resolution& all);
void resolve_specs(Resolution& all);
void add_named_specs(Resolution& all);
Expression resolve_property(Resolution& all, Body& body, const syntax::Expression& expression);
Expression resolve_quantifier(Resolution& all, Body& body, const syntax::Expression& expression);
/// `c.leader`, where c is a client: its own variable. None if it is something else.
std::optional<Expression> resolve_client_variable(Resolution& all, Body& body, const syntax::Expression& expression);
Expression resolve_client_event(Resolution& all, Body& body, const syntax::Expression& expression);
/// The clients of a domain; none after a complaint, or where the protocol lacks it.
std::vector<ClientIndex> domain_clients(Resolution& all, Body& body, const syntax::Expression& domain);
void resolve_expectations(Resolution& all);

// The end (resolver_finish.cpp, resolver_loops.cpp, resolver_numbers.cpp)

/// Settles what was left open about kinds; complains where it cannot be.
void settle_kinds(Resolution& all);
/// Every expression and variable gets its kind; words get their values.
void finish(Resolution& all);
/// An instant must not be carried further at each turn of a loop.
void check_moving_instants(Resolution& all);
/// What integers there can be, by variable: they are put into the variables' kinds. Names those that may leave the
/// range that was declared, and complains of those that have none and need one.
std::vector<std::string> find_ranges(Resolution& all);
/// What may be none or missing is not added, ordered, handed over or written without a look (checks/missing.cpp).
void check_missing(Resolution& all);
/// A cell that holds an id at all times?
bool is_full_cell(const Resolution& all, VariableIndex variable);
void report_full_cell(Resolution& all, VariableIndex variable, const Place& place, const Place& call_place);
/// Where no `granted` is written: marks each step after which `critical` may be entered without another call.
void mark_grants(ClientKind& kind);
void number_steps(Model& model);
void warn_of_unused(Resolution& all);

/// Calls `visit` with every block of the model (outer ones first), and with every expression (operands after it).
template <typename Visit>
void each_block(Block& block, const Visit& visit) {
  visit(block);
  for (auto& statement : block)
    for (auto& inner : statement.blocks) each_block(inner, visit);
}
template <typename Visit>
void each_expression(Expression& expression, const Visit& visit) {
  visit(expression);
  for (auto& operand : expression.operands) each_expression(operand, visit);
}
/// All blocks of the model that are run: programs, heartbeats, disconnects.
std::vector<Block*> all_bodies(Model& model);

}  // namespace interlock::language
