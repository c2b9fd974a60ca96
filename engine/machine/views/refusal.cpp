#include "engine/machine/views/refusal.hpp"

#include "engine/language/walk.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace interlock::machine {

using namespace language;

namespace {

constexpr std::array known_faults{FaultKind::pause, FaultKind::crash, FaultKind::skew, FaultKind::drift};

constexpr std::array known_statements{
    StatementOp::call,    StatementOp::atomic,    StatementOp::when,    StatementOp::retry,   StatementOp::work,
    StatementOp::sleep,   StatementOp::operation, StatementOp::leave,   StatementOp::if_,     StatementOp::loop,
    StatementOp::break_,  StatementOp::continue_, StatementOp::return_, StatementOp::either,  StatementOp::section,
    StatementOp::assign,  StatementOp::assert_,   StatementOp::witness, StatementOp::granted, StatementOp::fence,
    StatementOp::write,   StatementOp::clear,     StatementOp::expire,  StatementOp::persist, StatementOp::watch,
    StatementOp::unwatch, StatementOp::add,       StatementOp::remove};

/// Of a server's cells and the client that runs.
constexpr std::array known_expressions{
    ExpressionOp::literal, ExpressionOp::read,       ExpressionOp::add,      ExpressionOp::subtract,
    ExpressionOp::negate,  ExpressionOp::next,       ExpressionOp::equal,    ExpressionOp::not_equal,
    ExpressionOp::less,    ExpressionOp::less_equal, ExpressionOp::greater,  ExpressionOp::greater_equal,
    ExpressionOp::and_,    ExpressionOp::or_,        ExpressionOp::not_,     ExpressionOp::present,
    ExpressionOp::rest,    ExpressionOp::writer,     ExpressionOp::caller,   ExpressionOp::caller_grant,
    ExpressionOp::touched, ExpressionOp::round,      ExpressionOp::fresh_id, ExpressionOp::choose,
    ExpressionOp::contains};

template <class List, class Op>
bool is_among(const List& list, Op op) {
  return std::find(list.begin(), list.end(), op) != list.end();
}

bool is_equality(ExpressionOp op) { return op == ExpressionOp::equal || op == ExpressionOp::not_equal; }

bool names_one_client(const Expression& part) {
  return part.op == ExpressionOp::caller ||
         (part.op == ExpressionOp::literal && part.kind.base == Base::client && part.value >= 0);
}

}  // namespace

bool asks_for_unseen(const Expression& whole) {
  if (whole.op == ExpressionOp::writer || whole.op == ExpressionOp::writer_of) return true;
  const auto asks_for_named = [&](std::size_t one, std::size_t other) {
    return is_equality(whole.op) && whole.operands[one].op == ExpressionOp::writer &&
           names_one_client(whole.operands[other]);
  };
  if (whole.operands.size() == 2 && (asks_for_named(0, 1) || asks_for_named(1, 0))) return false;
  return std::any_of(whole.operands.begin(), whole.operands.end(), asks_for_unseen);
}

bool is_of_one(ExpressionOp op) { return is_among(known_expressions, op); }

namespace {

std::string why_not(const Expression& whole) {
  std::string why;
  for_each_expression(whole, [&](const Expression& part) {
    if (!is_among(known_expressions, part.op) || part.client != nothing || part.other != nothing)
      why = "it asks for what others do";
  });
  if (why.empty() && asks_for_unseen(whole)) why = "it asks who wrote a cell, whoever that is";
  return why;
}

// All fields are named here, of what a client is and does. Whoever adds one has to think of clients that are not seen
// before it compiles: does a step still see and change the servers and one client only? If not, it is refused.

std::string why_not(const Statement& statement) {
  const auto& [op, place, comment, name, step, variable, second, third, server, section, flag, unless_given, span,
               every, expressions, blocks, calls] = statement;
  // A `when` that gives up, and a `retry until atomic`, are newer than this.
  const bool gives_up = op == StatementOp::when && span.low != unbounded;
  const bool is_atomic_retry = op == StatementOp::retry && flag;
  std::string why;
  if (gives_up || is_atomic_retry || !is_among(known_statements, op))
    why = "it has a statement that is not looked at in that way";
  for (const Expression& whole : expressions)
    if (std::string inner = why_not(whole); !inner.empty()) why = std::move(inner);
  return why;
}

std::string why_not(const ClientKind& kind) {
  // No fault strikes one that is steady, which takes nothing more to see than its kind.
  const auto& [name, place, count, steady, sections, has_critical, is_once, is_daemon, says_granted, says_queued,
               deadlines, program, backgrounds, kept] = kind;
  std::string why = is_once ? "some have one round only" : is_daemon ? "some never rest" : "";
  for (const Kept& one : kept)
    if (std::string inner = why_not(one.condition); !inner.empty()) why = std::move(inner);
  return why;
}

bool is_known(const Variable& variable) {
  switch (variable.scope) {
    case Scope::server:
    case Scope::connection:
    case Scope::local:
    case Scope::scratch: return true;
  }
  return false;
}

/// What the programs, and what is asserted in them, say.
std::string why_not(const Model& model) {
  std::string why;
  const auto take = [&](std::string one) {
    if (!one.empty()) why = std::move(one);
  };
  for_each_statement(model, [&](const Statement& statement) { take(why_not(statement)); });
  for (const ClientKind& kind : model.kinds) take(why_not(kind));
  for (const Variable& variable : model.variables)
    if (!is_known(variable)) why = "something is kept that is not looked at in that way";
  return why;
}

std::string why_not(const Layout& layout, const NormalFormRules& rules) {
  for (const Container& container : layout.containers)
    if (!can_be_open(layout, container)) return "clients stand in a ranked set, a map or a queue";
  std::vector<bool> is_writer(layout.fields.size(), false);
  for (const Cell& cell : layout.cells)
    if (cell.writer != no_register) is_writer[cell.writer] = true;
  for (Register word = 0; word < layout.fields.size(); ++word) {
    switch (layout.fields[word].role) {
      case Role::plain:
      case Role::identity:
      case Role::token:
      case Role::timer:
      case Role::lease: break;
      case Role::instant: return "moments are kept that clocks showed";
      case Role::client:
        if (!is_writer[word]) return "a client's name is kept";
        break;
    }
  }
  if (rules.token_gap > 1) return "it is asked how far apart tokens are";
  for (std::size_t token_class = 0; token_class < rules.true_gaps.size(); ++token_class)
    if (rules.true_gaps[token_class]) return "a counter may begin anew";
  return {};
}

bool are_alike(const Field& one, const Field& other) {
  return one.role == other.role && one.token_class == other.token_class && one.has_unset == other.has_unset;
}

/// Are moments told from each other in the same way? Where something hangs on the order of what each client keeps, time
/// is counted in smaller steps the more clients there are.
bool count_time_alike(const Machine& one, const Machine& other) {
  const Ticks& left = one.parts().blueprint.ticks;
  const Ticks& right = other.parts().blueprint.ticks;
  return left.microseconds == right.microseconds && left.longest == right.longest && left.horizon == right.horizon;
}

/// Words and code but for where things stand.
bool are_alike(const Machine& one, const Machine& other) {
  const Blueprint& left = one.parts().blueprint;
  const Blueprint& right = other.parts().blueprint;
  const Register servers = left.layout.clients.front().begin;
  if (servers != right.layout.clients.front().begin || left.layout.extras != right.layout.extras) return false;
  for (Register word = 0; word < servers; ++word)
    if (!are_alike(left.layout.fields[word], right.layout.fields[word])) return false;
  const auto same_code = [](const Program& first, const Program& second) {
    return std::equal(first.code.begin(), first.code.end(), second.code.begin(), second.code.end(),
                      [](const Instruction& a, const Instruction& b) { return a.op == b.op; }) &&
           first.locations.size() == second.locations.size();
  };
  for (const Client& client : left.model.clients) {
    const auto is_it = [&](const Client& twin) { return twin.kind == client.kind && twin.number == client.number; };
    const auto found = std::find_if(right.model.clients.begin(), right.model.clients.end(), is_it);
    if (found == right.model.clients.end()) return false;
    const auto place = [](const auto& all, const auto& here) { return static_cast<std::size_t>(&*here - all.data()); };
    const std::size_t first = static_cast<std::size_t>(&client - left.model.clients.data());
    const std::size_t second = place(right.model.clients, found);
    if (!same_code(one.parts().programs[first], other.parts().programs[second])) return false;
    const ClientWords& a = left.layout.clients[first];
    const ClientWords& b = right.layout.clients[second];
    if (a.end - a.begin != b.end - b.begin) return false;
    for (Register word = a.begin; word < a.end; ++word)
      if (!are_alike(left.layout.fields[word], right.layout.fields[b.begin + (word - a.begin)])) return false;
  }
  return true;
}

}  // namespace

std::string why_no_views(const ViewMachines& machines, std::uint32_t kind) {
  const Blueprint& blueprint = machines.view.parts().blueprint;
  for (const Fault& fault : blueprint.scenario.faults)
    if (!is_among(known_faults, fault.kind)) return fmt::format("{} is not looked at in that way", fault.name());
  if (!count_time_alike(machines.shared, machines.view) || !count_time_alike(machines.view, machines.glued))
    return "with more of them it hangs on smaller differences of time";
  if (blueprint.model.kinds[kind].says_queued) return "clients queue";
  if (std::string why = why_not(blueprint.layout, normal_form_rules(blueprint, false)); !why.empty()) return why;
  if (std::string why = why_not(blueprint.model); !why.empty()) return why;
  if (!blueprint.ticks.is_exact) return "time is looked at in steps";
  if (!are_alike(machines.shared, machines.view) || !are_alike(machines.view, machines.glued))
    return "it says something else of more clients";
  return {};
}

}  // namespace interlock::machine
