// What stands between operators: constants, names, cells, calls, and the words that ask about them.

#include "engine/language/parser/state.hpp"
#include "engine/language/syntax/lexer_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace interlock::language {

using syntax::ExpressionForm;

namespace {

struct PlainCall {
  std::string_view name;
  std::string_view help;
};

/// Functions that users of other languages look for.
constexpr std::array<PlainCall, 16> plain_calls = {{
    {"len", "the number of members is count of S"},
    {"size", "the number of members is count of S"},
    {"count", "write count of S, or count(c in clients where C)"},
    {"now", "write now, without ()"},
    {"time", "this client's clock is now"},
    {"exists", "write present K"},
    {"ttl", "write rest of K"},
    {"uuid", "write fresh id"},
    {"uuid4", "write fresh id"},
    {"random", "a free choice is either { } or { }, or a range: work 1s..5s"},
    {"rand", "a free choice is either { } or { }, or a range: work 1s..5s"},
    {"any", "write some(c in clients where C)"},
    {"all", "write every(c in clients where C)"},
    {"exists_in", "write M in S"},
    {"range", "for n in node { } goes over the servers of an array"},
    {"print", "write a comment at the end of a line: reports show it beside that step"},
}};

bool is_connecting_word(std::string_view word) {
  static constexpr std::array<std::string_view, 15> words = {
      "and", "or", "not", "in", "is", "to", "from", "at", "by", "kept", "up", "keeping", "within", "where", "leads"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

Parser::Expression Parser::leaf(ExpressionForm form) {
  Expression result;
  result.form = form;
  result.place = place_of(peek());
  advance();
  return result;
}

Parser::Expression Parser::postfix() {
  const std::size_t first = position_;
  Expression result = primary();
  while (!failed_) {
    if (follows(".") && count_operator()) {
      result = member(first, std::move(result));
    } else if (follows("[") && count_operator()) {
      result = element(first, std::move(result));
    } else {
      break;
    }
  }
  return result;
}

Parser::Expression Parser::primary() {
  if (failed_) return {};
  const Token& token = peek();
  if (token.first_on_line && !goes_on_below()) return {};
  if (token.form == TokenForm::name) return word();
  if (token.form == TokenForm::number || token.form == TokenForm::duration) return literal();
  if (token.form == TokenForm::text) {
    Expression result = leaf(ExpressionForm::text);
    result.text = token.text;
    return result;
  }
  if (at("(")) return parenthesised();
  if (at("not")) return negation();
  if (at("[")) {
    fail_expected("a value", {"there are no lists; a store's cell may be a set, a queue or a map"});
  } else {
    fail_expected("a value");
  }
  return {};
}

/// A value is wanted, and the line is over. If it ends with an operator, it is clear what was meant.
bool Parser::goes_on_below() {
  if (position_ > 0 && !at_end()) {
    const Token& before = lexed_.tokens[position_ - 1];
    const bool is_operator = before.text == "and" || before.text == "or" || before.text == "+" || before.text == "-";
    if (is_operator && before.form != TokenForm::text) {
      complain("E0152", fmt::format("a line does not end with {}", before.text), place_of(before), "",
               {fmt::format("begin the next line with {}", before.text)});
      join_line();
      return true;
    }
  }
  fail_expected("a value");
  return false;
}

Parser::Expression Parser::literal() {
  const Token& token = peek();
  Expression result = leaf(token.form == TokenForm::number ? ExpressionForm::number : ExpressionForm::duration);
  result.number = token.number;
  if (token.form == TokenForm::duration || !name_follows()) return result;
  const std::optional<std::string_view> unit = meant_unit(peek().text);
  if (!unit || at(":", 1) || at("=", 1)) return result;
  complain("E0108", "a number and its unit stand together", place_of(peek()), "",
           {fmt::format("write {}{}", token.text, *unit)});
  result.form = ExpressionForm::duration;
  const bool fits = token.number < 1'000'000'000;
  result.number = fits ? token.number * unit_microseconds(*unit) : token.number;
  advance();
  return result;
}

Parser::Expression Parser::parenthesised() {
  if (!open_group("(")) return {};
  Expression result = expression();
  expect(")", "");
  return result;
}

/// `(` or `[`, if it has its partner.
bool Parser::open_group(std::string_view bracket) {
  if (failed_) return false;
  const Token& token = peek();
  if (at(bracket) && !token.closed) {
    fail("E0145", fmt::format("this {} is not closed", bracket), place_of(token));
    return false;
  }
  return expect(bracket, "");
}

/// `rest of K`, `present K`: is the word here such a word, or just a name?
bool Parser::is_prefix_word() const {
  static constexpr std::array<std::string_view, 6> with_of = {"rest", "count", "first", "writer", "rank", "score"};
  const std::string_view text = peek().text;
  if (std::find(with_of.begin(), with_of.end(), text) != with_of.end()) return follows("of", 1);
  static constexpr std::array<std::string_view, 6> alone = {"present", "absent", "next", "given", "known", "before"};
  if (std::find(alone.begin(), alone.end(), text) == alone.end()) return false;
  const Token& next = peek(1);
  if (next.first_on_line) return false;
  if (next.form == TokenForm::name) return !is_connecting_word(next.text);
  return follows("(", 1) || next.form == TokenForm::number;
}

Parser::Expression Parser::prefix_word() {
  const Level level(*this);
  if (!level) return {};
  const std::size_t first = position_;
  const std::string text(peek().text);
  Expression result;
  advance();
  if (text == "given" || text == "known") {
    result.form = text == "given" ? ExpressionForm::given : ExpressionForm::known;
    result.text = take_name(text == "given" ? "the name of an option" : "the name of a parameter", &result.text_place);
    result.place = span_from(first);
    return result;
  }
  const bool has_of = take_following("of");
  const bool asks_member = text == "rank" || text == "score" || text == "before";
  result.form = asks_member ? ExpressionForm::binary : ExpressionForm::unary;
  result.text = has_of ? text + " of" : text;
  result.operands.push_back(postfix());
  if (asks_member && !failed_ && !follows("in")) {
    fail_expected("'in'", {fmt::format("write {}{} M in R", text, has_of ? " of" : "")});
  }
  if ((asks_member || text == "writer") && take_following("in")) {
    result.form = ExpressionForm::binary;
    result.operands.push_back(postfix());
  }
  result.place = span_from(first);
  return result;
}

Parser::Expression Parser::word() {
  const std::string_view text = peek().text;
  if (const ForeignWord* foreign = foreign_value(text)) return foreign_expression(*foreign);
  if (std::optional<Expression> constant = constant_word()) return std::move(*constant);
  if (is_prefix_word()) return prefix_word();
  const bool is_count = text == "count" && name_follows(2) && follows("in", 3);
  if (follows("(", 1)) {
    if (is_count || text == "some" || text == "every") return quantifier();
    if (text == "round") return rounding();
    return call_without_server();
  }
  if ((text == "await" || text == "new") && name_follows(1)) {
    complain("E0132", fmt::format("there is no {}", text), place_of(peek()), "",
             {text == "await" ? "a call answers at once: x = redis.GET(lock)" : "write fresh id for a new identity"});
    advance();
    return postfix();
  }
  if (is_reserved(text) && text != "caller" && text != "touched") {
    fail_expected("a value", text == "not" ? Help{"put it in parentheses: (not x)"} : Help{});
    return {};
  }
  Expression result = leaf(ExpressionForm::name);
  result.text = text;
  return result;
}

std::optional<Parser::Expression> Parser::constant_word() {
  static constexpr std::array<std::pair<std::string_view, ExpressionForm>, 6> words = {{
      {"false", ExpressionForm::truth},
      {"none", ExpressionForm::none},
      {"now", ExpressionForm::now},
      {"touched", ExpressionForm::touched},
      {"inf", ExpressionForm::infinity},
      {"true", ExpressionForm::truth},
  }};
  const std::size_t first = position_;
  std::optional<Expression> result;
  const auto two_words = [&](std::string_view second, ExpressionForm form) {
    result = leaf(form);
    if (take_following(second)) result->place = span_from(first);
  };
  if (at("fresh") && follows("id", 1)) {
    two_words("id", ExpressionForm::fresh_id);
  } else if (at("true") && follows("time", 1)) {
    two_words("time", ExpressionForm::true_time);
  } else if (at("caller")) {
    two_words("grant", follows("grant", 1) ? ExpressionForm::caller_grant : ExpressionForm::caller);
  } else if (!follows("(", 1)) {
    for (const auto& [word, form] : words) {
      if (!at(word)) continue;
      const bool counts_one = word == "true" || word == "inf";
      result = leaf(form);
      result->number = counts_one ? 1 : 0;
      break;
    }
  }
  return result;
}

Parser::Expression Parser::foreign_expression(const ForeignWord& foreign) {
  complain_foreign(foreign, place_of(peek()));
  const bool is_truth = foreign.number == "E0128";
  const bool is_true = peek().text == "True" || peek().text == "TRUE";
  Expression result = leaf(is_truth ? ExpressionForm::truth : ExpressionForm::none);
  result.number = is_true ? 1 : 0;
  return result;
}

Parser::Expression Parser::quantifier() {
  const Level level(*this);
  if (!level) return {};
  const std::size_t first = position_;
  Expression result = leaf(ExpressionForm::quantifier);
  result.text = lexed_.tokens[first].text;
  open_group("(");
  result.variable = take_name("a name for a client", &result.text_place);
  expect("in", fmt::format("write {}(c in clients where C)", result.text));
  result.operands.push_back(postfix());
  if (take("where")) result.operands.push_back(expression());
  expect(")", fmt::format("write {}(c in clients where C)", result.text));
  result.place = span_from(first);
  return result;
}

Parser::Expression Parser::rounding() {
  const std::size_t first = position_;
  Expression result = leaf(ExpressionForm::round);
  open_group("(");
  result.operands.push_back(expression());
  expect(",", "write round(D, 1s)");
  result.operands.push_back(expression());
  expect(")", "write round(D, 1s)");
  result.place = span_from(first);
  return result;
}

Parser::Expression Parser::call_without_server() {
  const std::string name(peek().text);
  Help help = {"a call names its server: redis.GET(lock)"};
  for (const PlainCall& call : plain_calls) {
    if (call.name == name) help = {std::string(call.help)};
  }
  if (is_reserved(name) && name != "now") {
    fail_expected("a value");
  } else {
    fail("E0135", fmt::format("there is no function {}", name), place_of(peek()), "", std::move(help));
  }
  return {};
}

}  // namespace interlock::language
