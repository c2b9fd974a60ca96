// What is asked of a server, and what is asked about a client.

#include "engine/language/parser/state.hpp"

#include <fmt/format.h>

namespace interlock::language {

using syntax::ExpressionForm;

/// `redis.lock`, or with arguments `redis.GET(lock)`. Any word may stand behind the point.
Parser::Expression Parser::member(std::size_t first, Expression server) {
  advance();
  Expression result;
  result.form = ExpressionForm::member;
  result.operands.push_back(std::move(server));
  if (!name_follows()) {
    fail_expected("the name of a cell or an operation");
    return result;
  }
  result.text = peek().text;
  result.text_place = place_of(peek());
  advance();
  if (follows("(")) {
    result.form = ExpressionForm::call;
    result.arguments = arguments();
  }
  result.place = span_from(first);
  return result;
}

Parser::Expression Parser::element(std::size_t first, Expression container) {
  Expression result;
  result.form = ExpressionForm::element;
  result.operands.push_back(std::move(container));
  open_group("[");
  result.operands.push_back(expression());
  expect("]", "");
  result.place = span_from(first);
  return result;
}

std::vector<syntax::Argument> Parser::arguments() {
  std::vector<syntax::Argument> result;
  if (!open_group("(") || take(")")) return result;
  while (!failed_) {
    result.push_back(argument());
    if (failed_ || take(")")) break;
    if (!take(",")) fail_expected("',' or ')'");
  }
  return result;
}

syntax::Argument Parser::argument() {
  syntax::Argument result;
  const std::size_t first = position_;
  const bool is_name = peek().form == TokenForm::name;
  if (is_name && (follows("=", 1) || follows(":", 1))) {
    fail("E0144", fmt::format("an option is passed without {}", peek(1).text), place_of(peek(1)), "",
         {fmt::format("write {} VALUE; a flag is passed by its bare name", peek().text)});
    return result;
  }
  const bool two_words =
      (at("fresh") && follows("id", 1)) || at("await") || at("new") || is_prefix_word() || is_reserved(peek().text);
  if (is_name && !two_words && starts_value(1)) {
    result.option = peek().text;
    advance();
    while (!failed_ && starts_value(0)) result.value.push_back(expression());
  } else {
    result.value.push_back(expression());
  }
  result.place = span_from(first);
  return result;
}

/// Is this word one that tells something of the client in front of it?
bool Parser::is_event() const {
  if (!name_follows()) return false;
  for (const std::string_view word : {"enters", "leaves", "waiting", "idle", "alive", "paused", "sharing"}) {
    if (at(word)) return true;
  }
  if (at("ends")) return follows("round", 1);
  if (at("holds")) return follows("lease", 1);
  if (at("before")) return name_follows(1);
  return at("queued") && follows("before", 1);
}

Parser::Expression Parser::event(std::size_t first, Expression client) {
  Expression result;
  result.form = ExpressionForm::client_event;
  result.text = peek().text;
  result.text_place = place_of(peek());
  result.operands.push_back(std::move(client));
  advance();
  if (result.text == "enters" || result.text == "leaves") {
    result.variable = take_name("critical, or the name of a section", &result.text_place);
  } else if (result.text == "ends") {
    expect("round", "");
    result.text = "ends round";
  } else if (result.text == "holds") {
    expect("lease", "");
    result.text = "holds lease";
  } else if (result.text == "sharing") {
    if (take_following("lease")) result.text = "sharing lease";
  } else if (result.text == "before") {
    expect_words({"deadline"}, "c before deadline, or c queued before d");
    result.text = "before deadline";
  } else if (result.text == "queued") {
    expect("before", "");
    result.text = "queued before";
    result.operands.push_back(postfix());
  }
  result.place = span_from(first);
  return result;
}

}  // namespace interlock::language
