// Which tokens are counters: what `next` may still raise, and what that means for the gaps between tokens.

#include "engine/language/walk.hpp"
#include "engine/machine/machine.hpp"

#include <set>
#include <utility>
#include <vector>

namespace interlock::machine {

using namespace language;

namespace {

/// How tokens flow between variables.
class TokenFlow {
 public:
  explicit TokenFlow(const Model& model) {
    for_each_statement(model, [&](const Statement& statement) { take(statement); });
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
  void take(const Statement& statement) {
    const VariableIndex into = statement.variable;
    if (statement.op == StatementOp::clear || statement.op == StatementOp::expire) emptied_.insert(into);
    for (const auto& whole : statement.expressions) {
      if (into != nothing && statement.op == StatementOp::write && whole.op == ExpressionOp::literal)
        emptied_.insert(into);
      for_each_expression(whole, [&](const Expression& part) {
        if (part.op == ExpressionOp::next && part.operands[0].variable != nothing)
          raised_.insert(part.operands[0].variable);
        if (into == nothing || part.kind.base != Base::token) return;
        if (part.variable != nothing) flows_.emplace_back(into, part.variable);
        if (part.op != ExpressionOp::literal || part.value < 0) return;
        numbered_.insert(into);
        if (part.value > 0) raised_.insert(into);  // `next 0` is 1
      });
    }
  }

  std::set<VariableIndex> raised_;    ///< something is set to what comes after it
  std::set<VariableIndex> numbered_;  ///< what is written out gets there
  std::set<VariableIndex> emptied_;
  std::vector<std::pair<VariableIndex, VariableIndex>> flows_;  ///< into, from
};

}  // namespace

/// A counter that can go back to nothing keeps all gaps of its class.
void Machine::find_counters(NormalFormRules& rules) const {
  const TokenFlow flow(model_);
  for (const VariableIndex variable : flow.raised()) {
    if (!relevance_.variable[variable] || model_.variables[variable].scope == Scope::scratch) continue;
    const std::uint32_t token_class = relevance_.token_class[variable];
    const bool is_cell = model_.variables[variable].scope == Scope::server && layout_.container_of[variable] < 0;
    if (!is_cell || flow.can_begin_anew(variable))
      rules.true_gaps[token_class] = true;
    else
      rules.counters[token_class].push_back(layout_.cells[variable].value);
  }
}

}  // namespace interlock::machine
