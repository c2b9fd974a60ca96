// Statements that hold blocks.

#include "engine/language/parser/state.hpp"

#include <fmt/format.h>

namespace interlock::language {

using syntax::ExpressionForm;
using syntax::StatementForm;

bool Parser::else_follows() {
  if (failed_) return false;
  return at("else");
}

Parser::Statement Parser::if_statement() {
  Statement result;
  result.form = StatementForm::if_;
  advance();
  result.conditions.push_back(condition());
  result.blocks.push_back(block("if CONDITION"));
  while (!failed_) {
    const bool is_foreign = at_any({"elif", "elsif", "elseif"}) && !follows("=", 1);
    if (is_foreign) complain_foreign(*foreign_word(peek().text), place_of(peek()));
    if (!is_foreign && !else_follows()) break;
    advance();
    if (is_foreign || take_following("if")) {
      result.conditions.push_back(condition());
      result.blocks.push_back(block("else if CONDITION"));
    } else {
      result.blocks.push_back(block("else"));
      break;
    }
  }
  return result;
}

Parser::Statement Parser::loop_statement() {
  Statement result;
  result.form = StatementForm::loop;
  advance();
  result.blocks.push_back(block("loop"));
  return result;
}

Parser::Statement Parser::for_statement() {
  Statement result;
  result.form = StatementForm::for_;
  const Place place = place_of(peek());
  advance();
  const bool counts =
      follows("(") || follows("{") || (follows("in", 1) && at("range", 2)) || (name_follows() && follows("=", 1));
  if (counts) {
    fail("E0133", "for goes over the servers of an array or the members of a container, and over nothing else", place,
         "",
         {"write for n in node { ... }, or for m in S { ... }",
          "to count: tries : int 0..3 = 0, then loop { if tries == 3 { break }; tries += 1 }"});
    return result;
  }
  result.text = take_name("a name for the server", &result.text_place);
  expect("in", "write for n in node { ... }");
  result.value = postfix();
  result.blocks.push_back(block("for n in node"));
  return result;
}

Parser::Statement Parser::either_statement() {
  Statement result;
  result.form = StatementForm::either;
  advance();
  result.blocks.push_back(block("either"));
  if (!failed_ && !at("or")) fail_expected("'or'", {"write either { ... } or { ... }"});
  while (!failed_ && take("or")) result.blocks.push_back(block("or"));
  return result;
}

Parser::Statement Parser::when_statement() {
  Statement result;
  result.form = StatementForm::when;
  advance();
  result.value = condition();
  if (take_following("within")) result.within = sum();
  result.blocks.push_back(block("when CONDITION"));
  if (result.within && else_follows()) {
    advance();
    result.blocks.push_back(block("else"));
  }
  return result;
}

Parser::Statement Parser::atomic_statement() {
  Statement result;
  result.form = StatementForm::atomic;
  advance();
  result.blocks.push_back(block("atomic"));
  time_limit(result);
  return result;
}

/// `within 1s`, `timeout { ... }` of a call that may get no answer; each may be left out.
void Parser::time_limit(Statement& result) {
  if (failed_) return;
  if (take_following("within")) result.within = sum();
  timeout(result);
}

void Parser::timeout(Statement& result) {
  if (failed_ || !at("timeout") || !at("{", 1)) return;
  advance();
  result.timeout.push_back(block("timeout"));
}

Parser::Statement Parser::finally_statement() {
  Statement result;
  result.form = StatementForm::finally_;
  advance();
  result.blocks.push_back(block("finally"));
  return result;
}

Parser::Statement Parser::retry_statement() {
  Statement result;
  result.form = StatementForm::retry;
  advance();
  if (take_following("every")) result.second = sum();
  expect_words({"until"}, result.second ? "retry every 1s until CALL" : "retry until CALL");
  if (follows("atomic") && at("{", 1)) {
    advance();
    result.flag = true;
    result.blocks.push_back(block("retry until atomic"));
    retry_limit(result);
    timeout(result);
    return result;
  }
  Expression call = expression();
  if (!failed_ && take_following("=")) {
    result.target = std::move(call);
    call = expression();
  }
  if (!failed_ && call.form != ExpressionForm::call) {
    fail("E0140", "retry polls with a call", call.place, "this is not a call",
         {"write retry until redis.SETNX(lock, me), or retry until x = redis.GET(lock)",
          "any other condition: loop { x = CALL; if CONDITION { break } }"});
  }
  result.value = std::move(call);
  retry_limit(result);
  timeout(result);
  return result;
}

/// `within 3s else { ... }`
void Parser::retry_limit(Statement& result) {
  if (failed_ || !take_following("within")) return;
  result.within = sum();
  if (!else_follows()) return;
  advance();
  result.blocks.push_back(block("else"));
}

Parser::Statement Parser::critical_statement() {
  Statement result;
  result.form = StatementForm::critical;
  advance();
  if (follows("shared") || follows("exclusive")) {
    fail_expected("'{'", {fmt::format("give it a name: section NAME {} {{ ... }}", peek().text)});
    return result;
  }
  if (take_following("until")) result.value = expression();
  result.blocks.push_back(block(result.value ? "critical until DEADLINE" : "critical"));
  return result;
}

Parser::Statement Parser::section_statement() {
  Statement result;
  result.form = StatementForm::section;
  advance();
  result.text = take_name("the name of the section", &result.text_place);
  if (take_following("shared"))
    result.sharing = syntax::Sharing::shared;
  else if (take_following("exclusive"))
    result.sharing = syntax::Sharing::exclusive;
  result.blocks.push_back(block("section NAME"));
  return result;
}

Parser::Statement Parser::background_statement() {
  Statement result;
  result.form = StatementForm::background;
  advance();
  expect_words({"while", "in"}, "background while in critical { ... }");
  result.text = take_name("critical, or the name of a section", &result.text_place);
  result.blocks.push_back(block("background while in critical"));
  return result;
}

Parser::Statement Parser::every_statement() {
  Statement result;
  result.form = StatementForm::every;
  advance();
  result.range = range();
  result.blocks.push_back(block("every 3s"));
  return result;
}

}  // namespace interlock::language
