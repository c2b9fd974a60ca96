#include "engine/trace/relevance.hpp"

#include "engine/language/walk.hpp"

#include <algorithm>

namespace interlock::trace {

using namespace language;

namespace {

using Variables = std::set<VariableIndex>;

/// `target` depends on `sources`; without a target it is a decision, or what is asked.
struct Flow {
  VariableIndex target = nothing;
  Variables sources;
};

bool is_check(const Statement& statement) {
  return statement.op == StatementOp::assert_ || statement.op == StatementOp::witness;
}

Variables watched(const Model& model, std::uint32_t server) {
  Variables found;
  for_each_statement(model, [&](const Statement& statement) {
    if (statement.op == StatementOp::watch && statement.server == server) found.insert(statement.variable);
  });
  return found;
}

Variables read_by(const Model& model, const Expression& whole) {
  Variables found;
  for_each_expression(whole, [&](const Expression& part) {
    if (part.variable != nothing) found.insert(part.variable);
    if (part.op == ExpressionOp::touched) found.merge(watched(model, part.server));
  });
  return found;
}

bool leaves(const Statement& whole) {
  return whole.op == StatementOp::leave ||
         std::any_of(whole.blocks.begin(), whole.blocks.end(),
                     [](const Block& block) { return std::any_of(block.begin(), block.end(), leaves); });
}

/// What depends on what, and which variables decide.
class Flows {
 public:
  Flows(const Model& model, const Spec& spec) : model_(model), spec_(spec) {
    for (const ClientKind& kind : model.kinds) {
      walk(kind.program, {}, false);
      for (const Background& background : kind.backgrounds) walk(background.body, {}, false);
      for (const Kept& kept : kind.kept)
        if (kept.name == spec.name) ask(read_by(model, kept.condition));
    }
    for (const Server& server : model.servers) walk(server.on_disconnect, {}, true);
    for (const OwnFault& fault : model.own_faults) walk(fault.body, {}, true);
    for (const Expression& part : spec.given) ask(read_by(model, part));
    for (const Expression& part : spec.condition) ask(read_by(model, part));
    if (spec.form == PropertyForm::asserted && !is_found_) ask_of_all();
  }

  Relevance relevance() const {
    Relevance found;
    found.matters.assign(model_.variables.size(), false);
    found.asked = found.matters;
    for (const VariableIndex variable : asked_) found.asked[variable] = true;
    Variables open = asked_;
    open.insert(decisions_.begin(), decisions_.end());
    while (!open.empty()) {
      const VariableIndex next = *open.begin();
      open.erase(open.begin());
      if (found.matters[next]) continue;
      found.matters[next] = true;
      for (const Flow& flow : flows_)
        if (flow.target == next) open.insert(flow.sources.begin(), flow.sources.end());
      // What properties remember decides nothing.
      std::erase_if(
          open, [&](VariableIndex source) { return model_.variables[source].is_remembered && !found.asked[source]; });
    }
    return found;
  }

 private:
  void ask(const Variables& variables) {
    is_found_ = true;
    asked_.insert(variables.begin(), variables.end());
  }

  /// A check that stands nowhere in the text: of tokens, or of ranges.
  void ask_of_all() {
    for (VariableIndex index{0}; index < model_.variables.size(); ++index)
      if (model_.variables[index].kind.base == Base::integer) decisions_.insert(index);
    for_each_statement(model_, [&](const Statement& statement) {
      if (statement.op == StatementOp::fence) decisions_.merge(read_by(model_, statement.expressions[0]));
    });
  }

  /// `guards`: what the conditions around a statement read. Behind an `if` that may leave its operation, all the rest
  /// of the operation depends on it.
  void walk(const Block& block, Variables guards, bool at_server) {
    for (const Statement& statement : block) {
      Variables reads;
      for (const Expression& part : statement.expressions) reads.merge(read_by(model_, part));
      note(statement, reads, guards, at_server);
      Variables inner = guards;
      if (statement.op == StatementOp::if_) inner.insert(reads.begin(), reads.end());
      const bool is_operation = statement.op == StatementOp::operation;
      for (const Block& part : statement.blocks)
        walk(part, is_operation ? Variables{} : inner, at_server || is_operation);
      if (at_server && statement.op == StatementOp::if_ && leaves(statement)) guards.insert(reads.begin(), reads.end());
    }
  }

  void note(const Statement& statement, const Variables& reads, const Variables& guards, bool at_server) {
    const bool decides = statement.op == StatementOp::retry || statement.op == StatementOp::when ||
                         statement.op == StatementOp::section || (statement.op == StatementOp::if_ && !at_server);
    if (decides) decisions_.insert(reads.begin(), reads.end());
    if (is_check(statement)) {
      if (statement.name != spec_.name) return;
      ask(reads);
      decisions_.insert(guards.begin(), guards.end());
      return;
    }
    if (statement.variable == nothing) return;
    Flow flow{statement.variable, reads};
    flow.sources.insert(guards.begin(), guards.end());
    for (const VariableIndex from : {statement.second, statement.third})
      if (from != nothing) flow.sources.insert(from);
    flows_.push_back(std::move(flow));
  }

  const Model& model_;
  const Spec& spec_;
  std::vector<Flow> flows_;
  Variables asked_;
  Variables decisions_;
  bool is_found_ = false;
};

/// Where a rank is compared with a number, be it at once or by way of answers and variables.
class RankLimits {
 public:
  explicit RankLimits(const Model& model) : set_of_(model.variables.size(), nothing), limits_(model.variables.size()) {
    constexpr int longest_way = 4;
    for (int way = 0; way < longest_way; ++way)
      for_each_statement(model, [&](const Statement& statement) {
        if (statement.op != StatementOp::assign) return;
        const VariableIndex ranked = ranked_set(statement.expressions[0]);
        if (ranked != nothing) set_of_[statement.variable] = ranked;
      });
    for_each_expression(model, [&](const Expression& part) { compare(part); });
  }

  std::vector<std::optional<std::int64_t>> found() && { return std::move(limits_); }

 private:
  VariableIndex ranked_set(const Expression& expression) const {
    if (expression.op == ExpressionOp::rank) return expression.variable;
    return expression.op == ExpressionOp::read ? set_of_[expression.variable] : nothing;
  }

  void compare(const Expression& whole) {
    if (whole.operands.size() != 2) return;
    const auto is = [&](ExpressionOp one, ExpressionOp other) { return whole.op == one || whole.op == other; };
    for (const bool turned : {false, true}) {
      const Expression& rank = whole.operands[turned ? 1 : 0];
      const Expression& number = whole.operands[turned ? 0 : 1];
      const VariableIndex ranked = ranked_set(rank);
      if (ranked == nothing || number.op != ExpressionOp::literal || number.kind.base != Base::integer) continue;
      const bool is_first = turned ? is(ExpressionOp::greater, ExpressionOp::less_equal)
                                   : is(ExpressionOp::less, ExpressionOp::greater_equal);
      const bool is_last = turned ? is(ExpressionOp::greater_equal, ExpressionOp::less)
                                  : is(ExpressionOp::less_equal, ExpressionOp::greater);
      if (is_first || is_last) limits_[ranked] = number.value + (is_last ? 1 : 0);
    }
  }

  std::vector<VariableIndex> set_of_;  // by variable: whose rank it is
  std::vector<std::optional<std::int64_t>> limits_;
};

void collect(const Model& model, const Statement& whole, Variables& found) {
  if (is_check(whole)) return;
  for (const Expression& part : whole.expressions) found.merge(read_by(model, part));
  for (const VariableIndex variable : {whole.variable, whole.second, whole.third})
    if (variable != nothing) found.insert(variable);
  for (const Block& block : whole.blocks) {
    for (const Statement& inner : block) collect(model, inner, found);
    if (whole.op == StatementOp::retry || whole.op == StatementOp::when) return;  // the `else` is another step
  }
}

}  // namespace

Relevance relevance_of(const Model& model, const Spec& spec) {
  Relevance found = Flows(model, spec).relevance();
  found.limits = RankLimits(model).found();
  return found;
}

std::set<VariableIndex> touched_by(const Model& model, std::uint32_t step) {
  Variables found;
  if (step == 0) return found;
  for_each_statement(model, [&](const Statement& statement) {
    if (statement.step == step && statement.op != StatementOp::work && statement.op != StatementOp::sleep)
      collect(model, statement, found);
  });
  std::erase_if(found, [&](VariableIndex variable) { return model.variables[variable].scope != Scope::server; });
  return found;
}

bool may_write(const Model& model, std::uint32_t step) {
  bool found = false;
  const auto is_write = [&](const Statement& statement) {
    return statement.op >= StatementOp::write && statement.op <= StatementOp::drop_first &&
           model.variables[statement.variable].scope == Scope::server;
  };
  if (step == 0) return false;
  for_each_statement(model, [&](const Statement& statement) {
    if (statement.step != step) return;
    for_each_statement(Block{statement}, [&](const Statement& inner) { found = found || is_write(inner); });
  });
  return found;
}

const Statement* statement_of(const Model& model, std::uint32_t step) {
  const Statement* found = nullptr;
  if (step == 0) return found;
  for_each_statement(model, [&](const Statement& statement) {
    if (statement.step == step && found == nullptr) found = &statement;
  });
  return found;
}

}  // namespace interlock::trace
