#include "engine/language/breaks/breaks.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace interlock::language {
namespace {

using syntax::Argument;
using syntax::Block;
using syntax::Expression;
using syntax::ExpressionForm;
using syntax::Statement;
using syntax::StatementForm;

/// Walks a program and changes it at the opportunity number `wanted`, counted from 0 in the order of the text.
class Breaker {
 public:
  explicit Breaker(std::size_t wanted) : left_(wanted) {}

  /// True once the change is made.
  bool in_block(Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (at_statement(block, i) || in_statement(block[i])) return true;
    }
    return false;
  }

  const Place& place() const { return place_; }
  const std::string& sentence() const { return sentence_; }
  const std::optional<Neighbours>& swapped() const { return swapped_; }

 private:
  bool is_wanted(const Place& place, std::string sentence) {
    if (left_-- > 0) return false;
    left_ = 0;
    place_ = place;
    sentence_ = std::move(sentence);
    return true;
  }

  /// Changes of a statement as a whole.
  bool at_statement(Block& block, std::size_t i) {
    const Statement& statement = block[i];
    if (can_be_split(statement) && is_wanted(statement.place, "its statements as steps of their own")) {
      split(block, i);
      return true;
    }
    if (can_be_left_out(statement) && is_wanted(statement.place, "left out")) {
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    if (i + 1 < block.size() && is_step(statement) && is_step(block[i + 1]) &&
        is_wanted(statement.place, "swapped with the step behind it")) {
      swapped_ = Neighbours{statement.place, block[i + 1].place, {}};
      if (i + 2 < block.size()) swapped_->behind = block[i + 2].place;
      std::swap(block[i], block[i + 1]);
      return true;
    }
    return false;
  }

  static bool can_be_split(const Statement& statement) {
    const bool is_one_step = statement.form == StatementForm::atomic || statement.form == StatementForm::when;
    return is_one_step && !statement.blocks.empty() && !statement.blocks.front().empty();
  }

  /// A `when` still waits; what it did is done in steps behind it.
  static void split(Block& block, std::size_t i) {
    Block inner = std::move(block[i].blocks.front());
    block[i].blocks.front().clear();
    auto behind = block.begin() + static_cast<std::ptrdiff_t>(i);
    behind = block[i].form == StatementForm::atomic ? block.erase(behind) : std::next(behind);
    block.insert(behind, std::make_move_iterator(inner.begin()), std::make_move_iterator(inner.end()));
  }

  static bool has_call(const std::optional<Expression>& value) {
    return value && (value->form == ExpressionForm::call ||
                     std::any_of(value->operands.begin(), value->operands.end(),
                                 [](const Expression& operand) { return has_call(std::optional(operand)); }));
  }

  static bool can_be_left_out(const Statement& statement) {
    switch (statement.form) {
      case StatementForm::call:
      case StatementForm::background:
      case StatementForm::fence: return true;
      case StatementForm::assign:  // a cell of a server; a variable's value is needed elsewhere
        return statement.target && statement.target->form == ExpressionForm::member;
      default: return false;
    }
  }

  static bool is_step(const Statement& statement) {
    switch (statement.form) {
      case StatementForm::call:
      case StatementForm::atomic:
      case StatementForm::when:
      case StatementForm::retry: return true;
      case StatementForm::assign:
        return has_call(statement.value) || (statement.target && statement.target->form == ExpressionForm::member);
      default: return false;
    }
  }

  bool in_statement(Statement& statement) {
    for (Expression& condition : statement.conditions) {
      if (in_condition(condition)) return true;
    }
    if (statement.form == StatementForm::when && statement.value && in_condition(*statement.value)) return true;
    const bool is_property = statement.form == StatementForm::assert_ || statement.form == StatementForm::keep ||
                             statement.form == StatementForm::witness;
    if (!is_property && statement.value && in_calls(*statement.value)) return true;
    const auto in_one = [this](Block& block) { return in_block(block); };
    return std::any_of(statement.blocks.begin(), statement.blocks.end(), in_one) ||
           std::any_of(statement.timeout.begin(), statement.timeout.end(), in_one);
  }

  /// A condition that guards something.
  bool in_condition(Expression& condition) {
    const std::array outcomes{std::pair("true", std::int64_t{1}), std::pair("false", std::int64_t{0})};
    for (const auto& [word, number] : outcomes) {
      if (!is_wanted(condition.place, std::string("as if this were always ") + word)) continue;
      // A call in it is made all the same: `true or CALL` would still read.
      condition =
          has_call(std::optional(condition)) ? decided(std::move(condition), number) : truth(condition.place, number);
      return true;
    }
    return in_comparison(condition) || in_calls(condition);
  }

  static Expression truth(const Place& place, std::int64_t number) {
    Expression expression;
    expression.form = ExpressionForm::truth;
    expression.place = place;
    expression.number = number;
    return expression;
  }

  /// `C or true`, `C and false`.
  static Expression decided(Expression condition, std::int64_t number) {
    Expression expression;
    expression.form = ExpressionForm::binary;
    expression.place = condition.place;
    expression.text = number == 1 ? "or" : "and";
    const Place place = condition.place;
    expression.operands.push_back(std::move(condition));
    expression.operands.push_back(truth(place, number));
    return expression;
  }

  /// `a and b` without one of them; `<` for `<=`, and so on.
  bool in_comparison(Expression& expression) {
    if (expression.form == ExpressionForm::binary) {
      if (expression.text == "and" || expression.text == "or") {
        for (std::size_t i = 0; i < 2; ++i) {
          if (!is_wanted(expression.operands[i].place, "this left out")) continue;
          Expression other = std::move(expression.operands[1 - i]);
          expression = std::move(other);
          return true;
        }
      }
      constexpr std::array<std::pair<std::string_view, std::string_view>, 4> neighbours{
          {{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}}};
      for (const auto& [is, would_be] : neighbours) {
        if (expression.text != is) continue;
        if (!is_wanted(expression.place, std::string(would_be) + " for " + std::string(is))) break;
        expression.text = would_be;
        return true;
      }
    }
    return std::any_of(expression.operands.begin(), expression.operands.end(),
                       [this](Expression& operand) { return in_comparison(operand); });
  }

  /// Options and flags of the calls in an expression.
  bool in_calls(Expression& expression) {
    if (expression.form == ExpressionForm::call) {
      for (std::size_t i = 0; i < expression.arguments.size(); ++i) {
        const Argument& argument = expression.arguments[i];
        const std::string name = option_name(argument);
        if (name.empty() || !is_wanted(argument.place, "without " + name)) continue;
        expression.arguments.erase(expression.arguments.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      }
    }
    return std::any_of(expression.operands.begin(), expression.operands.end(),
                       [this](Expression& operand) { return in_calls(operand); });
  }

  /// Of an option, and of a bare name that is written as flags are; else empty.
  static std::string option_name(const Argument& argument) {
    if (!argument.option.empty()) return argument.option;
    if (argument.value.size() != 1 || argument.value.front().form != ExpressionForm::name) return {};
    const std::string& name = argument.value.front().text;
    const bool is_upper =
        std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
    return is_upper ? name : std::string();
  }

  std::size_t left_;
  Place place_;
  std::string sentence_;
  std::optional<Neighbours> swapped_;
};

/// The protocol with one change, or nothing where it has fewer opportunities.
std::optional<Break> broken(const syntax::Protocol& protocol, std::size_t wanted) {
  Break result{.place = {}, .sentence = {}, .protocol = protocol};
  Breaker breaker(wanted);
  for (syntax::Client& client : result.protocol.clients) {
    if (!breaker.in_block(client.body)) continue;
    result.place = breaker.place();
    result.sentence = breaker.sentence();
    result.swapped = breaker.swapped();
    return result;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Break> breaks_of(const syntax::Protocol& protocol) {
  std::vector<Break> breaks;
  while (std::optional<Break> next = broken(protocol, breaks.size())) breaks.push_back(*std::move(next));
  return breaks;
}

}  // namespace interlock::language
