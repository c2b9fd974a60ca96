#include "engine/machine/relevance.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/compiled/ranges.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <map>

namespace interlock::machine {

using namespace language;

namespace {

/// How many `next` stand one inside the other.
std::int32_t nexts_in(const Expression& expression) {
  std::int32_t most = 0;
  for (const Expression& operand : expression.operands) most = std::max(most, nexts_in(operand));
  return most + (expression.op == ExpressionOp::next ? 1 : 0);
}

bool names_variable(const Expression& expression) { return expression.variable != nothing; }

/// Everything a property or a condition can read decides; what it reads is kept, and so is what flows into it.
class Finder {
 public:
  Finder(const Model& model, const Scenario& scenario, bool prune)
      : model_(model), prune_(prune), classes_(2 * model.variables.size() + 2) {
    const std::size_t variables = model.variables.size();
    found_.variable.assign(variables, !prune);
    found_.writer.assign(variables, false);
    found_.asked.assign(variables, false);
    found_.shown.assign(variables, false);
    for (VariableIndex index{0}; index < variables; ++index) {
      const Variable& variable = model.variables[index];
      if (variable.scope == Scope::server && keeps_writes(model, scenario, variable.owner))
        found_.variable[index] = true;
    }
    keep_what_faults_change(scenario);
    found_.kind_reads_clock.assign(model.kinds.size(), false);
    flows_.resize(variables);
  }

  /// A fault that strikes only where it changes something may touch a watch there, too: so it is seen where it does.
  void keep_what_faults_change(const Scenario& scenario) {
    const auto keep = [&](const Statement& statement) {
      if (statement.variable != nothing && model_.variables[statement.variable].scope != Scope::scratch)
        found_.variable[statement.variable] = true;
    };
    for (const Fault& fault : scenario.faults) {
      if (is_own(fault.kind)) for_each_statement(model_.own_faults[own_index(fault.kind)].body, keep);
      if (fault.kind != FaultKind::session_end) continue;
      for (const Server& server : model_.servers)
        if (!server.steady) for_each_statement(server.on_disconnect, keep);
    }
  }

  Relevance find(const std::vector<std::uint32_t>& chosen) {
    found_.chosen.insert(chosen.begin(), chosen.end());
    for (const std::uint32_t index : chosen) choose(model_.specs[index]);
    for_each_statement(model_, [&](const Statement& statement) { take(statement); });
    for (std::size_t kind = 0; kind < model_.kinds.size(); ++kind) take_kind(kind);
    if (found_.lease) keep_leases();
    for_each_expression(model_, [&](const Expression& expression) {
      const bool is_token = expression.op == ExpressionOp::literal && expression.kind.base == Base::token;
      if (is_token && expression.value > found_.highest_token)
        found_.highest_token = static_cast<std::int32_t>(expression.value);
      if (!is_comparison(expression.op)) return;
      for (const Expression& operand : expression.operands)
        found_.token_look = std::max(found_.token_look, nexts_in(operand));
    });
    if (prune_) spread();
    number_classes();
    return std::move(found_);
  }

 private:
  void choose(const Spec& spec) {
    if (spec.form == PropertyForm::asserted || spec.form == PropertyForm::witnessed) {
      found_.checked.insert(spec.name);
      if (spec.name == "fence_monotonic") found_.fence = found_.grant = true;
    }
    for (const auto* expressions : {&spec.given, &spec.condition})
      for (const auto& expression : *expressions) {
        ask(expression);
        show(expression);
      }
  }

  void take_kind(std::size_t index) {
    const ClientKind& kind = model_.kinds[index];
    for (const auto& kept : kind.kept)
      if (found_.checked.contains(kept.name)) ask(kept.condition);
    const auto clock = [&](const Statement& statement) {
      for (const auto& expression : statement.expressions)
        for_each_expression(expression, [&](const Expression& part) {
          if (part.op == ExpressionOp::now) found_.kind_reads_clock[index] = true;
        });
    };
    each_outside_operations(kind.program, clock);
    for (const auto& background : kind.backgrounds) each_outside_operations(background.body, clock);
    found_.reads_clock = found_.reads_clock || found_.kind_reads_clock[index];
  }

  /// A client's own variables that are asked for from outside, at any moment.
  void show(const Expression& expression) {
    for_each_expression(expression, [&](const Expression& part) {
      if (names_variable(part) && model_.variables[part.variable].scope == Scope::local)
        found_.shown[part.variable] = true;
    });
  }

  template <class Visit>
  void each_outside_operations(const Block& block, const Visit& visit) {
    for (const auto& statement : block) {
      visit(statement);
      if (statement.op == StatementOp::operation) continue;
      for (const auto& inner : statement.blocks) each_outside_operations(inner, visit);
    }
  }

  /// A checked property reads this.
  void ask(const Expression& expression) {
    decide(expression);
    for_each_expression(expression, [&](const Expression& part) {
      if (names_variable(part)) found_.asked[part.variable] = true;
    });
  }

  /// What this expression reads is kept.
  void decide(const Expression& expression) {
    for_each_expression(expression, [&](const Expression& part) {
      if (names_variable(part)) found_.variable[part.variable] = true;
      switch (part.op) {
        case ExpressionOp::writer:
        case ExpressionOp::writer_of: found_.writer[part.variable] = true; break;
        case ExpressionOp::caller_grant: found_.grant = true; break;
        case ExpressionOp::holds_lease: found_.lease = found_.grant = true; break;
        case ExpressionOp::queued_before: found_.place = found_.been_critical = true; break;
        case ExpressionOp::waiting: found_.been_critical = true; break;
        case ExpressionOp::before_deadline: keep_deadlines(part.client); break;
        default: break;
      }
    });
  }

  /// A lease is a deadline that a client gave to a cell, while the entry was its own.
  void keep_leases() {
    std::set<VariableIndex> cells;
    for_each_statement(model_, [&](const Statement& statement) {
      if (statement.op == StatementOp::expire) cells.insert(statement.variable);
    });
    for (const VariableIndex cell : cells) found_.variable[cell] = found_.writer[cell] = true;
    found_.leased.assign(cells.begin(), cells.end());
  }

  void keep_deadlines(ClientIndex client) {
    found_.belief = true;
    for (const VariableIndex deadline : model_.kinds[model_.clients[client].kind].deadlines)
      found_.variable[deadline] = true;
  }

  void flow(VariableIndex into, const Expression& from) {
    for_each_expression(from, [&](const Expression& part) {
      if (names_variable(part)) flows_[into].push_back(part.variable);
      if (part.op == ExpressionOp::caller_grant) grant_flows_.push_back(into);
    });
  }

  /// A full container cuts the run, and an integer that leaves its range is a failure: both are looked at by that.
  void keep_what_is_bounded(const Statement& statement) {
    if (statement.variable == nothing) return;
    const Variable& variable = model_.variables[statement.variable];
    const bool is_value = variable.shape == Shape::scalar || variable.shape == Shape::expiring;
    const bool may_leave = variable.scope != Scope::scratch && !statement.expressions.empty() &&
                           (statement.op == StatementOp::assign || statement.op == StatementOp::write) &&
                           may_leave_range(statement.expressions[0].kind, variable.kind);
    if (!is_value || may_leave) found_.variable[statement.variable] = true;
  }

  void take(const Statement& statement) {
    unify_tokens(statement);
    keep_what_is_bounded(statement);
    switch (statement.op) {
      case StatementOp::assert_:
      case StatementOp::witness:
        if (found_.checked.contains(statement.name)) ask(statement.expressions[0]);
        return;
      case StatementOp::fence:
        if (found_.fence) ask(statement.expressions[0]);
        return;
      case StatementOp::watch: found_.variable[statement.variable] = true; return;
      case StatementOp::intersect:
        flows_[statement.variable].push_back(statement.second);
        flows_[statement.variable].push_back(statement.third);
        return;
      default: break;
    }
    for (const auto& expression : statement.expressions) {
      if (statement.variable != nothing)
        flow(statement.variable, expression);
      else
        decide(expression);
    }
  }

  void spread() {
    std::vector<VariableIndex> fresh;
    for (VariableIndex variable{0}; variable < found_.variable.size(); ++variable)
      if (found_.variable[variable]) fresh.push_back(variable);
    while (!fresh.empty()) {
      const VariableIndex variable = fresh.back();
      fresh.pop_back();
      for (const VariableIndex from : flows_[variable])
        if (!found_.variable[from]) {
          found_.variable[from] = true;
          fresh.push_back(from);
        }
    }
    for (const VariableIndex into : grant_flows_)
      if (found_.variable[into]) found_.grant = true;
  }

  // Classes of tokens. Node v: the value of variable v; V + v: its scores or keys; then grants, then places.
  void unify(std::uint32_t left, std::uint32_t right) { classes_.union_set(left, right); }

  std::uint32_t keys_of(VariableIndex variable) const {
    return variable + static_cast<std::uint32_t>(model_.variables.size());
  }

  std::uint32_t grants() const { return 2 * static_cast<std::uint32_t>(model_.variables.size()); }

  /// Of the values that a variable holds; who is gone through in a map is a key.
  bool is_member(const Expression& part) const {
    return part.op == ExpressionOp::read || part.op == ExpressionOp::at || part.op == ExpressionOp::first ||
           part.op == ExpressionOp::before || (part.op == ExpressionOp::member_at && !is_key(part));
  }

  bool is_key(const Expression& part) const {
    return part.op == ExpressionOp::member_at && model_.variables[part.variable].shape == Shape::map;
  }

  void unify_with(std::uint32_t node, const Expression& expression) {
    if (expression.kind.base != Base::token) return;
    for_each_expression(expression, [&](const Expression& part) {
      if (part.kind.base != Base::token) return;
      if (part.op == ExpressionOp::caller_grant) unify(node, grants());
      if (part.op == ExpressionOp::score) unify(node, keys_of(part.variable));
      if (is_member(part)) unify(node, part.variable);
      if (is_key(part)) unify(node, keys_of(part.variable));
    });
  }

  void unify_inside(const Expression& whole) {
    for_each_expression(whole, [&](const Expression& part) {
      for (const auto& operand : part.operands) {
        if (names_variable(part)) unify_with(part.variable, operand);
        if (part.operands.size() != 2 || operand.kind.base != Base::token) continue;
        for_each_expression(part.operands[0], [&](const Expression& inner) {
          if (inner.kind.base != Base::token) return;
          if (inner.op == ExpressionOp::caller_grant) unify_with(grants(), part.operands[1]);
          if (inner.op == ExpressionOp::score) unify_with(keys_of(inner.variable), part.operands[1]);
          if (is_member(inner)) unify_with(inner.variable, part.operands[1]);
          if (is_key(inner)) unify_with(keys_of(inner.variable), part.operands[1]);
        });
      }
    });
  }

  void unify_tokens(const Statement& statement) {
    for (const auto& expression : statement.expressions) unify_inside(expression);
    if (statement.variable == nothing) return;
    switch (statement.op) {
      case StatementOp::put:
        unify_with(statement.variable, statement.expressions[0]);
        unify_with(keys_of(statement.variable), statement.expressions[1]);
        return;
      case StatementOp::map_put:
        unify_with(keys_of(statement.variable), statement.expressions[0]);
        unify_with(statement.variable, statement.expressions[1]);
        return;
      case StatementOp::remove_up_to: unify_with(keys_of(statement.variable), statement.expressions[0]); return;
      case StatementOp::intersect:
        unify(statement.variable, statement.second);
        unify(keys_of(statement.variable), keys_of(statement.second));
        return;
      default:
        for (const auto& expression : statement.expressions) unify_with(statement.variable, expression);
    }
  }

  void number_classes() {
    std::map<std::size_t, std::uint32_t> numbers;
    const auto number = [&](std::uint32_t node) {
      return numbers.emplace(classes_.find_set(node), static_cast<std::uint32_t>(numbers.size())).first->second;
    };
    found_.token_class.assign(model_.variables.size(), 0);
    for (VariableIndex variable{0}; variable < model_.variables.size(); ++variable) {
      const bool by_key = model_.variables[variable].key.base == Base::token;
      found_.token_class[variable] = number(by_key ? keys_of(variable) : std::uint32_t{variable});
    }
    found_.grant_class = number(grants());
    found_.place_class = number(grants() + 1);
    found_.token_classes = static_cast<std::uint32_t>(numbers.size());
  }

  const Model& model_;
  bool prune_;
  Relevance found_;
  std::vector<std::vector<VariableIndex>> flows_;
  std::vector<VariableIndex> grant_flows_;
  boost::disjoint_sets_with_storage<> classes_;
};

}  // namespace

Relevance all_of(const Model& model) {
  Relevance all;
  all.variable.assign(model.variables.size(), true);
  all.shown.assign(model.variables.size(), false);
  for (std::uint32_t index = 0; index < model.specs.size(); ++index) {
    all.checked.insert(model.specs[index].name);
    if (model.specs[index].applies) all.chosen.insert(index);
  }
  return all;
}

bool is_comparison(ExpressionOp op) {
  return op == ExpressionOp::equal || op == ExpressionOp::not_equal || op == ExpressionOp::less ||
         op == ExpressionOp::less_equal || op == ExpressionOp::greater || op == ExpressionOp::greater_equal;
}

bool keeps_writes(const Model& model, const Scenario& scenario, std::uint32_t server) {
  return model.servers[server].replicated && !model.servers[server].steady && lag_of(scenario) > 0;
}

std::uint32_t lag_of(const Scenario& scenario) {
  for (const Fault& fault : scenario.faults)
    if (fault.kind == FaultKind::failover) return fault.lag;
  return 0;
}

Relevance find_relevance(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& chosen,
                         bool prune) {
  return Finder(model, scenario, prune).find(chosen);
}

}  // namespace interlock::machine
