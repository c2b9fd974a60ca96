// The declarations of a store.

#include "engine/language/parser/state.hpp"

#include <fmt/format.h>

namespace interlock::language {

using syntax::ParameterForm;
using syntax::TypeForm;

namespace {

/// Plain data is passed by value; anything else is a cell that the caller names.
bool is_plain(const syntax::Type& type) {
  if (type.form == TypeForm::boolean || type.form == TypeForm::integer) return true;
  if (type.form == TypeForm::one_of) return true;
  if (type.form != TypeForm::named) return false;
  return type.name == "id" || type.name == "token" || type.name == "instant" || type.name == "duration";
}

}  // namespace

syntax::Store Parser::store() { return declaration("the name of the store", &Parser::store_item); }

void Parser::store_item(syntax::Store& result) {
  const auto append = [](std::vector<syntax::Field>& to, std::vector<syntax::Field> more) {
    for (syntax::Field& field : more) to.push_back(std::move(field));
  };
  if (at("type")) {
    advance();
    syntax::TypeName next = type_name();
    if (!failed_) result.types.push_back(std::move(next));
  } else if (at("state")) {
    advance();
    append(result.state, fields("state"));
  } else if (at("connection")) {
    advance();
    append(result.connection, fields("connection"));
  } else if (at("remembered")) {
    advance();
    append(result.remembered, fields("remembered"));
  } else if (at("on")) {
    advance();
    expect_words({"disconnect"}, "on disconnect { ... }");
    for (syntax::Statement& next : block("on disconnect")) {
      result.on_disconnect.push_back(std::move(next));
    }
  } else if (at("op")) {
    advance();
    syntax::Operation next = operation();
    if (!next.name.empty()) result.operations.push_back(std::move(next));
  } else {
    unknown_item({"type", "state", "connection", "remembered", "on disconnect", "op"}, "store");
  }
}

syntax::TypeName Parser::type_name() {
  syntax::TypeName result;
  result.name = take_name("the name of the type", &result.place);
  expect("=", "write type NAME = TYPE");
  result.type = type();
  return result;
}

syntax::Operation Parser::operation() {
  syntax::Operation result;
  result.name = take_name("the name of the operation", &result.place);
  if (open_group("(") && !take(")")) {
    while (!failed_) {
      result.parameters.push_back(parameter());
      if (failed_ || take(")")) break;
      if (!take(",")) fail_expected("',' or ')'");
    }
  }
  if (take_following("->")) answers(result);
  if (failed_ || (!at("{") && !open_block("op NAME(...)"))) recover_head();
  result.body = block("op NAME(...)");
  return result;
}

syntax::Parameter Parser::parameter() {
  syntax::Parameter result;
  const bool is_flag = at("flag") && name_follows(1);
  const bool is_option = at("option") && name_follows(1);
  if (is_flag || is_option) advance();
  result.name = take_name("a parameter", &result.place);
  if (is_flag) result.form = ParameterForm::flag;
  if (is_option) result.form = ParameterForm::option;
  if (failed_ || is_flag || !take_following(":")) return result;
  result.type = type(true);
  if (!is_option && !is_plain(*result.type)) result.form = ParameterForm::cell;
  return result;
}

/// `-> duration or none or missing`.
void Parser::answers(syntax::Operation& result) {
  do {
    const Token& token = peek();
    if (!name_follows()) return fail_expected("what the operation answers with");
    result.answers.emplace_back(token.text);
    result.answer_places.push_back(place_of(token));
    advance();
    if (token.text == "int" && peek().form == TokenForm::number) {
      return fail("E0154", "an answer is named by its kind alone", place_of(peek()), "", {"write -> int"});
    }
  } while (take_following("or"));
}

}  // namespace interlock::language
