#pragma once
// Small models built by hand, without the front end: for tests of what statements mean.

#include "engine/language/model.hpp"

#include <string>
#include <utility>
#include <vector>

namespace interlock::test {

using namespace language;

inline constexpr std::int64_t second = 1'000'000;

inline Kind kind_of(Base base) {
  Kind kind;
  kind.base = base;
  kind.extra = {"none"};
  return kind;
}

inline Expression literal(Base base, std::int64_t value) {
  Expression expression;
  expression.kind = kind_of(base);
  expression.value = value;
  return expression;
}
inline Expression truth(bool value) { return literal(Base::boolean, value ? 1 : 0); }
inline Expression seconds(std::int64_t number) { return literal(Base::duration, number * second); }
inline Expression number(std::int64_t value) { return literal(Base::integer, value); }
inline Expression none() { return literal(Base::boolean, extra_value(0)); }

inline Expression on(ExpressionOp op, std::vector<Expression> operands = {}, VariableIndex variable = nothing,
                     Base base = Base::boolean) {
  Expression expression;
  expression.op = op;
  expression.kind = kind_of(base);
  expression.operands = std::move(operands);
  expression.variable = variable;
  return expression;
}
inline Expression now() { return on(ExpressionOp::now, {}, nothing, Base::instant); }
inline Expression equal(Expression left, Expression right) {
  return on(ExpressionOp::equal, {std::move(left), std::move(right)});
}

inline Expression of_client(ExpressionOp op, ClientIndex client, std::uint32_t section_or_other = 0) {
  Expression expression;
  expression.op = op;
  expression.client = client;
  expression.section = section_or_other;
  expression.other = ClientIndex{section_or_other};
  return expression;
}

inline Statement statement(StatementOp op, std::vector<Expression> expressions = {}, std::vector<Block> blocks = {}) {
  Statement made;
  made.op = op;
  made.expressions = std::move(expressions);
  made.blocks = std::move(blocks);
  return made;
}
inline Statement to(StatementOp op, VariableIndex variable, std::vector<Expression> expressions = {}) {
  Statement made = statement(op, std::move(expressions));
  made.variable = variable;
  return made;
}
inline Statement assign(VariableIndex variable, Expression value) {
  return to(StatementOp::assign, variable, {std::move(value)});
}
inline Statement read_clock(VariableIndex variable) { return to(StatementOp::clock, variable, {now()}); }
inline Statement named(StatementOp op, std::string name, Expression condition) {
  Statement made = statement(op, {std::move(condition)});
  made.name = std::move(name);
  return made;
}
inline Statement atomic(Block block) { return statement(StatementOp::atomic, {}, {std::move(block)}); }
inline Statement critical(Block block) {
  Statement made = statement(StatementOp::section, {}, {std::move(block)});
  made.section = 0;
  return made;
}
inline Statement wait(StatementOp op, std::int64_t low, std::int64_t high) {
  Statement made = statement(op);
  made.span = {low * second, high * second};
  return made;
}
inline Statement work(std::int64_t low, std::int64_t high) { return wait(StatementOp::work, low, high); }

/// One server "redis", one kind of clients "worker".
struct SmallModel : Model {
  explicit SmallModel(std::uint32_t number) {
    Server server;
    server.name = "redis";
    servers.push_back(server);
    kinds.emplace_back();
    kinds[0].name = "worker";
    kinds[0].count = number;
    kinds[0].sections = {"critical"};
    kinds[0].has_critical = true;
    for (std::uint32_t client = 0; client < number; ++client) clients.push_back({0, client + 1});
  }

  VariableIndex add(std::string variable_name, Scope scope, Shape shape, Base base) {
    Variable variable;
    variable.name = std::move(variable_name);
    variable.scope = scope;
    variable.owner = scope == Scope::scratch ? nothing : 0;
    variable.shape = shape;
    variable.kind = kind_of(base);
    variable.capacity = 4;
    variables.push_back(variable);
    return static_cast<VariableIndex>(variables.size() - 1);
  }
  VariableIndex cell(std::string variable_name, Shape shape, Base base) {
    return add(std::move(variable_name), Scope::server, shape, base);
  }
  VariableIndex local(std::string variable_name, Base base) {
    return add(std::move(variable_name), Scope::local, Shape::scalar, base);
  }
  VariableIndex scratch(std::string variable_name, Base base) {
    return add(std::move(variable_name), Scope::scratch, Shape::scalar, base);
  }

  Expression read(VariableIndex variable) const {
    Expression expression = on(ExpressionOp::read, {}, variable);
    expression.kind = variables[variable].kind;
    return expression;
  }

  Block& program() { return kinds[0].program; }
};

inline Scenario under(std::vector<Fault> faults) { return {std::move(faults), false}; }
inline Fault fault(FaultKind kind, std::int64_t amount = unbounded, std::int64_t times = unbounded) {
  Fault made;
  made.kind = kind;
  made.amount = amount;
  made.times = times;
  return made;
}

/// SET lock me NX PX 10s; 1 s to 5 s inside critical; compare and delete. Variables: 0 lock, 1 me.
inline SmallModel lease_lock(std::uint32_t number) {
  SmallModel model(number);
  const auto lock = model.cell("lock", Shape::expiring, Base::identity);
  const auto me = model.local("me", Base::identity);
  const auto set = model.scratch("(SET)", Base::boolean);
  const auto got = model.scratch("(GET)", Base::identity);
  Statement operation = statement(StatementOp::operation);
  operation.blocks = {{statement(StatementOp::if_, {on(ExpressionOp::present, {}, lock)},
                                 {{assign(set, truth(false)), statement(StatementOp::leave)}, {}}),
                       to(StatementOp::write, lock, {model.read(me)}), to(StatementOp::expire, lock, {seconds(10)}),
                       assign(set, truth(true)), statement(StatementOp::leave)}};
  operation.calls = {{0, "SET", {{"lock", {}}, {"", {model.read(me)}}, {"NX", {}}, {"PX", {seconds(10)}}}, set}};
  Statement poll = statement(StatementOp::retry, {model.read(set)}, {{operation}, {}});
  poll.step = 1;
  Statement clear = to(StatementOp::clear, lock);
  Statement check = named(StatementOp::assert_, "owner_releases",
                          equal(on(ExpressionOp::writer, {}, lock, Base::client), on(ExpressionOp::caller)));
  model.program() = {
      assign(me, on(ExpressionOp::fresh_id, {}, nothing, Base::identity)), poll, critical({work(1, 5)}),
      atomic({assign(got, model.read(lock)),
              statement(StatementOp::if_, {equal(model.read(got), model.read(me))}, {{check, clear}, {}})})};
  return model;
}

}  // namespace interlock::test
