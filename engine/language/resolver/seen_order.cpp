// A set has no order. May what comes of a walk through one depend on the order of its rounds? Only what certainly does
// not is let through: each round keeps to what is its own, or does what does not matter who does it, how often and
// when.

#include "engine/language/resolver/resolution.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace interlock::language {

namespace {

/// What is done with a variable of the world outside of the round.
enum class Change {
  own_member,   // an entry of the round's own member is written or removed
  joins,        // anything is added to a set
  leaves,       // anything is removed
  same_value,   // one value that is written out
  counts_up,    // a number that is written out is added
  counts_down,  // ... or subtracted
  empties,
};

class Round {
 public:
  Round(VariableIndex member, std::size_t known) : member_(member), known_(known) {}

  std::optional<Place> find(const Block& round) {
    collect(round, false);
    if (!seen_) look(round);
    if (!seen_ && exits_ > 0) check_exit(round);
    return seen_;
  }

 private:
  void refuse(const Place& place) {
    if (!seen_) seen_ = place;
  }

  bool is_own(VariableIndex variable) const { return variable >= known_ || variable == member_; }
  bool is_member(const Expression& expression) const {
    return expression.op == ExpressionOp::read && expression.variable == member_;
  }

  static bool is_same(const Expression& left, const Expression& right) {
    return left.op == ExpressionOp::literal && right.op == ExpressionOp::literal && left.value == right.value &&
           left.other == right.other;
  }

  void note(const Statement& statement, std::optional<Change> change) {
    const auto [known, is_new] = changes_.try_emplace(statement.variable, std::pair{change, &statement});
    const auto& [before, first] = known->second;
    const bool fits = change && before == change;
    const bool is_other =
        fits && change == Change::same_value && !is_same(statement.expressions[0], first->expressions[0]);
    if (!fits || is_other) refuse(statement.place);
  }

  std::optional<Change> change_of_value(const Statement& statement) const {
    const Expression& value = statement.expressions[0];
    if (value.op == ExpressionOp::literal) return Change::same_value;
    const bool is_sum = value.op == ExpressionOp::add || value.op == ExpressionOp::subtract;
    if (!is_sum || statement.op == StatementOp::map_put) return std::nullopt;
    const Expression& from = value.operands[0];
    const Expression& by = value.operands[1];
    const bool counts = from.op == ExpressionOp::read && from.variable == statement.variable &&
                        by.op == ExpressionOp::literal && by.value >= 0;
    if (!counts) return std::nullopt;
    return value.op == ExpressionOp::add ? Change::counts_up : Change::counts_down;
  }

  std::optional<Change> change_of(const Statement& statement) const {
    switch (statement.op) {
      case StatementOp::assign:
      case StatementOp::write: return statement.flag ? std::nullopt : change_of_value(statement);
      case StatementOp::clear: return Change::empties;
      case StatementOp::add: return is_member(statement.expressions[0]) ? Change::own_member : Change::joins;
      case StatementOp::remove: return is_member(statement.expressions[0]) ? Change::own_member : Change::leaves;
      case StatementOp::map_put:
        return is_member(statement.expressions[0]) ? std::optional(Change::own_member) : std::nullopt;
      default: return std::nullopt;
    }
  }

  /// All that the round changes. `within`: inside an operation of an atomic block, whose `leave` ends only that.
  void collect(const Block& block, bool within) {
    for (const auto& statement : block) {
      switch (statement.op) {
        case StatementOp::operation: collect(statement.blocks[0], true); continue;
        case StatementOp::if_: break;
        case StatementOp::loop: collect_loop(statement, within); continue;
        case StatementOp::assert_:
        case StatementOp::witness: says_ = &statement; break;
        case StatementOp::leave: exits_ += within ? 0 : 1; break;
        case StatementOp::break_: exits_ += in_loop_ ? 0 : 1; break;
        default:
          if (statement.variable == nothing)
            refuse(statement.place);
          else if (!is_own(statement.variable))
            note(statement, change_of(statement));
      }
      for (const auto& inner : statement.blocks) collect(inner, within);
    }
  }

  void collect_loop(const Statement& statement, bool within) {
    const bool outside = std::exchange(in_loop_, true);
    for (const auto& inner : statement.blocks) collect(inner, within);
    in_loop_ = outside;
  }

  /// Nothing that is looked at may be what another round changes.
  void look(const Block& block) {
    for (const auto& statement : block) {
      const auto known = statement.variable == nothing ? changes_.end() : changes_.find(statement.variable);
      const bool counts = known != changes_.end() &&
                          (known->second.first == Change::counts_up || known->second.first == Change::counts_down);
      if (!counts)
        for (const auto& expression : statement.expressions) look(expression, statement.place);
      for (const auto& inner : statement.blocks) look(inner);
    }
  }

  void look(const Expression& expression, const Place& place) {
    if (expression.op == ExpressionOp::choose || expression.op == ExpressionOp::fresh_id ||
        (expression.op == ExpressionOp::touched && !changes_.empty()))
      refuse(place);
    const auto changed = expression.variable == nothing ? changes_.end() : changes_.find(expression.variable);
    const bool asks_member = expression.op == ExpressionOp::contains || expression.op == ExpressionOp::at ||
                             expression.op == ExpressionOp::writer_of || expression.op == ExpressionOp::score;
    const bool is_own_entry = asks_member && changed != changes_.end() && changed->second.first == Change::own_member &&
                              is_member(expression.operands[0]);
    if (changed != changes_.end() && !is_own_entry) refuse(place);
    for (const auto& operand : expression.operands) look(operand, place);
  }

  /// Where the walk may end early, nothing may be done but what is done at its end, in one place.
  void check_exit(const Block& round) {
    if (says_ != nullptr) return refuse(says_->place);
    if (exits_ > 1) return refuse(last_exit(round)->place);
    for (const auto& [variable, change] : changes_)
      if (change.first != Change::same_value || !stands_beside_exit(round, change.second)) refuse(change.second->place);
  }

  static bool is_exit(const Statement& statement) {
    return statement.op == StatementOp::leave || statement.op == StatementOp::break_;
  }

  const Statement* last_exit(const Block& block) const {
    const Statement* last = nullptr;
    for (const auto& statement : block) {
      if (is_exit(statement)) last = &statement;
      if (statement.op == StatementOp::operation || statement.op == StatementOp::loop) continue;
      for (const auto& inner : statement.blocks)
        if (const Statement* found = last_exit(inner)) last = found;
    }
    return last;
  }

  /// In one block, and so done if and only if the walk ends there.
  static bool stands_beside_exit(const Block& block, const Statement* change) {
    const bool is_here = std::any_of(block.begin(), block.end(), [&](const Statement& one) { return &one == change; });
    if (is_here) return !block.empty() && is_exit(block.back());
    return std::any_of(block.begin(), block.end(), [&](const Statement& one) {
      return std::any_of(one.blocks.begin(), one.blocks.end(),
                         [&](const Block& inner) { return stands_beside_exit(inner, change); });
    });
  }

  VariableIndex member_;
  std::size_t known_;
  std::map<VariableIndex, std::pair<std::optional<Change>, const Statement*>> changes_;
  const Statement* says_ = nullptr;
  std::optional<Place> seen_;
  int exits_ = 0;
  bool in_loop_ = false;
};

}  // namespace

std::optional<Place> seen_order(const Block& round, VariableIndex member, std::size_t known) {
  return Round(member, known).find(round);
}

}  // namespace interlock::language
