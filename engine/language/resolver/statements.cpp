// Statements, one after another; and assignments, which all rooms have.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

using syntax::ExpressionForm;
using syntax::StatementForm;

namespace {

bool ends(const Statement& statement) {
  switch (statement.op) {
    case StatementOp::leave:
    case StatementOp::return_: return true;
    case StatementOp::if_:
    case StatementOp::either:
      return std::all_of(statement.blocks.begin(), statement.blocks.end(),
                         [](const Block& block) { return always_ends(block); });
    default: return false;
  }
}

}  // namespace

bool always_ends(const Block& block) { return std::any_of(block.begin(), block.end(), ends); }

Block resolve_block(Resolution& all, Body& body, const syntax::Block& block) {
  Block out;
  for (const auto& statement : block) {
    if (is_too_many(TextLimit::statements, all.statements)) {
      report_size(all, body.call_place.line == 0 ? statement.place : body.call_place);
      return out;
    }
    const std::size_t before = out.size();
    resolve_statement(all, body, out, statement);
    const bool ended = is_store_room(body) && out.size() > before && always_ends(out);
    if (ended) break;  // what stands behind is for other calls
  }
  return out;
}

namespace {

std::optional<std::string> taken_by(const Resolution& all, const Body& body, const std::string& name) {
  if (all.groups.count(name) > 0) return "a server";
  if (is_param(all, body, name)) return "a param";
  return std::nullopt;
}

std::optional<VariableIndex> new_local(Resolution& all, Body& body, const syntax::Expression& name) {
  if (!is_store_room(body)) {
    if (const auto other = taken_by(all, body, name.text)) {
      report(all, "E0236", fmt::format("{} is {}: a variable needs a name of its own", name.text, *other), name.place);
      return std::nullopt;
    }
  }
  const VariableIndex index = add_scratch(all, name.text, name.place);
  if (!is_store_room(body) && !body.in_walk) {
    all.model.variables[index].scope = Scope::local;
    all.model.variables[index].owner = body.kind;
    all.facts[index].is_read = false;
  }
  body.locals[name.text] = index;
  return index;
}

void say_kind(Resolution& all, Body& body, VariableIndex variable, const syntax::Type& type) {
  const syntax::Store* store = is_store_room(body) ? all.servers[body.server].store : nullptr;
  const CellType cell = resolve_type(all, store, type);
  const std::string& name = all.model.variables[variable].name;
  if (cell.shape != Shape::scalar || !cell.fields.empty()) {
    report(all, "E0237", fmt::format("{} is a variable: it holds a plain value", name), type.place);
    return;
  }
  join(all, body, all.facts[variable].value, cell.value, fmt::format("{} has had another kind above", name),
       type.place);
  if (cell.optional) all.kinds.may_be(all.facts[variable].value, "none");
  if (cell.range) all.facts[variable].range = cell.range;
}

}  // namespace

std::optional<VariableIndex> assigned_variable(Resolution& all, Body& body, const syntax::Expression& target,
                                               const std::optional<syntax::Type>& type) {
  const syntax::Expression name = variable_of_server(all, body, target).value_or(target);
  if (body.parameters.count(name.text) > 0) {
    report(all, "E0238", fmt::format("{} is a parameter: it cannot be changed", name.text), name.place);
    return std::nullopt;
  }
  const auto known = body.locals.find(name.text);
  const auto variable = known == body.locals.end() ? new_local(all, body, name) : std::optional(known->second);
  if (variable && type) say_kind(all, body, *variable, *type);
  return variable;
}

namespace {

/// The value behind `=`, `+=` or `-=`, when what was there before is known.
Expression new_value(Resolution& all, Body& body, const syntax::Statement& text, Expression before) {
  Expression value = resolve_expression(all, body, *text.value);
  if (is_infinity(value)) {
    report(all, "E0239", "inf is a score bound, not a value", text.value->place);
    value = poisoned(all, text.value->place);
  }
  if (text.text == "=" || text.text.empty()) return value;
  const ExpressionOp op = text.text == "+=" ? ExpressionOp::add : ExpressionOp::subtract;
  return make_sum(all, body, op, std::move(before), std::move(value), text.place);
}

bool changes(const syntax::Statement& text) { return text.text == "+=" || text.text == "-="; }

void assign_local(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  hoist_calls(all, body, out, {&*text.value}, text);
  Expression before;
  if (changes(text)) before = resolve_expression(all, body, *text.target);
  Expression value = new_value(all, body, text, std::move(before));
  const bool is_answer = !body.hoisted.empty();
  body.hoisted.clear();
  const auto variable = assigned_variable(all, body, *text.target, text.type);
  if (!variable) return;
  if (is_answer) all.facts[*variable].is_read = true;  // it says what was asked for: no reason to warn
  Statement statement = assign(all, body, *variable, std::move(value), text.place);
  statement.comment = text.comment;
  out.push_back(std::move(statement));
}

/// S[K] = V.
void put_in_map(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  const syntax::Expression& target = *text.target;
  const auto map = expect_cell(all, body, target.operands[0]);
  Expression key = resolve_expression(all, body, target.operands[1]);
  Expression before;
  if (changes(text)) before = resolve_look(all, body, target);
  Expression value = new_value(all, body, text, std::move(before));
  if (!map) return;
  const Variable& variable = all.model.variables[*map];
  if (variable.shape != Shape::map) {
    report(all, "E0312", fmt::format("{} is {}: [ ] needs a map", variable.name, describe_shape(variable.shape, false)),
           target.place);
    return;
  }
  fit(all, body, all.facts[*map].key, key, fmt::format("a key of {}", variable.name));
  fit(all, body, all.facts[*map].value, value, fmt::format("a value of {}", variable.name));
  all.kinds.flow(slot_of(key), all.facts[*map].key);
  all.kinds.flow(slot_of(value), all.facts[*map].value);
  Statement statement = make_statement(all, StatementOp::map_put, text);
  statement.variable = *map;
  statement.expressions = {std::move(key), std::move(value)};
  out.push_back(std::move(statement));
}

void write_cell(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (text.target->form == ExpressionForm::element) return put_in_map(all, body, out, text);
  const auto cell = expect_cell(all, body, *text.target);
  if (!cell) return;
  Expression before;
  if (changes(text)) before = read_cell(all, body, *cell, text.target->place);
  Expression value = new_value(all, body, text, std::move(before));
  const Variable& variable = all.model.variables[*cell];
  if (variable.shape != Shape::scalar && variable.shape != Shape::expiring) {
    report_kind(
        all, "E0312",
        fmt::format("{} is {}: it is not written as a whole", variable.name, describe_shape(variable.shape, false)),
        text.target->place, body.call_place);
    return;
  }
  fit(all, body, all.facts[*cell].value, value, variable.name);
  all.kinds.flow(slot_of(value), all.facts[*cell].value);
  ask_whose(all, body, out, *cell, text);
  Statement statement = make_statement(all, StatementOp::write, text);
  statement.variable = *cell;
  statement.flag = text.flag;
  statement.expressions.push_back(std::move(value));
  out.push_back(std::move(statement));
}

/// SERVER.CELL = V outside an atomic block: a step of its own.
void write_as_step(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (!check_lone_write(all, body, *text.target, *text.value)) return;
  if (changes(text)) {
    report(all, "E0211", "this reads the cell and writes it: two steps", text.place,
           {{"if the server does it as one, put it in atomic { }"}, {}, ""});
    return;
  }
  body.hoisted.clear();
  const bool keyed = text.target->form == ExpressionForm::element;
  hoist_clock(all, body, out, {&*text.value, keyed ? &text.target->operands[1] : nullptr}, text);
  Statement step = make_statement(all, StatementOp::call, text);
  step.place = text.target->place;
  step.blocks.emplace_back();
  const syntax::Expression& target = *text.target;
  const auto path = cell_path(all, body, target.form == ExpressionForm::element ? target.operands[0] : target);
  body.room = Room::atomic;
  body.server = nothing;
  write_cell(all, body, step.blocks[0], text);
  body.room = Room::client;
  body.hoisted.clear();
  if (!path || step.blocks[0].empty()) return;
  step.server = path->server;
  Call call;
  call.server = path->server;
  call.arguments.push_back({path->name, {step.blocks[0].back().expressions.back()}});
  step.calls.push_back(std::move(call));
  out.push_back(std::move(step));
}

bool targets_cell(const Resolution& all, const Body& body, const syntax::Expression& target) {
  if (variable_of_server(all, body, target)) return false;
  if (target.form == ExpressionForm::name) return cell_path(all, body, target).has_value();
  return true;
}

}  // namespace

void resolve_assign(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (!text.target || !text.value) return;
  if (!targets_cell(all, body, *text.target)) return assign_local(all, body, out, text);
  if (text.type) report(all, "E0237", "a cell's kind is said where its server is", text.type->place);
  const bool named =
      is_store_room(body) ||
      cell_path(all, body, text.target->form == ExpressionForm::element ? text.target->operands[0] : *text.target);
  if (body.room == Room::client && named) return write_as_step(all, body, out, text);
  hoist_calls(all, body, out, {&*text.value}, text);
  write_cell(all, body, out, text);
  body.hoisted.clear();
}

void resolve_statement(Resolution& all, Body& body, Block& out, const syntax::Statement& statement) {
  if (&statement == body.cleanup) return;
  if (has_time_limit(statement)) return resolve_time_limit(all, body, out, statement);
  resolve_answered(all, body, out, statement);
}

void resolve_answered(Resolution& all, Body& body, Block& out, const syntax::Statement& statement) {
  if (statement.form == StatementForm::finally_) {
    report(all, "E0288", "finally stands at the end of a client's body, outside of all blocks", statement.place,
           {{"it is done when the round ends, in whatever way but a crash"}, {}, ""});
    return;
  }
  if (statement.form == StatementForm::assign) return resolve_assign(all, body, out, statement);
  if (resolve_control(all, body, out, statement)) return;
  if (resolve_step(all, body, out, statement)) return;
  if (resolve_mark(all, body, out, statement)) return;
  resolve_effect(all, body, out, statement);
}

}  // namespace interlock::language
