// Operators, from the weakest to the strongest: or, and, not, comparisons, + and -.

#include "engine/language/parser/state.hpp"

#include <fmt/format.h>

namespace interlock::language {

using syntax::ExpressionForm;

namespace {}  // namespace

/// Each operator makes the tree one deeper, so their number has to be bounded like nesting.
bool Parser::count_operator() {
  if (!is_too_many(TextLimit::operators, ++operators_)) return true;
  fail("E0119", too_much(TextLimit::operators), place_of(peek()), "", {"give a part of it a name of its own: x = ..."});
  return false;
}

Parser::Expression Parser::expression() {
  const Level level(*this);
  if (!level) return {};
  const std::size_t first = position_;
  Expression left = conjunction();
  while (!failed_ && at("or") && count_operator()) {
    advance();
    left = binary(first, "or", std::move(left), conjunction());
  }
  return left;
}

Parser::Expression Parser::condition() {
  operators_ = 0;
  const std::size_t first = position_;
  Expression left = expression();
  if (failed_ || !follows("=")) return left;
  complain("E0137", "= binds a name; a comparison is ==", place_of(peek()), "", {"write =="});
  advance();
  return binary(first, "==", std::move(left), expression());
}

Parser::Expression Parser::conjunction() {
  const std::size_t first = position_;
  Expression left = negation();
  while (!failed_ && at("and") && count_operator()) {
    advance();
    left = binary(first, "and", std::move(left), negation());
  }
  return left;
}

Parser::Expression Parser::negation() {
  if (failed_ || !at("not")) return comparison();
  const Level level(*this);
  if (!level) return {};
  const std::size_t first = position_;
  advance();
  Expression result;
  result.form = ExpressionForm::unary;
  result.text = "not";
  result.operands.push_back(negation());
  result.place = span_from(first);
  return result;
}

Parser::Expression Parser::comparison() {
  const std::size_t first = position_;
  Expression left = sum();
  if (failed_ || peek().first_on_line) return left;
  left = compared(first, std::move(left));
  const bool goes_on = at_any({"==", "!=", "<", "<=", ">", ">="}) && !peek().first_on_line;
  if (!failed_ && goes_on) {
    fail("E0138", "a comparison has two sides", place_of(peek()), "a third one begins here",
         {"write two comparisons: a < b and b < c"});
  }
  return left;
}

/// What stands behind `left` if it is compared, asked for membership, or is a client of an event.
Parser::Expression Parser::compared(std::size_t first, Expression left) {
  if (at_any({"==", "!=", "<", "<=", ">", ">=", "in"})) {
    const std::string text(peek().text);
    if (!count_operator()) return left;
    advance();
    return binary(first, text, std::move(left), sum());
  }
  if (at("not") && follows("in", 1)) {
    complain("E0139", "there is no operator not in", place_of(peek()), "", {"write not x in S, which is not (x in S)"});
    advance();
    advance();
    Expression negated;
    negated.form = ExpressionForm::unary;
    negated.text = "not";
    negated.operands.push_back(binary(first, "in", std::move(left), sum()));
    negated.place = span_from(first);
    return negated;
  }
  if (at("is")) return is_comparison(first, std::move(left));
  if (is_event()) return event(first, std::move(left));
  return left;
}

/// Python's `x is none` and `x is not none`.
Parser::Expression Parser::is_comparison(std::size_t first, Expression left) {
  const bool negated = follows("not", 1);
  const std::string text = negated ? "!=" : "==";
  complain("E0111", "there is no operator is", place_of(peek()), "", {"write " + text});
  advance();
  if (negated) advance();
  return binary(first, text, std::move(left), sum());
}

Parser::Expression Parser::sum() {
  const std::size_t first = position_;
  Expression left = unary();
  while (!failed_ && at_any({"+", "-"}) && count_operator()) {
    const std::string text(peek().text);
    advance();
    left = binary(first, text, std::move(left), unary());
  }
  return left;
}

Parser::Expression Parser::unary() {
  if (failed_) return {};
  if (!follows("-")) return postfix();
  const Level level(*this);
  if (!level) return {};
  const std::size_t first = position_;
  advance();
  Expression result;
  if (take_following("inf")) {
    result.form = ExpressionForm::infinity;
    result.number = -1;
  } else {
    result.form = ExpressionForm::unary;
    result.text = "-";
    result.operands.push_back(unary());
  }
  result.place = span_from(first);
  return result;
}

Parser::Expression Parser::binary(std::size_t first, std::string_view text, Expression left, Expression right) {
  Expression result;
  result.form = ExpressionForm::binary;
  result.text = text;
  result.operands.push_back(std::move(left));
  result.operands.push_back(std::move(right));
  result.place = span_from(first);
  return result;
}

/// Could the token there be the beginning of a value, if it is not an operator?
bool Parser::starts_value(std::size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.first_on_line) return false;
  if (token.form == TokenForm::symbol || token.form == TokenForm::end) return false;
  return !(token.form == TokenForm::name && (token.text == "and" || token.text == "or" || token.text == "not" ||
                                             token.text == "in" || token.text == "is"));
}

syntax::Range Parser::range() {
  syntax::Range result;
  result.low = sum();
  if (take_following("..")) result.high = sum();
  return result;
}

}  // namespace interlock::language
