// Kinds, cell types and fields.

#include "engine/language/parser/state.hpp"
#include "engine/language/syntax/characters.hpp"

#include <fmt/format.h>

namespace interlock::language {

using syntax::TypeForm;

/// A parameter's `int` needs no range, and its cases end where the next parameter begins.
syntax::Type Parser::type(bool is_parameter) {
  const Level level(*this);
  if (!level || failed_) return {};
  const std::size_t first = position_;
  syntax::Type result = type_body(is_parameter);
  const bool holds_many = result.form == TypeForm::set || result.form == TypeForm::map ||
                          result.form == TypeForm::queue || result.form == TypeForm::ranked;
  if (holds_many) capacity(result);
  result.place = span_from(first);
  return result;
}

syntax::Type Parser::type_body(bool is_parameter) {
  syntax::Type result;
  const auto part = [&](TypeForm form) {
    result.form = form;
    result.parts.push_back(type(is_parameter));
  };
  const bool names_next = name_follows(1) && !follows(":", 2);
  if (at("optional") && names_next) {
    advance();
    part(TypeForm::optional);
  } else if (at("expiring") && names_next) {
    advance();
    part(TypeForm::expiring);
  } else if ((at("set") || at("queue")) && names_next) {
    const TypeForm form = at("set") ? TypeForm::set : TypeForm::queue;
    advance();
    expect_words({"of"}, form == TypeForm::set ? "set of TYPE" : "queue of TYPE");
    part(form);
  } else if (at("map") && names_next) {
    advance();
    expect_words({"from"}, "map from TYPE to TYPE");
    part(TypeForm::map);
    expect_words({"to"}, "map from TYPE to TYPE");
    part(TypeForm::map);
  } else if (at("ranked") && names_next) {
    advance();
    part(TypeForm::ranked);
    expect_words({"by"}, "ranked TYPE by TYPE");
    part(TypeForm::ranked);
  } else if (at("record") && follows("{", 1)) {
    advance();
    result.form = TypeForm::record;
    result.fields = fields("record");
  } else if (at("one") && follows("of", 1)) {
    cases(result);
  } else if (at("bool")) {
    advance();
    result.form = TypeForm::boolean;
  } else if (at("int")) {
    integer_range(result, is_parameter);
  } else {
    const Place place = place_of(peek());
    result.name = take_name("a kind or a type");
    if (!failed_ && follows("of")) {
      fail("E0153", fmt::format("there is no container {}", printable(result.name, 40)), place, "",
           near(result.name, {"set", "queue", "map", "ranked"}));
    }
  }
  return result;
}

void Parser::integer_range(syntax::Type& result, bool is_parameter) {
  const Place place = place_of(peek());
  advance();
  result.form = TypeForm::integer;
  const bool has_range = starts_value(0) && !follows(":", 1);
  if (!has_range && is_parameter) return;
  if (!has_range && !follows("-")) {
    return fail("E0154", "an int needs its range", place, "", {"write int 0..3"});
  }
  result.range.push_back(range());
}

void Parser::cases(syntax::Type& result) {
  result.form = TypeForm::one_of;
  advance();
  advance();
  do {
    result.cases.push_back(take_name("the name of a case"));
    const bool parameter_follows =
        follows(",") && name_follows(1) && (follows(":", 2) || ((at("flag", 1) || at("option", 1)) && name_follows(2)));
    if (parameter_follows) return;
  } while (take_following(","));
}

void Parser::capacity(syntax::Type& result) {
  if (!follows("up") || !follows("to", 1)) return;
  advance();
  advance();
  const Token& token = peek();
  if (token.form != TokenForm::number || token.first_on_line) {
    return fail_expected("a number", {"write up to 6"});
  }
  result.capacity = token.number;
  advance();
}

std::vector<syntax::Field> Parser::fields(std::string_view owner) {
  std::vector<syntax::Field> result;
  const Level level(*this);
  const std::size_t open = position_;
  if (!level || !open_block(owner)) return result;
  while (!at_end() && !at("}") && !next_item_starts()) {
    const std::size_t first = position_;
    operators_ = 0;
    syntax::Field next = field();
    if (!failed_) result.push_back(std::move(next));
    if (!failed_ && at_any({",", ";"})) {
      complain("E0155", fmt::format("fields stand without {} between them", peek().text), place_of(peek()), "",
               {"leave it out: a space or a new line will do"});
      advance();
    }
    if (failed_) recover_field(first);
  }
  close_block(open);
  return result;
}

syntax::Field Parser::field() {
  syntax::Field result;
  if (peek().form == TokenForm::name) join_line();
  result.name = take_name("the name of a field", &result.place);
  if (!failed_ && !follows(":")) {
    fail_expected("':'", {fmt::format("write {} : TYPE", result.name)});
  }
  take(":");
  result.type = type();
  if (take_following("=")) result.initial = sum();
  return result;
}

void Parser::recover_field(std::size_t first) {
  failed_ = gave_up_;
  while (!at_end() && !at("}")) {
    const bool fresh_line = peek().first_on_line && position_ > first;
    const bool next_field = peek().form == TokenForm::name && follows(":", 1) && position_ > first;
    if (fresh_line || next_field || next_item_starts()) return;
    if (at("{")) {
      fields("record");
      failed_ = gave_up_;
    } else {
      advance();
    }
  }
}

}  // namespace interlock::language
