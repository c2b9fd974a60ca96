#include "engine/evaluator/describe.hpp"

#include "engine/evaluator/path.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "engine/language/walk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

namespace {

/// a, b, ... z, aa, ab: in the order in which they were made.
std::string id_text(Value id) {
  if (id <= 0) return "none";
  std::string letters;
  for (; id > 0; id = (id - 1) / 26) letters.insert(letters.begin(), static_cast<char>('a' + (id - 1) % 26));
  return letters;
}

std::string extra_text(const Kind& kind, Value value) {
  const auto index = static_cast<std::size_t>(value - none);
  return index < kind.extra.size() ? kind.extra[index] : "none";
}

/// As it is written in a model: no space before the unit.
std::string source_text(const Model& model, const Kind& kind, Value value) {
  std::string text = value_text(model, kind, value);
  if (kind.base == Base::duration) std::erase(text, ' ');
  return text;
}

bool is_hidden(const Variable& variable) { return variable.name.starts_with('('); }

}  // namespace

std::string value_text(const Model& model, const Kind& kind, Value value) {
  if (is_extra(value)) return extra_text(kind, value);
  switch (kind.base) {
    case Base::boolean: return value != 0 ? "true" : "false";
    case Base::cases: {
      const auto index = static_cast<std::size_t>(value);
      return index < kind.names.size() ? kind.names[index] : std::to_string(value);
    }
    case Base::identity: return id_text(value);
    case Base::client: return client_name(model, static_cast<ClientIndex>(value));
    case Base::instant: return value == never ? "never" : duration_text(value);
    case Base::duration: return duration_text(value);
    case Base::integer:
    case Base::token: break;
  }
  return std::to_string(value);
}

std::string client_name(const Model& model, ClientIndex client) {
  if (client >= model.clients.size()) return "nobody";
  const auto& [kind, number] = model.clients[client];
  return fmt::format("{} {}", model.kinds[kind].name, number);
}

std::string argument_text(const Reader& look, const Call& call, const CallArgument& argument) {
  std::string text = argument.text;
  if (argument.value.empty()) return text;
  if (!text.empty()) text += call.operation.empty() ? " = " : " ";
  const Expression& value = argument.value[0];
  return text + source_text(look.model, value.kind, look.value(value));
}

std::string call_text(const Call& call, const std::vector<std::string>& arguments) {
  const std::string list = fmt::format("{}", fmt::join(arguments, ", "));
  return call.operation.empty() ? list : fmt::format("{}({})", call.operation, list);
}

namespace {

/// What is so where `op` is not.
std::string_view opposite_sign(ExpressionOp op) {
  if (op == ExpressionOp::equal) return "is not";
  if (op == ExpressionOp::not_equal) return "=";
  if (op == ExpressionOp::less) return ">=";
  if (op == ExpressionOp::less_equal) return ">";
  if (op == ExpressionOp::greater) return "<=";
  return op == ExpressionOp::greater_equal ? "<" : "";
}

/// "version 1", "rank 2", "3": the value with the name that it has in the text, if it has one.
std::string named_value(const Reader& look, const Expression& side) {
  const std::string value = value_text(look.model, side.kind, look.value(side));
  if (side.op == ExpressionOp::caller_grant) return "grant " + value;
  if (side.op == ExpressionOp::rank) return "rank " + value;
  const bool is_named = side.op == ExpressionOp::read && !is_hidden(look.model.variables[side.variable]);
  return is_named ? fmt::format("{} {}", look.model.variables[side.variable].name, value) : value;
}

}  // namespace

std::string why_false(const Reader& look, const Expression& condition) {
  if (condition.op == ExpressionOp::and_ || condition.op == ExpressionOp::or_) {
    for (const Expression& part : condition.operands) {
      const std::string why = look.truth(part) ? "" : why_false(look, part);
      if (!why.empty()) return why;
    }
  }
  const std::string_view sign = opposite_sign(condition.op);
  if (sign.empty()) return "";
  const Expression &left = condition.operands[0], &right = condition.operands[1];
  const bool is_writer = left.op == ExpressionOp::writer || left.op == ExpressionOp::writer_of;
  const bool is_caller = right.op == ExpressionOp::caller && condition.op == ExpressionOp::equal;
  if (is_writer && is_caller)
    return fmt::format("put there by {}, not by {}", value_text(look.model, left.kind, look.value(left)),
                       value_text(look.model, right.kind, look.value(right)));
  return fmt::format("{} {} {}", named_value(look, left), sign, named_value(look, right));
}

namespace {

/// Grants are bookkeeping of a property: the numbers that a `caller grant` gives.
std::vector<bool> holds_grants(const Model& model) {
  std::vector<bool> grants(model.variables.size(), false);
  for_each_statement(model, [&](const Statement& statement) {
    const bool is_grant = statement.op == StatementOp::write && !statement.expressions.empty() &&
                          statement.expressions[0].op == ExpressionOp::caller_grant;
    if (is_grant) grants[statement.variable] = true;
  });
  return grants;
}

}  // namespace

std::vector<VariableIndex> shown_variables(const Model& model) {
  std::vector<VariableIndex> shown;
  for (VariableIndex index{0}; index < model.variables.size(); ++index)
    if (model.variables[index].scope == Scope::server && !is_hidden(model.variables[index])) shown.push_back(index);
  std::stable_sort(shown.begin(), shown.end(), [&](VariableIndex left, VariableIndex right) {
    return model.variables[left].owner < model.variables[right].owner;
  });
  return shown;
}

std::vector<ShownCell> shown_cells(const Model& model) {
  const std::vector<bool> grants = holds_grants(model);
  std::vector<ShownCell> cells;
  for (const VariableIndex index : shown_variables(model)) {
    const Variable& variable = model.variables[index];
    const bool holds_one = variable.shape == Shape::scalar || variable.shape == Shape::expiring;
    cells.push_back(
        {variable.owner, variable.name, variable.shape, holds_one && variable.kind.base == Base::token, grants[index]});
  }
  return cells;
}

ClientView describe_client(const Model& model, const State& state, ClientIndex index) {
  const Client& client = state.clients[index];
  const ClientKind& kind = model.kinds[model.clients[index].kind];
  ClientView view;
  view.in_round = client.threads[0].active;
  view.inside_critical = is_inside(model, state, index, 0);
  for (std::uint32_t section = 1; section < kind.sections.size(); ++section)
    if (is_inside(model, state, index, section) && !kind.sections[section].starts_with('('))
      view.sections.push_back(kind.sections[section]);
  view.waiting_for_lock = view.in_round && !client.been_critical;
  const Statement* here = statement_at(kind.program, client.threads[0].path);
  view.working = here && (here->op == StatementOp::work || here->op == StatementOp::sleep);
  view.paused = client.is_paused(state.now);
  view.crashed = client.crashed;
  view.gone = client.gone;
  view.clock_offset = client.offset;
  if (!view.in_round) return view;
  for (const auto& [name, cell] : state.cells) {
    const Variable& variable = model.variables[name.variable];
    const bool is_mine = name.client == index && variable.scope == Scope::local && !is_hidden(variable);
    if (is_mine && variable.kind.base == Base::identity && cell.value > 0 && view.id.empty())
      view.id = value_text(model, variable.kind, cell.value);
  }
  if (client.grant_token != 0 && !is_extra(client.grant_token)) view.token = std::to_string(client.grant_token);
  return view;
}

CellView describe_cell(const Model& model, const State& state, VariableIndex index) {
  const Variable& variable = model.variables[index];
  const Cell& cell = state.cells.at({index, nothing});
  CellView view;
  if (variable.shape == Shape::scalar || variable.shape == Shape::expiring) {
    view.present = cell.value != none;
    view.value = view.present ? value_text(model, variable.kind, cell.value) : "absent";
    view.owner = cell.writer;
    view.deadline = cell.deadline;
    return view;
  }
  const bool has_values = variable.shape == Shape::map || variable.shape == Shape::ranked;
  const Kind& member_kind = variable.shape == Shape::map ? variable.key : variable.kind;
  const Kind& value_kind = variable.shape == Shape::map ? variable.kind : variable.key;
  std::vector<std::string> members;
  for (const Member& member : cell.members) {
    view.members.push_back({value_text(model, member_kind, member.key),
                            has_values ? value_text(model, value_kind, member.value) : "", member.writer});
    members.push_back(has_values ? view.members.back().member + " " + view.members.back().score
                                 : view.members.back().member);
  }
  view.present = !members.empty();
  view.value = view.present ? fmt::format("[{}]", fmt::join(members, ", ")) : "empty";
  return view;
}

View describe(const Model& model, const State& state) {
  View view;
  const std::vector<VariableIndex> shown = shown_variables(model);
  for (ClientIndex client{0}; client < state.clients.size(); ++client) {
    view.clients.push_back(describe_client(model, state, client));
    const Client& one = state.clients[client];
    const auto cell = std::find(shown.begin(), shown.end(), one.lease_cell);
    if (one.has_lease && cell != shown.end())
      view.clients.back().lease = static_cast<std::size_t>(cell - shown.begin());
  }
  for (const VariableIndex index : shown) view.cells.push_back(describe_cell(model, state, index));
  return view;
}

std::string text(const Model& model, const CellView& cell) {
  std::string text = cell.value;
  if (cell.owner != nothing) text += fmt::format(" ({})", client_name(model, cell.owner));
  if (cell.deadline) text += " until " + duration_text(*cell.deadline);
  return text;
}

std::vector<Change> changes(const Model& model, const View& before, const View& after) {
  std::vector<Change> changed;
  const auto cells = shown_cells(model);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string from = text(model, before.cells[i]);
    const std::string to = text(model, after.cells[i]);
    if (from != to) changed.push_back({model.servers[cells[i].server].name + "." + cells[i].name, from, to});
  }
  return changed;
}

}  // namespace interlock::evaluator
