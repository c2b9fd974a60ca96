// A client that writes a cell itself, past the operations of its store, may write over what another client put there.
// Where the store asks whose a cell is before it goes (`assert owner_releases`), this asks, too.

#include "engine/language/resolver/resolution.hpp"

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

constexpr const char* spec = "owner_releases";

bool asks_whose(const syntax::Block& block) {
  return std::any_of(block.begin(), block.end(), [](const syntax::Statement& statement) {
    if (statement.form == syntax::StatementForm::assert_ && statement.text == spec) return true;
    return std::any_of(statement.blocks.begin(), statement.blocks.end(), asks_whose);
  });
}

bool asks_whose(const syntax::Store& store) {
  return std::any_of(store.operations.begin(), store.operations.end(),
                     [](const syntax::Operation& operation) { return asks_whose(operation.body); });
}

/// `absent CELL or writer of CELL == caller`
Expression nobody_elses(Resolution& all, VariableIndex cell, const Place& place) {
  const auto asked = [&](ExpressionOp op) {
    Expression part = make(all, op, all.kinds.known(Base::boolean), place);
    if (op == ExpressionOp::present) part.variable = cell;
    return part;
  };
  const Slot client = all.kinds.unknown();
  all.kinds.unify(client, all.kinds.known(Base::client));
  all.kinds.may_be(client, "none");
  Expression writer = make(all, ExpressionOp::writer, client, place);
  writer.variable = cell;
  Expression caller = make(all, ExpressionOp::caller, all.kinds.known(Base::client), place);
  Expression absent = with_operands(asked(ExpressionOp::not_), {asked(ExpressionOp::present)});
  Expression own = with_operands(asked(ExpressionOp::equal), {std::move(writer), std::move(caller)});
  return with_operands(asked(ExpressionOp::or_), {std::move(absent), std::move(own)});
}

}  // namespace

void ask_whose(Resolution& all, const Body& body, Block& out, VariableIndex cell, const syntax::Statement& text) {
  const bool is_clients = body.room == Room::client || body.room == Room::atomic || body.room == Room::when;
  const Variable& variable = all.model.variables[cell];
  if (!is_clients || variable.scope != Scope::server) return;
  if (variable.shape != Shape::expiring && !all.facts[cell].optional) return;
  const syntax::Store* store = all.servers[variable.owner].store;
  if (store == nullptr || !asks_whose(*store)) return;
  Statement asks = make_statement(all, StatementOp::assert_, text);
  asks.name = spec;
  asks.expressions.push_back(nobody_elses(all, cell, text.place));
  all.asserted.emplace(spec, text.place);
  out.push_back(std::move(asks));
}

}  // namespace interlock::language
