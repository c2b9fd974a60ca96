// Calls inside expressions: each is moved before its statement, because it is a step of its own.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <utility>

namespace interlock::language {

namespace {

using syntax::ExpressionForm;

/// An access to a server in an expression, and whether an `and` or `or` decides if it is made.
struct Access {
  const syntax::Expression* expression = nullptr;
  bool depends = false;
};

void collect(const Resolution& all, const Body& body, const syntax::Expression& text, bool depends,
             std::vector<Access>& out) {
  const bool access = is_access(all, body, text);
  const bool connective = text.form == ExpressionForm::binary && (text.text == "and" || text.text == "or");
  for (std::size_t index = 0; index < text.operands.size(); ++index) {
    const auto& operand = text.operands[index];
    if (access && (text.form == ExpressionForm::call || text.form == ExpressionForm::member)) continue;
    if (access && &operand == &container_of(text)) continue;
    collect(all, body, operand, depends || (connective && index > 0), out);
  }
  for (const auto& argument : text.arguments)
    for (const auto& value : argument.value) {
      const bool is_cell = value.form == ExpressionForm::member && cell_path(all, body, value);
      if (!is_cell) collect(all, body, value, depends, out);
    }
  if (access) out.push_back({&text, depends});
}

void complain_of_two(Resolution& all, const Access& first, const Access& second) {
  const bool calls = first.expression->form == ExpressionForm::call && second.expression->form == ExpressionForm::call;
  Explanation more;
  more.notes.push_back({first.expression->place, calls ? "first call" : "first access"});
  more.under = calls ? "second call" : "second access";
  more.help.push_back("each is a step of its own, and others may step between them: give each a line, n = ...");
  more.help.push_back("if the server runs them as one (a script, MULTI), put them in atomic { }");
  report(all, "E0211", fmt::format("two {} in one statement", calls ? "server calls" : "accesses to a server"),
         second.expression->place, std::move(more));
}

/// Reports what is wrong with them; true if nothing is.
bool check(Resolution& all, const Body& body, const std::vector<Access>& accesses) {
  bool fine = true;
  if (body.room == Room::client && accesses.size() > 1) {
    complain_of_two(all, accesses[0], accesses[1]);
    fine = false;
  }
  for (const auto& access : accesses) {
    if (!access.depends || access.expression->form != ExpressionForm::call) continue;
    report(all, "E0212", "a call behind 'and' or 'or' may not be made", access.expression->place,
           {{"say when it is made: an if inside an if"}, {}, ""});
    fine = false;
  }
  if (fine && body.checks && !accesses.empty()) {
    report(all, "E0216", "a check makes no step of its own", accesses[0].expression->place,
           {{"read it before, x = ..., or check inside atomic { }"}, {}, ""});
    fine = false;
  }
  return fine;
}

/// A plain read of a cell: the answer is its value.
VariableIndex read_plainly(Resolution& all, Body& body, Statement& step, const syntax::Expression& text,
                           const syntax::Statement& from) {
  const syntax::Expression& cell = looks_into_cell(text) ? container_of(text) : text;
  const auto path = cell_path(all, body, cell);
  const Room before = std::exchange(body.room, Room::keep);
  Expression value = resolve_expression(all, body, text);
  body.room = before;
  if (!path) return nothing;
  Call call;
  call.server = path->server;
  call.arguments.push_back({looks_into_cell(text) ? fmt::format("{} {}", text.text, path->name) : path->name, {}});
  call.answer = add_scratch(all, fmt::format("({})", path->name), text.place);
  Statement got = assign(all, body, call.answer, std::move(value), text.place);
  got.comment = from.comment;
  step.server = path->server;
  const VariableIndex answer = call.answer;
  step.calls.push_back(std::move(call));
  step.blocks[0].push_back(std::move(got));
  return answer;
}

std::optional<std::uint32_t> called_server(Resolution& all, Body& body, const syntax::Expression& call) {
  const auto& owner = call.operands[0];
  const auto server = find_server(all, body, owner);
  if (server) return server;
  std::vector<std::string> known;
  for (const auto& [name, group] : all.groups) known.push_back(name);
  for (const auto& [name, alias] : body.aliases) known.push_back(name);
  if (all.groups.count(owner.text) > 0 && all.groups.at(owner.text).is_array)
    report(all, "E0217", fmt::format("{} is an array of servers", owner.text), owner.place,
           {{fmt::format("for each of them: for n in {} {{ }}", owner.text)}, {}, ""});
  else if (owner.text == "time" && owner.form == ExpressionForm::name && all.groups.count(owner.text) == 0)
    report(all, "E0202", "there is no server time", owner.place,
           {{call.text == "sleep" ? "write sleep 1s" : "write now: this client's own clock"}, {}, ""});
  else if (all.groups.count(owner.text) == 0)
    report_unknown(all, "E0202", "server", owner.text, owner.place, known);
  return std::nullopt;
}

VariableIndex call_operation(Resolution& all, Body& body, Block& out, const syntax::Expression& call,
                             const syntax::Statement& from, std::uint32_t& server_called) {
  const auto server = called_server(all, body, call);
  if (!server) return nothing;
  server_called = *server;
  use_server(all, body, *server, call.operands[0].place);
  const syntax::Operation* operation = find_operation(all, *server, call);
  if (!operation) return nothing;
  return instantiate(all, body, out, *server, *operation, call, from);
}

}  // namespace

namespace {

void collect_clocks(const syntax::Expression& text, std::vector<const syntax::Expression*>& out) {
  if (text.form == ExpressionForm::now) out.push_back(&text);
  for (const auto& operand : text.operands) collect_clocks(operand, out);
  for (const auto& argument : text.arguments)
    for (const auto& value : argument.value) collect_clocks(value, out);
}

}  // namespace

bool names_clock(const syntax::Expression& expression) {
  std::vector<const syntax::Expression*> clocks;
  collect_clocks(expression, clocks);
  return !clocks.empty();
}

void hoist_clock(Resolution& all, Body& body, Block& out, const std::vector<const syntax::Expression*>& expressions,
                 const syntax::Statement& from) {
  if (body.room != Room::client || body.checks) return;
  std::vector<const syntax::Expression*> clocks;
  for (const auto* expression : expressions)
    if (expression) collect_clocks(*expression, clocks);
  if (clocks.empty()) return;
  const Place& place = clocks.front()->place;
  const VariableIndex reading = hidden_local(all, body.kind, clocks.front(), "(now)", place);
  Statement clock =
      assign(all, body, reading, make(all, ExpressionOp::now, all.kinds.known(Base::instant), place), from.place);
  clock.op = StatementOp::clock;
  clock.comment = from.comment;
  out.push_back(std::move(clock));
  for (const auto* each : clocks) body.hoisted.push_back({each, reading});
}

bool check_lone_write(Resolution& all, const Body& body, const syntax::Expression& target,
                      const syntax::Expression& value) {
  std::vector<Access> accesses;
  collect(all, body, value, false, accesses);
  if (target.form == ExpressionForm::element) collect(all, body, target.operands[1], false, accesses);
  if (accesses.empty()) return true;
  complain_of_two(all, {&target, false}, accesses[0]);
  return false;
}

bool is_access(const Resolution& all, const Body& body, const syntax::Expression& expression) {
  if (expression.form == ExpressionForm::call) return true;
  if (body.room != Room::client) return false;
  const syntax::Expression& cell = looks_into_cell(expression) ? container_of(expression) : expression;
  return cell.form == ExpressionForm::member && cell_path(all, body, cell).has_value();
}

VariableIndex access_server(Resolution& all, Body& body, Block& out, const syntax::Expression& text,
                            const syntax::Statement& from) {
  std::uint32_t server = nothing;
  if (body.room != Room::client) return call_operation(all, body, out, text, from, server);
  Statement step = make_statement(all, StatementOp::call, from);
  step.place = text.place;
  step.blocks.emplace_back();
  VariableIndex answer = nothing;
  if (text.form == ExpressionForm::call) {
    answer = call_operation(all, body, step.blocks[0], text, from, server);
    step.server = server;
  } else {
    answer = read_plainly(all, body, step, text, from);
  }
  out.push_back(std::move(step));
  return answer;
}

void hoist_calls(Resolution& all, Body& body, Block& out, const std::vector<const syntax::Expression*>& expressions,
                 const syntax::Statement& statement) {
  body.hoisted.clear();
  if (body.room != Room::client && body.room != Room::atomic && body.room != Room::when) return;
  hoist_clock(all, body, out, expressions, statement);
  std::vector<Access> accesses;
  for (const auto* expression : expressions)
    if (expression) collect(all, body, *expression, false, accesses);
  if (!check(all, body, accesses)) {
    for (const auto& access : accesses) body.hoisted.push_back({access.expression, nothing});
    return;
  }
  for (const auto& access : accesses) {
    const VariableIndex answer = access_server(all, body, out, *access.expression, statement);
    body.hoisted.push_back({access.expression, answer});
  }
}

}  // namespace interlock::language
