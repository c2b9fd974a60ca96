// Does every variable of a client have a value where it is read, whichever way led there?

#include "engine/language/checks/checks.hpp"
#include "engine/language/walk.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace interlock::language {

namespace {

/// The variables that have a value on all ways that lead here; none where no way leads here.
using Given = std::optional<std::set<VariableIndex>>;

/// Ways come together.
void meet(Given& into, const Given& other) {
  if (!other) return;
  if (!into)
    into = other;
  else
    std::erase_if(*into, [&](VariableIndex variable) { return other->count(variable) == 0; });
}

/// Follows the ways through the program of one kind of client.
class Walk {
 public:
  Walk(const Model& model, std::uint32_t kind, Diagnostics& diagnostics)
      : model_(model), kind_(kind), diagnostics_(diagnostics) {}

  /// Remembers where the block's variables get a value.
  void learn(const Block& block) {
    for_each_statement(block, [&](const Statement& statement) {
      if (statement.op == StatementOp::assign && is_named(statement.variable))
        assigned_.emplace(statement.variable, statement.place);
    });
  }
  Given all_learnt() const {
    Given given{std::in_place};
    for (const auto& [variable, place] : assigned_) given->insert(variable);
    return given;
  }
  Given through(const Block& block, Given given) {
    for (const auto& statement : block) {
      if (!given) break;
      for (const auto& call : statement.calls)
        for (const auto& argument : call.arguments)
          for (const auto& value : argument.value) look(value, given);
      if (statement.op != StatementOp::retry)
        for (const auto& expression : statement.expressions) look(expression, given);
      given = through(statement, std::move(given));
    }
    return given;
  }

 private:
  bool is_named(VariableIndex index) const {
    const Variable& variable = model_.variables[index];
    const bool is_own = variable.scope == Scope::local && variable.owner == kind_;
    return (is_own || variable.scope == Scope::scratch) && variable.name[0] != '(';
  }

  /// Complains of what has no value; of each variable once on a way.
  void look(const Expression& expression, Given& given) {
    if (!given) return;
    for (const auto& operand : expression.operands) look(operand, given);
    if (expression.op == ExpressionOp::read) look(expression.variable, expression.place, given);
  }

  void look(VariableIndex variable, const Place& at, Given& given) {
    if (variable == nothing || !is_named(variable) || !given->insert(variable).second) return;
    const std::string& name = model_.variables[variable].name;
    Diagnostic complaint;
    complaint.number = "E0274";
    complaint.sentence = fmt::format("{} may have no value here", name);
    complaint.place = at;
    const auto place = assigned_.find(variable);
    if (place != assigned_.end()) complaint.notes.push_back({place->second, "some runs skip this"});
    complaint.help.push_back(fmt::format("give it a value before the branch: {} = ...", name));
    diagnostics_.push_back(std::move(complaint));
  }

  Given through(const Statement& statement, Given given) {
    if (asks_server(statement.op) && !std::exchange(says_timeout_, false)) meet(ends_, given);
    switch (statement.op) {
      case StatementOp::assign: given->insert(statement.variable); return given;
      case StatementOp::call:
      case StatementOp::atomic: return through(statement.blocks[0], std::move(given));
      case StatementOp::when: return branches(statement, given);
      case StatementOp::section:
        look(statement.variable, statement.place, given);
        return through(statement.blocks[0], std::move(given));
      case StatementOp::if_:
      case StatementOp::either: return branches(statement, given);
      case StatementOp::retry: return polls(statement, given);
      case StatementOp::loop: return inside(statement, std::move(given), breaks_, false);
      case StatementOp::operation: return inside(statement, std::move(given), leaves_, true);
      case StatementOp::break_: meet(breaks_, given); return std::nullopt;
      case StatementOp::leave: meet(leaves_, given); return std::nullopt;
      case StatementOp::continue_: return std::nullopt;
      case StatementOp::return_: meet(ends_, given); return std::nullopt;
      case StatementOp::timeout: return unanswered(statement, given);
      case StatementOp::finally_: return round(statement, std::move(given));
      default: return given;
    }
  }

  /// Without an answer it goes on with what it had before.
  Given unanswered(const Statement& wait, const Given& given) {
    says_timeout_ = true;
    Given result = through(wait.blocks[0], given);
    says_timeout_ = false;
    meet(result, through(wait.blocks[1], given));
    return result;
  }

  /// A round may end wherever it returns, and without an answer to any of its calls.
  Given round(const Statement& whole, Given given) {
    const Given end = through(whole.blocks[0], std::move(given));
    meet(ends_, end);
    return through(whole.blocks[1], std::exchange(ends_, std::nullopt));
  }

  Given branches(const Statement& statement, const Given& given) {
    Given result;
    if (statement.op == StatementOp::if_ && statement.blocks.size() < 2) result = given;
    for (const auto& block : statement.blocks) meet(result, through(block, given));
    return result;
  }

  /// Who gives up has polled before: behind the `else` the answer's variable has a value too.
  Given polls(const Statement& statement, const Given& given) {
    Given polled = statement.flag ? attempt(statement.blocks[0].back(), given) : through(statement.blocks[0], given);
    if (!statement.flag)
      for (const auto& expression : statement.expressions) look(expression, polled);
    if (statement.span.low == unbounded) return polled;
    Given given_up = through(statement.blocks[1], given);
    if (given_up && polled && !statement.flag) given_up->insert(polled->begin(), polled->end());
    meet(polled, given_up);
    return polled;
  }

  /// What is given where an attempt of `retry until atomic` succeeds: its last statement is not one that does.
  Given attempt(const Statement& loop, const Given& given) {
    Given outer = std::exchange(breaks_, std::nullopt);
    Block body = loop.blocks[0];
    body.pop_back();
    through(body, given);
    return std::exchange(breaks_, std::move(outer));
  }

  /// A loop or an operation, whose block is left by jumps.
  Given inside(const Statement& statement, Given given, Given& jumps, bool at_end) {
    Given outer = std::exchange(jumps, std::nullopt);
    const Given end = through(statement.blocks[0], std::move(given));
    if (at_end) meet(jumps, end);
    return std::exchange(jumps, std::move(outer));
  }

  const Model& model_;
  std::uint32_t kind_;
  Diagnostics& diagnostics_;
  std::map<VariableIndex, Place> assigned_;
  bool says_timeout_ = false;  ///< the next call says what is done without an answer
  Given ends_;                 ///< what is given wherever the round may end
  Given breaks_;               ///< ... at each way out of the innermost loop
  Given leaves_;               ///< ... and operation
};

}  // namespace

void check_values(const Model& model, Diagnostics& diagnostics) {
  for (std::uint32_t index = 0; index < model.kinds.size(); ++index) {
    const ClientKind& kind = model.kinds[index];
    Walk walk(model, index, diagnostics);
    walk.learn(kind.program);
    const Given around = walk.all_learnt();
    for (const auto& background : kind.backgrounds) walk.learn(background.body);
    walk.through(kind.program, Given{std::in_place});
    for (const auto& background : kind.backgrounds) walk.through(background.body, around);
  }
}

}  // namespace interlock::language
