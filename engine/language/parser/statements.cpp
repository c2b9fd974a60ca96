// Statements, by their first word. Which of them may stand where is not decided here.

#include "engine/language/parser/state.hpp"

#include "engine/language/syntax/characters.hpp"

#include <fmt/format.h>

#include <map>

namespace interlock::language {

using syntax::ExpressionForm;
using syntax::StatementForm;

const std::vector<std::string>& statement_words() {
  static const std::vector<std::string> words = {
      "add",     "assert",  "atomic",  "background", "break",   "clear",   "continue", "critical", "drop",
      "either",  "every",   "expire",  "fence",      "finally", "for",     "granted",  "if",       "keep",
      "loop",    "persist", "push",    "put",        "queued",  "reject",  "remove",   "retry",    "return",
      "section", "sleep",   "unwatch", "watch",      "when",    "witness", "work"};
  return words;
}

/// `x = `, `x : TYPE`, `redis.`, `S[`: the first word is a name, whatever else it may mean.
bool Parser::starts_target() const {
  for (const std::string_view text : {"=", "+=", "-=", ".", "["}) {
    if (follows(text, 1)) return true;
  }
  return follows(":", 1) && name_follows(2);
}

Parser::Statement Parser::statement() {
  const std::size_t first = position_;
  if (peek().form != TokenForm::name) {
    if (at(";")) {
      fail("E0116", "a ; stands only between two statements on one line", place_of(peek()));
    } else {
      fail("E0150", fmt::format("expected a statement, found '{}'", printable(peek().text, 40)), place_of(peek()));
    }
    return {};
  }
  join_line();
  Statement result = statement_by_word(first);
  if (result.place.line == 0) result.place = span_from(first);
  return result;
}

const std::map<std::string_view, Parser::StatementPart>& Parser::statement_parts() {
  static const std::map<std::string_view, StatementPart> parts = {
      {"add", &Parser::add_statement},
      {"assert", &Parser::property_statement},
      {"atomic", &Parser::atomic_statement},
      {"background", &Parser::background_statement},
      {"break", &Parser::marker},
      {"clear", &Parser::cell_statement},
      {"continue", &Parser::marker},
      {"critical", &Parser::critical_statement},
      {"drop", &Parser::drop_statement},
      {"either", &Parser::either_statement},
      {"every", &Parser::every_statement},
      {"expire", &Parser::expire_statement},
      {"fence", &Parser::fence_statement},
      {"finally", &Parser::finally_statement},
      {"for", &Parser::for_statement},
      {"granted", &Parser::marker},
      {"if", &Parser::if_statement},
      {"keep", &Parser::property_statement},
      {"loop", &Parser::loop_statement},
      {"persist", &Parser::cell_statement},
      {"push", &Parser::push_statement},
      {"put", &Parser::put_statement},
      {"queued", &Parser::marker},
      {"reject", &Parser::reject_statement},
      {"remove", &Parser::remove_statement},
      {"retry", &Parser::retry_statement},
      {"return", &Parser::return_statement},
      {"section", &Parser::section_statement},
      {"sleep", &Parser::busy_statement},
      {"unwatch", &Parser::marker},
      {"watch", &Parser::cell_statement},
      {"when", &Parser::when_statement},
      {"witness", &Parser::property_statement},
      {"work", &Parser::busy_statement},
  };
  return parts;
}

Parser::Statement Parser::statement_by_word(std::size_t first) {
  const std::string_view word = peek().text;
  if (starts_target() && !(is_reserved(word) && at(":", 1))) {
    if (!is_reserved(word)) return target_statement();
    if (word != "return") take_name("a variable or a server");
    if (failed_) return {};
  }
  const auto part = statement_parts().find(word);
  if (part == statement_parts().end()) return unknown_statement();
  Statement result = (this->*part->second)();
  // The place of a statement ends in front of its first block.
  if (!result.blocks.empty() && result.place.line == 0) {
    const std::size_t end = position_;
    position_ = first;
    while (position_ < end && !at("{")) ++position_;
    result.place = span_from(first);
    position_ = end;
  }
  return result;
}

/// No statement starts so. Was it a slip, another language, or a value left alone?
Parser::Statement Parser::unknown_statement() {
  const Token& token = peek();
  const std::string word = printable(token.text, 40);
  const bool is_alone = peek(1).first_on_line || at("}", 1) || at(";", 1);
  if (const ForeignWord* foreign = foreign_word(word)) return foreign_statement(*foreign);
  if (at("else")) {
    if (numbers_.count("E0124") > 0) {
      failed_ = true;  // an `if` with a block in Python's manner is reported already
      return {};
    }
    fail("E0143", "this else has no if", place_of(token), "", {"write if C { } else { }"});
    return {};
  }
  if (at("or")) {
    fail("E0143", "this or has no either", place_of(token), "", {"write either { } or { }"});
    return {};
  }
  if (follows("(", 1)) {
    call_without_server();
    return {};
  }
  const std::optional<std::string> near_word = nearest_name(word, statement_words());
  const bool is_slip = near_word && (word.size() > 3 || !is_alone);  // many short words are near
  if (is_slip || (!is_alone && (name_follows(1) || follows("{", 1)))) {
    Help help = {"a statement is a call, an assignment, or begins with one of: " +
                 fmt::format("{}", fmt::join(statement_words(), ", "))};
    if (near_word) help = {fmt::format("a name close to it: {}", *near_word)};
    fail("E0102", fmt::format("there is no statement {}", word), place_of(token), "", std::move(help));
    return {};
  }
  fail("E0141", "a value alone does nothing", place_of(token), "",
       {"a call has parentheses: redis.INCR(counter); an assignment has a ="});
  return {};
}

Parser::Statement Parser::foreign_statement(const ForeignWord& foreign) {
  const Place place = place_of(peek());
  const bool has_condition = foreign.word == "while" && !at("True", 1) && !at("true", 1);
  const bool binds = foreign.number == "E0129" && name_follows(1) && follows("=", 2);
  if (has_condition) {
    complain(foreign.number, std::string(foreign.sentence), place, "",
             {"to go round: loop { if not (CONDITION) { break } ... }",
              "to wait for a condition on a server: when CONDITION { ... }", "to poll: retry until CALL"});
  } else {
    complain_foreign(foreign, place);
  }
  if (binds) {
    advance();
    return target_statement();
  }
  failed_ = true;
  return {};
}

Parser::Statement Parser::marker() {
  static const std::map<std::string_view, StatementForm> forms = {
      {"break", StatementForm::break_},  {"continue", StatementForm::continue_}, {"granted", StatementForm::granted},
      {"queued", StatementForm::queued}, {"unwatch", StatementForm::unwatch},
  };
  Statement result;
  result.form = forms.at(peek().text);
  advance();
  if (result.form == StatementForm::granted && take_following("on")) result.value = postfix();
  return result;
}

Parser::Statement Parser::return_statement() {
  Statement result;
  result.form = StatementForm::return_;
  advance();
  const bool is_over = at_end() || peek().first_on_line || at("}") || at(";");
  if (!is_over) result.value = expression();
  return result;
}

Parser::Statement Parser::fence_statement() {
  Statement result;
  result.form = StatementForm::fence;
  advance();
  result.value = expression();
  return result;
}

/// `work 1s..5s` and `sleep 1s`.
Parser::Statement Parser::busy_statement() {
  Statement result;
  result.form = at("work") ? StatementForm::work : StatementForm::sleep;
  advance();
  result.range = range();
  return result;
}

/// `assert NAME: C`, `keep NAME: C`, `witness NAME: C`.
Parser::Statement Parser::property_statement() {
  const std::string word(peek().text);
  Statement result;
  result.form = StatementForm::witness;
  if (word == "assert") result.form = StatementForm::assert_;
  if (word == "keep") result.form = StatementForm::keep;
  advance();
  if (!name_follows() || !follows(":", 1)) {
    fail("E0147", fmt::format("{} needs the name of a property and a :", word), here(), "",
         {fmt::format("write {} NAME: CONDITION", word)});
    return result;
  }
  result.text = take_name("the name of a property", &result.text_place);
  take(":");
  if (peek().form != TokenForm::end && peek().line == result.text_place.line + 1) join_line();
  result.value = expression();
  return result;
}

}  // namespace interlock::language
