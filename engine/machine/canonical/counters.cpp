// Which tokens are counters: what `next` may still raise, and what that means for the gaps between tokens.

#include "engine/language/walk.hpp"
#include "engine/machine/canonical/canonical.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace interlock::machine {

using namespace language;

namespace {

/// How tokens flow between variables, and which cells can come to a number again that is written out.
class TokenFlow {
 public:
  explicit TokenFlow(const Model& model) {
    for_each_statement(model, [&](const Statement& statement) { take(statement); });
    for (const auto& kind : model.kinds) {
      find_overwritten(kind.program, {});
      for (const auto& background : kind.backgrounds) find_overwritten(background.body, {});
    }
    for (const auto& server : model.servers) find_overwritten(server.on_disconnect, {});
    for (const auto& fault : model.own_faults) find_overwritten(fault.body, {});
    for (bool grew = true; grew;) {
      grew = false;
      for (const auto& [into, from] : flows_) {
        grew = (raised_.contains(into) && raised_.insert(from).second) || grew;
        grew = (numbered_.contains(from) && numbered_.insert(into).second) || grew;
      }
    }
  }

  const std::set<VariableIndex>& raised() const { return raised_; }

  /// Can it come to a number that is written out, after it was higher?
  bool can_begin_anew(VariableIndex variable) const {
    return numbered_.contains(variable) && emptied_.contains(variable);
  }

 private:
  using Cells = std::set<VariableIndex>;

  void take(const Statement& statement) {
    const VariableIndex into = statement.variable;
    if (statement.op == StatementOp::clear || statement.op == StatementOp::expire) emptied_.insert(into);
    for (const auto& whole : statement.expressions) {
      note_raised(whole);
      for_each_expression(whole, [&](const Expression& part) {
        if (into == nothing || part.kind.base != Base::token) return;
        if (part.variable != nothing) flows_.emplace_back(into, part.variable);
        if (part.op != ExpressionOp::literal || part.value < 0) return;
        numbered_.insert(into);
        if (part.value > 0) raised_.insert(into);  // `next 0` is 1
      });
    }
  }

  /// What is only compared raises nothing: `x == next y` asks how far apart two tokens are (Relevance::token_look).
  void note_raised(const Expression& whole) {
    if (is_comparison(whole.op)) return;
    if (whole.op == ExpressionOp::next && whole.operands[0].variable != nothing)
      raised_.insert(whole.operands[0].variable);
    for (const Expression& operand : whole.operands) note_raised(operand);
  }

  /// A number that is written over a value begins anew; one that is written where there is none (SETNX) does so only
  /// where the cell can become empty. `absent`: the cells that are empty here.
  void find_overwritten(const Block& block, Cells absent) {
    for (const Statement& statement : block) {
      const bool is_write = statement.op == StatementOp::write;
      const bool is_number = is_write && statement.expressions[0].op == ExpressionOp::literal;
      if (is_number && !absent.contains(statement.variable)) emptied_.insert(statement.variable);
      if (is_write) absent.erase(statement.variable);
      if (is_step(statement.op)) absent.clear();  // others may have come between
      if (statement.op == StatementOp::if_) {
        absent = behind(statement, absent);
        continue;
      }
      if (statement.op == StatementOp::when) note_absent(statement.expressions[0], absent);
      for (std::size_t which = 0; which < statement.blocks.size(); ++which) {
        const bool goes_on =
            statement.op == StatementOp::operation || (statement.op == StatementOp::when && which == 0);
        find_overwritten(statement.blocks[which], goes_on ? absent : Cells{});
      }
      if (!statement.blocks.empty()) absent.clear();
    }
  }

  /// Both branches of an `if`; what is empty behind it.
  Cells behind(const Statement& statement, const Cells& absent) {
    const Expression& condition = statement.expressions[0];
    Cells first = absent;
    Cells second = absent;
    if (condition.op == ExpressionOp::present) second.insert(condition.variable);
    note_absent(condition, first);
    const Block none;
    const Block& otherwise = statement.blocks.size() < 2 ? none : statement.blocks[1];
    find_overwritten(statement.blocks[0], first);
    find_overwritten(otherwise, second);
    if (ends(statement.blocks[0]) && otherwise.empty()) return second;
    return {};
  }

  static void note_absent(const Expression& condition, Cells& absent) {
    if (condition.op == ExpressionOp::not_ && condition.operands[0].op == ExpressionOp::present)
      absent.insert(condition.operands[0].variable);
    if (condition.op == ExpressionOp::and_)
      for (const Expression& operand : condition.operands) note_absent(operand, absent);
  }

  static bool ends(const Block& block) {
    if (block.empty()) return false;
    const StatementOp last = block.back().op;
    return last == StatementOp::leave || last == StatementOp::return_ || last == StatementOp::break_ ||
           last == StatementOp::continue_;
  }

  std::set<VariableIndex> raised_;    ///< something is set to what comes after it
  std::set<VariableIndex> numbered_;  ///< what is written out gets there
  std::set<VariableIndex> emptied_;
  std::vector<std::pair<VariableIndex, VariableIndex>> flows_;  ///< into, from
};

}  // namespace

/// A counter that can go back to nothing keeps all gaps of its class.
void find_counters(const Blueprint& blueprint, NormalFormRules& rules) {
  const Model& model = blueprint.model;
  const Layout& layout = blueprint.layout;
  const TokenFlow flow(model);
  const auto may_be_reset = [&](VariableIndex variable) {
    const Server& server = model.servers[model.variables[variable].owner];
    return !model.variables[variable].is_remembered && !server.steady && !server.durable &&
           std::any_of(blueprint.scenario.faults.begin(), blueprint.scenario.faults.end(),
                       [](const Fault& fault) { return fault.kind == FaultKind::restart; });
  };
  for (const VariableIndex variable : flow.raised()) {
    if (!blueprint.relevance.variable[variable] || model.variables[variable].scope == Scope::scratch) continue;
    const std::uint32_t token_class = blueprint.relevance.token_class[variable];
    const bool is_cell = model.variables[variable].scope == Scope::server && layout.container_of[variable] < 0;
    if (!is_cell || flow.can_begin_anew(variable) || may_be_reset(variable))
      rules.true_gaps[token_class] = true;
    else {
      const Register value = layout.cells[variable].value;
      const ServerWords& server = layout.servers[model.variables[variable].owner];
      rules.counters[token_class].push_back(value);
      for (const WordBlock& kept : server.kept)
        if (value < server.stored.end)
          rules.counters[token_class].push_back(static_cast<Register>(value + (kept.begin - server.block.begin)));
    }
  }
}

}  // namespace interlock::machine
