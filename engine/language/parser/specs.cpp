// Specs and their properties.

#include "engine/language/parser/state.hpp"

#include "engine/language/syntax/telling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace interlock::language {

using syntax::PropertyForm;

namespace {

/// The forms of a property, as help.
std::vector<std::string> forms() {
  return {"a property is one of: always C, never C, reachable C, always possible C, asserted, witnessed",
          "or: for each c in clients: always possible C, for each c in clients: C leads to D",
          "or: C again and again leads to D"};
}

syntax::Expression both(syntax::Expression left, syntax::Expression right) {
  syntax::Expression result;
  result.form = syntax::ExpressionForm::binary;
  result.text = "and";
  result.place = left.place;
  result.operands.push_back(std::move(left));
  result.operands.push_back(std::move(right));
  return result;
}

}  // namespace

/// `spec NAME "One sentence." PROPERTY`, on as many lines as one likes.
syntax::Spec Parser::spec() {
  syntax::Spec result;
  result.name = take_name("the name of the spec", &result.place);
  result.sentence = optional_sentence();
  if (!failed_) result.property = property();
  if (!failed_ && at("when")) result.broken = telling(result.property.form);
  return result;
}

/// `when broken "..."`; of a property that asks for a run, `when reached "..."`.
std::string Parser::telling(PropertyForm form) {
  const bool is_witness = form == PropertyForm::reachable || form == PropertyForm::witnessed;
  advance();
  if (!expect(is_witness ? "reached" : "broken", "write when broken \"SENTENCE\"")) return {};
  if (peek().form != TokenForm::text) {
    fail_expected("a sentence in quotes", {"write when broken \"{at} {who} does what it must not.\""});
    return {};
  }
  const Place place = place_of(peek());
  const std::string text(peek().text);
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open + 1)) {
    const std::size_t end = text.find('}', open);
    const std::string name = text.substr(open + 1, end == std::string::npos ? end : end - open - 1);
    if (end != std::string::npos && std::find(placeholders.begin(), placeholders.end(), name) != placeholders.end())
      continue;
    fail("E0169", fmt::format("{{{}}} is no word that a run fills in", name), place, "",
         {fmt::format("there are {{{}}}", fmt::join(placeholders, "}, {"))});
    return {};
  }
  advance();
  return text;
}

syntax::Spec Parser::spec_file() {
  syntax::Spec result = spec();
  if (failed_ || at_end()) return result;
  const Place place = place_of(peek());
  if (at_any({"spec", "store", "protocol"})) {
    fail("E0161", "a file holds one protocol, one store or one spec", place, "",
         {fmt::format("put this {} into a file of its own", peek().text)});
  } else {
    fail("E0150", fmt::format("expected the end of the spec, found '{}'", peek().text), place);
  }
  return result;
}

syntax::Property Parser::property() {
  syntax::Property result;
  const std::size_t first = position_;
  operators_ = 0;
  if (at_end() || next_item_starts()) {
    fail("E0165", "a property is missing here", gap(), "", forms());
    return result;
  }
  join_line();
  if (at("for") && follows("each", 1)) {
    advance();
    advance();
    result.each = take_name("a name for a client");
    expect("in", "write for each c in clients");
    result.domain = postfix();
    if (take("where")) {
      join_line();
      result.given = expression();
    }
    expect(":", "write for each c in clients: PROPERTY");
    join_line();
  }
  property_body(result);
  result.place = span_from(first);
  return result;
}

void Parser::property_body(syntax::Property& result) {
  if (failed_) return;
  const auto with_condition = [&](PropertyForm form) {
    result.form = form;
    advance();
    if (form == PropertyForm::always && take("possible")) {
      result.form = PropertyForm::always_possible;
    }
    join_line();
    result.condition = expression();
  };
  if (at("always")) return with_condition(PropertyForm::always);
  if (at("never")) return with_condition(PropertyForm::never);
  if (at("reachable")) return with_condition(PropertyForm::reachable);
  if (at("asserted") || at("witnessed")) {
    result.form = at("asserted") ? PropertyForm::asserted : PropertyForm::witnessed;
    advance();
    return;
  }
  leads_to(result);
}

/// `C leads to D`, `C again and again leads to D`.
void Parser::leads_to(syntax::Property& result) {
  result.form = PropertyForm::leads_to;
  const Place place = place_of(peek());
  const std::string word(peek().text);
  const bool is_name = peek().form == TokenForm::name;
  Expression left = expression();
  if (failed_) return;
  if (take("again")) {
    result.form = PropertyForm::again_and_again;
    expect_words({"and", "again"}, "C again and again leads to D");
    if (failed_) return;
  }
  if (!at("leads")) {
    Help help = forms();
    const std::optional<std::string> meant =
        nearest_name(word, {"always", "never", "reachable", "asserted", "witnessed"});
    if (is_name && meant) help = {fmt::format("a word close to it: {}", *meant)};
    // `c waiting lead to c enters critical`, `c idel leads to ...`
    const std::string here(at_end() ? "" : peek().text);
    const std::optional<std::string> next =
        nearest_name(here, {"leads", "waiting", "idle", "alive", "paused", "sharing", "enters", "leaves", "ends",
                            "holds", "before", "queued"});
    if (!meant && next) {
      help = {fmt::format("a word close to it: {}", *next)};
      return fail("E0165", fmt::format("this is not a property: '{}' does not belong here", here), place_of(peek()), "",
                  std::move(help));
    }
    return fail("E0165", "this is not a property", place, "", std::move(help));
  }
  advance();
  expect("to", "write C leads to D");
  join_line();
  if (result.given) left = both(std::move(*result.given), std::move(left));
  result.given = std::move(left);
  result.condition = expression();
}

}  // namespace interlock::language
