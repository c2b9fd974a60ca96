#include "tests/language/model_text.hpp"

#include <fmt/format.h>

#include <array>

#include "engine/language/resolver/resolver.hpp"

namespace interlock::language::tests {
namespace {

constexpr std::array<const char*, 8> bases{"bool", "int", "cases", "id", "client", "token", "instant", "duration"};

constexpr std::array<const char*, 47> expression_words{
    "literal",     "read",     "now",    "true time", "add",    "subtract", "negate",       "next",
    "==",          "!=",       "<",      "<=",        ">",      ">=",       "and",          "or",
    "not",         "present",  "rest",   "contains",  "count",  "rank",     "score",        "first",
    "in front of", "member",   "at",     "writer",    "writer", "caller",   "grant",        "touched",
    "round",       "fresh id", "choose", "number of", "in",     "enters",   "leaves",       "ends round",
    "waiting",     "idle",     "alive",  "paused",    "before", "lease",    "queued before"};

constexpr std::array<const char*, 37> statement_words{
    "clock",     "call",      "atomic", "when",       "retry",   "work",    "sleep",        "timeout",
    "finally",   "operation", "leave",  "if",         "loop",    "break",   "continue",     "return",
    "either",    "section",   "assign", "assert",     "witness", "granted", "queued",       "fence",
    "write",     "clear",     "expire", "persist",    "add",     "remove",  "remove up to", "put",
    "intersect", "map put",   "push",   "drop first", "watch"};

std::string value_text(const Expression& literal) {
  const Kind& kind = literal.kind;
  for (std::size_t index = 0; index < kind.extra.size(); ++index) {
    if (literal.value == extra_value(index)) return kind.extra[index];
  }
  if (kind.base == Base::duration) return duration_text(literal.value);
  if (kind.base == Base::boolean) return literal.value == 0 ? "false" : "true";
  if (kind.base == Base::cases) return kind.names[static_cast<std::size_t>(literal.value)];
  return std::to_string(literal.value);
}

std::string call_text(const Model& model, const Call& call) {
  std::string text = " <" + call.operation + "(";
  for (std::size_t index = 0; index < call.arguments.size(); ++index) {
    const CallArgument& argument = call.arguments[index];
    if (index > 0) text += ", ";
    text += argument.text;
    if (!argument.value.empty() && !argument.text.empty()) text += " ";
    if (!argument.value.empty()) text += expression_text(model, argument.value[0]);
  }
  text += ")>";
  return text;
}

std::string head_text(const Model& model, const Statement& statement) {
  const auto op = static_cast<std::size_t>(statement.op);
  std::string text = op < statement_words.size() ? statement_words.at(op) : "unwatch";
  if (statement.step > 0) text += fmt::format(" {}", statement.step);
  if (statement.server != nothing) text += " @" + model.servers[statement.server].name;
  if (!statement.name.empty()) text += " " + statement.name;
  for (const VariableIndex variable : {statement.variable, statement.second, statement.third}) {
    if (variable != nothing) text += " " + model.variables[variable].name;
  }
  if (statement.span.low != unbounded) {
    text += fmt::format(" {}..{}", duration_text(statement.span.low), duration_text(statement.span.high));
  }
  if (statement.every != unbounded) text += " every " + duration_text(statement.every);
  for (const Call& call : statement.calls) text += call_text(model, call);
  if (statement.flag) text += statement.op == StatementOp::granted ? " if it called" : " keeping";
  for (const Expression& expression : statement.expressions) text += " {" + expression_text(model, expression) + "}";
  if (!statement.comment.empty()) text += " # " + statement.comment;
  return text;
}

}  // namespace

std::string kind_text(const Kind& kind) {
  std::string text = bases.at(static_cast<std::size_t>(kind.base));
  if (kind.base == Base::integer) text += fmt::format(" {}..{}", kind.low, kind.high);
  for (const std::string& word : kind.extra) text += "|" + word;
  return text;
}

std::string expression_text(const Model& model, const Expression& expression) {
  if (expression.op == ExpressionOp::literal) return value_text(expression);
  const bool is_read = expression.op == ExpressionOp::read;
  std::string text = is_read ? "" : expression_words.at(static_cast<std::size_t>(expression.op));
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  if (expression.variable != nothing) add(model.variables[expression.variable].name);
  if (expression.client != nothing) add(fmt::format("#{}", expression.client));
  if (expression.other != nothing) add(fmt::format("#{}", expression.other));
  if (expression.section != nothing) add(fmt::format("s{}", expression.section));
  if (expression.operands.empty()) return text;
  text += "(";
  for (std::size_t index = 0; index < expression.operands.size(); ++index) {
    if (index > 0) text += ", ";
    text += expression_text(model, expression.operands[index]);
  }
  return text + ")";
}

std::string block_text(const Model& model, const Block& block, int depth) {
  std::string text;
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  for (const Statement& statement : block) {
    text += indent + head_text(model, statement) + "\n";
    for (std::size_t index = 0; index < statement.blocks.size(); ++index) {
      if (index > 0 && !statement.blocks[index].empty()) text += indent + "--\n";
      text += block_text(model, statement.blocks[index], depth + 1);
    }
  }
  return text;
}

}  // namespace interlock::language::tests
