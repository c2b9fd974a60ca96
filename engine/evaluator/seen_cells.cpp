#include "engine/evaluator/seen_cells.hpp"

#include "engine/evaluator/path.hpp"
#include "engine/language/walk.hpp"

#include <algorithm>
#include <string>

namespace interlock::evaluator {

using namespace language;

namespace {

/// It says something about the run that nobody has asked for.
bool is_unchecked(const Statement& statement, const std::vector<std::string>& checked) {
  const bool checks = statement.op == StatementOp::assert_ || statement.op == StatementOp::witness;
  return checks && std::find(checked.begin(), checked.end(), statement.name) == checked.end();
}

/// All that it does is to change a variable that matters to nobody.
bool goes_nowhere(const Statement& statement, const std::vector<bool>& matters) {
  return statement.variable != nothing && statement.op != StatementOp::watch && !matters[statement.variable];
}

/// Is looked at whether it is full, and ends the run where it is.
bool is_container(const Variable& variable) {
  return variable.shape != Shape::scalar && variable.shape != Shape::expiring;
}

/// A variable that may leave its range here: that it does not is always checked.
bool may_leave_range(const Model& model, const Statement& statement) {
  if (statement.op != StatementOp::assign && statement.op != StatementOp::write) return false;
  const Variable& into = model.variables[statement.variable];
  if (into.scope == Scope::scratch || into.kind.base != Base::integer || statement.expressions.empty()) return false;
  const Kind& from = statement.expressions[0].kind;
  return from.base != Base::integer || from.low < into.kind.low || from.high > into.kind.high;
}

/// A cell of a server that may fail over.
bool may_go_back(const Model& model, const Scenario& scenario, const Variable& variable) {
  if (variable.scope != Scope::server) return false;
  const Server& server = model.servers[variable.owner];
  return server.replicated && !server.steady &&
         std::any_of(scenario.faults.begin(), scenario.faults.end(),
                     [](const Fault& fault) { return fault.kind == FaultKind::failover; });
}

bool may_lose_calls(const Scenario& scenario) {
  return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                     [](const Fault& fault) { return leaves_unanswered(fault.kind); });
}

/// What one statement by itself does with a cell.
enum class Use { none, reads, overwrites };

/// Goes along all ways from a place in a program: does one of them read the cell before it overwrites it?
class Ahead {
 public:
  /// `loses_calls`: a call may get no answer.
  Ahead(const std::vector<bool>& matters, const std::vector<std::string>& checked, bool loses_calls, VariableIndex cell)
      : matters_(matters), checked_(checked), loses_calls_(loses_calls), cell_(cell) {}

  /// What may come of a block from a statement on. `goes_on`: some way leads to its end without either.
  struct Found {
    bool reads = false;
    bool goes_on = false;
    bool leaves = false;      ///< the innermost operation
    bool breaks = false;      ///< the innermost loop
    bool continues = false;   ///< likewise
    bool ends_round = false;  ///< without having read or overwritten it
  };

  /// `is_answered`: a `timeout` around it says where its call goes on without an answer.
  Found block(const Block& block, std::size_t from = 0, bool is_answered = false) const {
    Found all;
    for (std::size_t i = from; i < block.size(); ++i) {
      Found one = statement(block[i]);
      // A request that is lost has neither read nor overwritten anything.
      one.ends_round = one.ends_round || (loses_calls_ && !is_answered && asks_server(block[i].op));
      add(all, one);
      if (!one.goes_on) return all;
    }
    all.goes_on = true;
    return all;
  }

  Found statement(const Statement& here) const {
    if (use(here) == Use::reads) return {.reads = true};
    if (use(here) == Use::overwrites) return {};
    if (here.op == StatementOp::leave) return {.leaves = true};
    if (here.op == StatementOp::break_) return {.breaks = true};
    if (here.op == StatementOp::continue_) return {.continues = true};
    if (here.op == StatementOp::return_) return {.ends_round = true};
    if (here.op == StatementOp::loop) return after_loop(block(here.blocks[0]));
    if (here.op == StatementOp::operation) return after_operation(block(here.blocks[0]));
    if (here.op == StatementOp::if_ || here.op == StatementOp::either) return branches(here);
    if (here.op == StatementOp::when && here.blocks.size() > 1) return branches(here);
    if (here.op == StatementOp::timeout) return or_without_answer(block(here.blocks[0], 0, true), here);
    if (here.op == StatementOp::finally_) return and_cleanup(block(here.blocks[0]), here);
    if (here.op == StatementOp::retry) {
      Found poll = block(here.blocks[0]);
      if (here.blocks.size() > 1) add(poll, block(here.blocks[1]));
      poll.goes_on = true;
      return poll;
    }
    return here.blocks.empty() ? Found{.goes_on = true} : block(here.blocks[0]);
  }

  /// From where a thread stands to the end of its round.
  Found rest(const Block& body, const Path& path) const {
    const auto around = surroundings(body, path);
    std::size_t from = path.empty() ? 0 : path.back();
    Found all{.goes_on = true};
    const auto go_through = [&](const Block& inside, bool is_answered) {
      if (!all.goes_on) return;
      const Found more = block(inside, from, is_answered);
      add(all, more);
      all.goes_on = more.goes_on;
    };
    for (std::size_t depth = around.size(); depth-- > 0;) {
      const Statement& statement = *around[depth].statement;
      const bool is_first = around[depth].block == 0;
      const bool stands_there = depth + 1 == around.size() && path.back() == 0;
      go_through(statement.blocks[around[depth].block], statement.op == StatementOp::timeout && is_first);
      if (statement.op == StatementOp::timeout && is_first && stands_there) all = or_without_answer(all, statement);
      if (statement.op == StatementOp::finally_ && is_first) all = and_cleanup(all, statement);
      if (statement.op == StatementOp::operation) all = after_operation(all);
      if (statement.op == StatementOp::loop) {
        const bool again = all.goes_on || all.continues;
        all = after_loop(all);
        const Found turn = this->statement(statement);
        if (again) add(all, turn);
        all.goes_on = all.goes_on || (again && turn.goes_on);
      }
      from = path[2 * depth] + 1;
    }
    go_through(body, false);
    return all;
  }

  Found or_without_answer(Found answered, const Statement& timeout) const {
    if (!loses_calls_) return answered;
    const Found otherwise = block(timeout.blocks[1]);
    add(answered, otherwise);
    answered.goes_on = answered.goes_on || otherwise.goes_on;
    return answered;
  }
  Found and_cleanup(Found round, const Statement& whole) const {
    if (!round.goes_on && !round.ends_round) return round;
    const Found end = block(whole.blocks[1]);
    round.reads = round.reads || end.reads;
    round.goes_on = end.goes_on;
    round.ends_round = end.ends_round;
    return round;
  }

  static Found after_loop(Found inside) {
    inside.goes_on = inside.breaks;
    inside.breaks = inside.continues = false;
    return inside;
  }
  static Found after_operation(Found inside) {
    inside.goes_on = inside.goes_on || inside.leaves;
    inside.leaves = false;
    return inside;
  }
  static void add(Found& all, const Found& more) {
    all.reads = all.reads || more.reads;
    all.leaves = all.leaves || more.leaves;
    all.breaks = all.breaks || more.breaks;
    all.continues = all.continues || more.continues;
    all.ends_round = all.ends_round || more.ends_round;
  }

 private:
  Found branches(const Statement& here) const {
    Found all;
    for (const Block& branch : here.blocks) {
      const Found one = block(branch);
      add(all, one);
      all.goes_on = all.goes_on || one.goes_on;
    }
    if (here.op == StatementOp::if_ && here.blocks.size() < 2) all.goes_on = true;
    return all;
  }

  bool names(const Expression& whole) const {
    bool found = false;
    for_each_expression(whole, [&](const Expression& part) { found = found || part.variable == cell_; });
    return found;
  }

  Use use(const Statement& here) const {
    if (is_unchecked(here, checked_) || goes_nowhere(here, matters_)) return Use::none;
    if (std::any_of(here.expressions.begin(), here.expressions.end(),
                    [&](const Expression& one) { return names(one); }))
      return Use::reads;
    if (here.op == StatementOp::watch && here.variable == cell_) return Use::reads;
    if (here.op == StatementOp::write && here.variable == cell_ && !here.flag) return Use::overwrites;
    if (here.op == StatementOp::clear && here.variable == cell_) return Use::overwrites;
    return Use::none;
  }

  const std::vector<bool>& matters_;
  const std::vector<std::string>& checked_;
  bool loses_calls_;
  VariableIndex cell_;
};

}  // namespace

SeenCells::SeenCells(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs)
    : model_(model),
      matters_(model.variables.size()),
      seen_by_checks_(model.variables.size()),
      loses_calls_(may_lose_calls(scenario)) {
  const auto take_into = [](std::vector<bool>& into) {
    return [&into](const Expression& part) {
      if (part.variable != nothing) into[part.variable] = true;
    };
  };
  for (const std::uint32_t index : specs) {
    checked_.push_back(model.specs[index].name);
    for (const auto& whole : model.specs[index].given) for_each_expression(whole, take_into(seen_by_checks_));
    for (const auto& whole : model.specs[index].condition) for_each_expression(whole, take_into(seen_by_checks_));
  }
  for (const auto& kind : model.kinds)
    for (const auto& kept : kind.kept)
      if (is_checked(kept.name)) for_each_expression(kept.condition, take_into(seen_by_checks_));
  for (VariableIndex index{0}; index < model.variables.size(); ++index)
    if (may_go_back(model, scenario, model.variables[index])) seen_by_checks_[index] = true;
  // What only goes into variables that matter to nobody matters to nobody.
  matters_ = seen_by_checks_;
  for (VariableIndex index{0}; index < model.variables.size(); ++index)
    if (is_container(model.variables[index])) matters_[index] = true;
  for_each_statement(model, [&](const Statement& statement) {
    if (may_leave_range(model, statement)) matters_[statement.variable] = true;
  });
  for (bool grows = true; grows;) {
    const std::vector<bool> before = matters_;
    for_each_statement(model, [&](const Statement& statement) {
      if (is_unchecked(statement, checked_) || goes_nowhere(statement, matters_)) return;
      for (const auto& whole : statement.expressions) for_each_expression(whole, take_into(matters_));
      for (const VariableIndex one : {statement.second, statement.third})
        if (one != nothing) matters_[one] = true;
      if (statement.op == StatementOp::watch) matters_[statement.variable] = true;
    });
    grows = matters_ != before;
  }
  // A crash comes at any moment, and so does a fault of the protocol.
  const auto see = [&](const Statement& statement) {
    if (is_unchecked(statement, checked_) || goes_nowhere(statement, matters_)) return;
    for (const auto& whole : statement.expressions) for_each_expression(whole, take_into(seen_by_checks_));
  };
  for (const auto& server : model.servers) for_each_statement(server.on_disconnect, see);
  for (const auto& fault : model.own_faults) for_each_statement(fault.body, see);
}

bool SeenCells::is_checked(const std::string& name) const {
  return std::find(checked_.begin(), checked_.end(), name) != checked_.end();
}

/// Does this round read the cell before it overwrites it, or the one after it?
bool SeenCells::is_read_ahead(ClientIndex client, std::size_t thread, const Path& path, VariableIndex cell) const {
  const Ahead ahead(matters_, checked_, loses_calls_, cell);
  const Block& body = body_of(model_, client, thread);
  const Ahead::Found rest = ahead.rest(body, path);
  if (rest.reads) return true;
  return (rest.goes_on || rest.ends_round) && ahead.block(body).reads;
}

/// By what comes of a request that is under way.
bool SeenCells::is_read_by(const Request& request, ClientIndex client, VariableIndex cell) const {
  const Ahead ahead(matters_, checked_, false, cell);
  const Statement& call = *statement_at(body_of(model_, client, request.thread), request.path);
  return ahead.statement(call).reads || ahead.block(call.blocks[0]).reads;
}

bool SeenCells::is_seen(const State& state, VariableIndex cell) const {
  if (seen_by_checks_[cell]) return true;
  for (const auto& [name, touched] : state.watches)
    if (name.variable == cell) return true;
  for (ClientIndex client{0}; client < state.clients.size(); ++client)
    for (const Request& request : state.clients[client].requests)
      if (is_read_by(request, client, cell)) return true;
  for (ClientIndex client{0}; client < state.clients.size(); ++client) {
    const auto& threads = state.clients[client].threads;
    if (state.clients[client].gone) continue;
    if (!threads[0].active && is_read_ahead(client, 0, {0}, cell)) return true;
    for (std::size_t thread = 0; thread < threads.size(); ++thread)
      if (threads[thread].active && !threads[thread].lost && is_read_ahead(client, thread, threads[thread].path, cell))
        return true;
    for (std::size_t thread = 0; thread < threads.size(); ++thread) {
      if (!threads[thread].lost) continue;
      for (const Path& on : ways_without_answer(body_of(model_, client, thread), threads[thread].path))
        if (is_read_ahead(client, thread, on, cell)) return true;
    }
    // A section that is entered later wakes its background; a crash begins the round anew.
    for (std::size_t thread = 1; thread < threads.size(); ++thread)
      if (is_read_ahead(client, thread, {}, cell)) return true;
  }
  return false;
}

}  // namespace interlock::evaluator
