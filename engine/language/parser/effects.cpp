// Assignments, and what an operation of a store does to its cells.

#include "engine/language/parser/state.hpp"

#include <fmt/format.h>

namespace interlock::language {

using syntax::ExpressionForm;
using syntax::StatementForm;

/// `x = V`, `x : TYPE = V`, `memory.count += 1`, `S[K] = V`, or a call.
Parser::Statement Parser::target_statement() {
  Statement result;
  result.form = StatementForm::assign;
  const std::size_t first = position_;
  Expression target = postfix();
  if (failed_) return result;
  const bool assigns = at_any({"=", "+=", "-=", ":"}) && !peek().first_on_line;
  if (target.form == ExpressionForm::call) {
    if (assigns) {
      fail("E0146", "nothing can be assigned to a call", place_of(peek()), "",
           {"a comparison is ==; to keep the answer: x = redis.GET(lock)"});
    }
    result.form = StatementForm::call;
    result.value = std::move(target);
    time_limit(result);
    return result;
  }
  if (!assigns) {
    fail("E0141", "a value alone does nothing", span_from(first), "",
         {"a call has parentheses: redis.INCR(counter); an assignment has a ="});
    return result;
  }
  result.target = std::move(target);
  if (take_following(":")) result.type = type();
  assigned_value(result);
  return result;
}

/// The operator and what stands behind it. `into = A kept in B` and `K = V keeping deadline` too.
void Parser::assigned_value(Statement& result) {
  if (!failed_ && !at_any({"=", "+=", "-="})) {
    return fail_expected("'='", {"write x : TYPE = VALUE"});
  }
  if (failed_) return;
  result.text = peek().text;
  advance();
  result.value = expression();
  if (failed_ || result.text != "=") return;
  if (take_following("kept")) {
    expect_words({"in"}, "into = A kept in B");
    result.form = StatementForm::keep_members;
    result.second = postfix();
  } else if (take_following("keeping")) {
    result.flag = expect_words({"deadline"}, "K = V keeping deadline");
  } else {
    time_limit(result);
  }
}

/// `clear K`, `persist K`, `watch K`.
Parser::Statement Parser::cell_statement() {
  Statement result;
  result.form = StatementForm::watch;
  if (at("clear")) result.form = StatementForm::clear;
  if (at("persist")) result.form = StatementForm::persist;
  advance();
  result.value = postfix();
  return result;
}

Parser::Statement Parser::expire_statement() {
  Statement result;
  result.form = StatementForm::expire;
  advance();
  result.value = postfix();
  expect_words({"in"}, "expire K in DURATION");
  result.second = expression();
  return result;
}

Parser::Statement Parser::add_statement() {
  Statement result;
  result.form = StatementForm::add;
  advance();
  result.value = sum();
  expect_words({"to"}, "add M to S");
  result.second = postfix();
  return result;
}

/// `remove M from S`, `remove up to SCORE from R`.
Parser::Statement Parser::remove_statement() {
  Statement result;
  result.form = StatementForm::remove;
  advance();
  if (follows("up") && follows("to", 1)) {
    advance();
    advance();
    result.form = StatementForm::remove_up_to;
  }
  const bool up_to = result.form == StatementForm::remove_up_to;
  result.value = sum();
  expect_words({"from"}, up_to ? "remove up to SCORE from R" : "remove M from S");
  result.second = postfix();
  return result;
}

Parser::Statement Parser::put_statement() {
  Statement result;
  result.form = StatementForm::put;
  advance();
  result.value = sum();
  expect_words({"in"}, "put M in R at SCORE");
  result.second = postfix();
  expect_words({"at"}, "put M in R at SCORE");
  result.third = expression();
  return result;
}

Parser::Statement Parser::push_statement() {
  Statement result;
  result.form = StatementForm::push;
  advance();
  result.value = sum();
  expect_words({"to"}, "push V to Q");
  result.second = postfix();
  return result;
}

Parser::Statement Parser::drop_statement() {
  Statement result;
  result.form = StatementForm::drop_first;
  advance();
  expect_words({"first", "of"}, "drop first of Q");
  result.value = postfix();
  return result;
}

Parser::Statement Parser::reject_statement() {
  Statement result;
  result.form = StatementForm::reject;
  advance();
  result.text_place = place_of(peek());
  result.text = take_text("a sentence in double quotes");
  return result;
}

}  // namespace interlock::language
