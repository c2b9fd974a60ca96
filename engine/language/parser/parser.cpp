#include "engine/language/parser/parser.hpp"

#include "engine/language/parser/state.hpp"
#include "engine/language/syntax/characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace interlock::language {

namespace {

constexpr std::size_t longest_shown_name = 40;

}  // namespace

bool is_reserved(std::string_view word) {
  static constexpr std::array<std::string_view, 19> words = {
      "and", "or",   "not",  "in",  "true",  "false",    "none",   "inf",    "now",     "caller",
      "if",  "else", "loop", "for", "break", "continue", "return", "either", "touched",
  };
  return std::find(words.begin(), words.end(), word) != words.end();
}

Parser::Parser(std::shared_ptr<const Source> source, Diagnostics& diagnostics)
    : source_(std::move(source)), diagnostics_(diagnostics), lexed_(lex(source_, diagnostics)) {}

Parser::Level::Level(Parser& parser) : parser_(parser), fits_(!is_too_many(TextLimit::nesting, ++parser.depth_)) {
  if (fits_) return;
  parser.fail("E0118", too_much(TextLimit::nesting), parser.place_of(parser.peek()));
  parser.give_up();
}

// Tokens

const Token& Parser::peek(std::size_t ahead) const {
  return lexed_.tokens[std::min(position_ + ahead, lexed_.tokens.size() - 1)];
}

bool Parser::at(std::string_view text, std::size_t ahead) const {
  const Token& token = peek(ahead);
  const bool is_word = token.form == TokenForm::name || token.form == TokenForm::symbol;
  return is_word && token.text == text;
}

bool Parser::at_any(Words texts) const {
  return std::any_of(texts.begin(), texts.end(), [this](std::string_view text) { return at(text); });
}

bool Parser::follows(std::string_view text, std::size_t ahead) const {
  return at(text, ahead) && !peek(ahead).first_on_line;
}

bool Parser::name_follows(std::size_t ahead) const {
  const Token& token = peek(ahead);
  return token.form == TokenForm::name && !token.first_on_line;
}

void Parser::advance() {
  if (position_ + 1 < lexed_.tokens.size()) ++position_;
}

bool Parser::take(std::string_view text) {
  if (failed_ || !at(text)) return false;
  advance();
  return true;
}

bool Parser::take_following(std::string_view text) { return follows(text) && take(text); }

bool Parser::expect(std::string_view text, std::string_view why) {
  if (failed_) return false;
  if (take(text)) return true;
  fail_expected(fmt::format("'{}'", text), why.empty() ? Help{} : Help{std::string(why)});
  return false;
}

/// `form` shows the whole of it, for the reader who got it wrong.
bool Parser::expect_words(Words words, std::string_view form) {
  for (const std::string_view word : words) {
    if (failed_ || take_following(word)) continue;
    fail_expected(fmt::format("'{}'", word), {fmt::format("write {}", form)});
  }
  return !failed_;
}

std::string Parser::take_name(std::string_view what, Place* place) {
  if (failed_) return {};
  const Token& token = peek();
  if (!name_follows()) {
    fail_expected(what);
    return {};
  }
  if (is_reserved(token.text)) {
    fail("E0142", fmt::format("'{}' is a word of the language and cannot be a name", token.text), place_of(token),
         "expected " + std::string(what));
    return {};
  }
  if (place != nullptr) *place = place_of(token);
  advance();
  return std::string(token.text);
}

std::string Parser::take_text(std::string_view what) {
  if (failed_) return {};
  const Token& token = peek();
  if (token.form != TokenForm::text || token.first_on_line) {
    fail_expected(what);
    return {};
  }
  advance();
  return std::string(token.text);
}

std::string Parser::optional_sentence() {
  if (failed_ || peek().form != TokenForm::text) return {};
  const Token& token = peek();
  advance();
  return std::string(token.text);
}

std::string Parser::found() const {
  const Token& token = peek();
  if (token.form == TokenForm::end) return "the end of the file";
  if (token.first_on_line && position_ > 0) return "the end of the line";
  if (token.form == TokenForm::text) return "a text";
  return fmt::format("'{}'", printable(token.text, longest_shown_name));
}

// Places

Place Parser::place_of(const Token& token) const { return {source_, token.line, token.column, token.length}; }

Place Parser::span_from(std::size_t first) const {
  const Token& begin = lexed_.tokens[first];
  Place place = place_of(begin);
  for (std::size_t i = first + 1; i < position_; ++i) {
    const Token& token = lexed_.tokens[i];
    if (token.line != begin.line) break;
    place.length = token.column + token.length - begin.column;
  }
  return place;
}

Place Parser::gap() const {
  if (position_ == 0) return place_of(peek());
  const Token& before = lexed_.tokens[position_ - 1];
  return {source_, before.line, before.column + before.length, 1};
}

Place Parser::here() const { return peek().first_on_line ? gap() : place_of(peek()); }

// Complaints

bool Parser::is_suppressed(const Place& place) {
  if (failed_ || gave_up_ || lexed_.damaged.count(place.line) > 0) return true;
  return !complained_.emplace(place.line, place.column).second;
}

/// Reports, and goes on: the caller knows what was meant.
void Parser::complain(std::string_view number, std::string sentence, Place place, std::string under, Help help,
                      std::vector<Note> notes) {
  if (is_suppressed(place)) return;
  numbers_.emplace(number);
  if (++errors_ > static_cast<std::size_t>(most(TextLimit::errors)) + 1) return;
  diagnostics_.push_back({Severity::error, std::string(number), std::move(sentence), std::move(place), std::move(under),
                          std::move(notes), std::move(help)});
}

void Parser::fail(std::string_view number, std::string sentence, Place place, std::string under, Help help,
                  std::vector<Note> notes) {
  complain(number, std::move(sentence), std::move(place), std::move(under), std::move(help), std::move(notes));
  failed_ = true;
}

void Parser::fail_expected(std::string_view what, Help help) {
  fail("E0150", fmt::format("expected {}, found {}", what, found()), here(), "", std::move(help));
}

void Parser::complain_foreign(const ForeignWord& word, const Place& place) {
  if (word.follows && numbers_.count(word.number) > 0) return;
  complain(word.number, std::string(word.sentence), place, "", {std::string(word.help)});
}

Parser::Help Parser::near(std::string_view word, const std::vector<std::string>& known) {
  const std::optional<std::string> name = nearest_name(word, known);
  if (name) return {fmt::format("a name close to it: {}", *name)};
  return {fmt::format("one of: {}", fmt::join(known, ", "))};
}

Parser::Help Parser::near(std::string_view word, Words known) {
  return near(word, std::vector<std::string>(known.begin(), known.end()));
}

void Parser::give_up() {
  gave_up_ = true;
  failed_ = true;
  position_ = lexed_.tokens.size() - 1;
}

// Whole texts

namespace {

/// Collects, sorts, and keeps what a reader can bear.
template <typename Parse>
auto parse_whole(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics, Parse parse) {
  Diagnostics found;
  auto result = parse(source, found);
  put_in_order(found);
  if (is_too_many(TextLimit::errors, found.size())) {
    found.resize(static_cast<std::size_t>(most(TextLimit::errors)));
    Diagnostic rest;
    rest.number = "E0120";
    rest.sentence = too_much(TextLimit::errors);
    rest.place = found.back().place;
    found.push_back(std::move(rest));
  }
  diagnostics.insert(diagnostics.end(), found.begin(), found.end());
  return result;
}

bool is_too_large(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics) {
  if (!is_too_many(TextLimit::bytes, source->text.size())) return false;
  Diagnostic diagnostic;
  diagnostic.number = "E0100";
  diagnostic.sentence = too_much(TextLimit::bytes);
  diagnostic.place.source = source;
  diagnostics.push_back(std::move(diagnostic));
  return true;
}

}  // namespace

syntax::File parse(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics) {
  if (is_too_large(source, diagnostics)) return {};
  return parse_whole(source, diagnostics,
                     [](const auto& text, Diagnostics& found) { return Parser(text, found).file(); });
}

std::vector<syntax::Fault> parse_faults(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics) {
  if (is_too_large(source, diagnostics)) return {};
  return parse_whole(source, diagnostics,
                     [](const auto& text, Diagnostics& found) { return Parser(text, found).only_faults(); });
}

std::optional<syntax::Range> parse_value(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics) {
  if (is_too_large(source, diagnostics)) return std::nullopt;
  return parse_whole(source, diagnostics,
                     [](const auto& text, Diagnostics& found) { return Parser(text, found).only_value(); });
}

}  // namespace interlock::language
