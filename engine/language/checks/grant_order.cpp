// A grant is older or newer than another, and has no number: what `caller grant` gives, and whatever it is put into, is
// compared with grants and with 0 (no grant) only.

#include "engine/language/checks/checks.hpp"
#include "engine/language/walk.hpp"

#include <functional>
#include <numeric>
#include <vector>

namespace interlock::language {

namespace {

/// Which variables hold grants. A token in a container counts as the container's, be it member, key or score.
class Holders {
 public:
  explicit Holders(const Model& model) : classes_(model.variables.size() + 1) {
    std::iota(classes_.begin(), classes_.end(), std::size_t{0});
    for_each_statement(model, [&](const Statement& statement) { join(statement); });
    for_each_expression(model, [&](const Expression& expression) { join_operands(expression); });
  }

  /// Something in the expression is a grant.
  bool has_grant(const Expression& expression) {
    bool found = false;
    each_token(expression, [&](std::size_t node) { found = found || root(node) == root(grants()); });
    return found;
  }

  bool is_holder(VariableIndex variable) { return variable != nothing && root(variable) == root(grants()); }

 private:
  std::size_t grants() const { return classes_.size() - 1; }

  std::size_t root(std::size_t node) const {
    while (classes_[node] != node) node = classes_[node];
    return node;
  }

  void each_token(const Expression& expression, const std::function<void(std::size_t)>& visit) const {
    if (expression.kind.base != Base::token) return;
    if (expression.op == ExpressionOp::caller_grant) visit(grants());
    if (expression.variable != nothing) visit(expression.variable);
    for (const auto& operand : expression.operands) each_token(operand, visit);
  }

  void join_all(const std::vector<const Expression*>& expressions, VariableIndex with) {
    std::size_t first = with == nothing ? classes_.size() : std::size_t{with};
    for (const Expression* expression : expressions)
      each_token(*expression, [&](std::size_t node) {
        if (first < classes_.size())
          classes_[root(node)] = root(first);
        else
          first = node;
      });
  }

  void join(const Statement& statement) {
    for (const auto& expression : statement.expressions) join_all({&expression}, statement.variable);
    if (statement.op == StatementOp::intersect) classes_[root(statement.second)] = root(statement.variable);
  }

  void join_operands(const Expression& expression) {
    std::vector<const Expression*> operands;
    for (const auto& operand : expression.operands) operands.push_back(&operand);
    const bool looks_inside = expression.op == ExpressionOp::contains || expression.op == ExpressionOp::rank ||
                              expression.op == ExpressionOp::score || expression.op == ExpressionOp::at;
    join_all(operands, looks_inside ? expression.variable : nothing);
  }

  std::vector<std::size_t> classes_;
};

class Search {
 public:
  Search(const Model& model, Diagnostics& diagnostics) : holders_(model), diagnostics_(diagnostics) {}

  void run(const Model& model) {
    for_each_statement(model, [&](const Statement& statement) {
      for (const auto& expression : statement.expressions)
        if (holders_.is_holder(statement.variable)) look_for_numbers(expression);
    });
    for_each_expression(model, [&](const Expression& expression) {
      bool any = false;
      for (const auto& operand : expression.operands) any = any || holders_.has_grant(operand);
      if (any)
        for (const auto& operand : expression.operands) look_for_numbers(operand);
    });
  }

 private:
  void look_for_numbers(const Expression& expression) {
    if (expression.kind.base != Base::token) return;
    const bool is_number =
        expression.op == ExpressionOp::next || (expression.op == ExpressionOp::literal && expression.value > 0);
    if (is_number)
      diagnostics_.push_back({Severity::error,
                              "E0318",
                              "a grant is older or newer than another one, and has no number",
                              expression.place,
                              "",
                              {},
                              {"compare it with a grant that was kept, or with 0: no grant"}});
    for (const auto& operand : expression.operands) look_for_numbers(operand);
  }

  Holders holders_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_grant_order(const Model& model, Diagnostics& diagnostics) { Search(model, diagnostics).run(model); }

}  // namespace interlock::language
