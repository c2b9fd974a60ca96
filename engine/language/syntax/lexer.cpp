#include "engine/language/syntax/lexer.hpp"

#include "engine/language/syntax/lexer_state.hpp"
#include "engine/language/text_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace interlock::language {

Lexer::Lexer(std::shared_ptr<const Source> source, Diagnostics& diagnostics)
    : source_(std::move(source)), text_(source_->text), diagnostics_(diagnostics) {}

Lexed Lexer::run() {
  if (starts("\xEF\xBB\xBF")) at_ = line_begin_ = 3;  // a byte order mark
  while (at_ < text_.size()) step();
  Token end;
  end.line = line_;
  end.column = static_cast<std::uint32_t>(at_ - line_begin_ + 1);
  if (!lexed_.tokens.empty()) {
    const Token& last = lexed_.tokens.back();
    end.line = last.line;
    end.column = last.column + last.length;
  }
  end.length = 1;
  end.first_on_line = true;
  lexed_.tokens.push_back(end);
  drop_needless_semicolons();
  pair_parentheses();
  return std::move(lexed_);
}

void Lexer::step() {
  const char c = peek();
  if (c == '\n') return line_end();
  if (c == ' ' || c == '\t' || (c == '\r' && peek(1) == '\n')) {
    ++at_;
    return;
  }
  if (c == '#') return comment(1);
  if (is_name_start(c)) return name();
  if (is_digit(c)) return number();
  if (starts("\"\"\"")) return triple_text();
  if (c == '"' || c == '\'' || c == '`') return text(c);
  if (foreign_symbol() || symbol()) return;
  unknown_character();
}

void Lexer::line_end() {
  ++at_;
  ++line_;
  line_begin_ = at_;
  first_on_line_ = true;
}

char Lexer::peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

void Lexer::name() {
  const std::size_t begin = at_;
  while (is_name_part(peek())) ++at_;
  push(TokenForm::name, begin, std::string_view(text_).substr(begin, at_ - begin));
}

void Lexer::text(char quote) {
  const std::size_t begin = at_++;
  const std::size_t line_end = std::min(text_.find('\n', begin), text_.size());
  std::size_t end = std::min(text_.find(quote, at_), line_end);
  const bool closed = end < line_end;
  if (!closed && quote != '"') {
    at_ = begin;
    return unknown_character();
  }
  if (!closed && end > at_ && text_[end - 1] == '\r') --end;
  const std::string_view content = std::string_view(text_).substr(at_, end - at_);
  at_ = closed ? end + 1 : end;
  push(TokenForm::text, begin, content);
  if (!closed) {
    lexed_.damaged.insert(line_);
    complain("E0104", "this text is not closed", place(begin, begin + 1), "it begins here",
             {"a text stands between two \" on one line"});
  } else if (quote != '"') {
    complain("E0105", fmt::format("a text stands between double quotes, not between {}", quote), place(begin, at_), "",
             {fmt::format("write \"{}\"", content)});
  }
  check_bytes(content, "text", begin);
}

void Lexer::triple_text() {
  const std::size_t begin = at_;
  const std::size_t line_end = std::min(text_.find('\n', begin), text_.size());
  const std::size_t found = text_.find("\"\"\"", begin + 3);
  const std::size_t end = found == std::string::npos ? line_end : found;
  complain("E0105", "a text stands between two double quotes, on one line", place(begin, begin + 3), "",
           {"write \"One sentence.\""});
  at_ = begin + 3;
  const std::size_t content_end = std::min(end, line_end);
  push(TokenForm::text, begin, std::string_view(text_).substr(at_, content_end - at_));
  lexed_.tokens.back().length = 3;
  skip_to(std::min(end + 3, text_.size()));
}

void Lexer::skip_to(std::size_t end) {
  while (at_ < end) {
    if (peek() == '\n') {
      line_end();
    } else {
      ++at_;
    }
  }
}

void Lexer::comment(std::size_t marker_bytes) {
  const std::size_t begin = at_;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  std::string_view content = std::string_view(text_).substr(at_ + marker_bytes, end - at_ - marker_bytes);
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!content.empty() && is_space(content.front())) content.remove_prefix(1);
  while (!content.empty() && is_space(content.back())) content.remove_suffix(1);
  at_ = end;
  if (!content.empty()) lexed_.comments[line_] = printable(content, content.size());
  check_bytes(content, "comment", begin);
}

/// Texts and comments reach reports as they are. One complaint a file is enough.
void Lexer::check_bytes(std::string_view content, const char* what, std::size_t begin) {
  if (complained_of_bytes_) return;
  for (std::size_t at = 0; at < content.size();) {
    const Character character = character_at(content, at);
    if (!is_printable(character)) {
      complained_of_bytes_ = true;
      return complain("E0106", fmt::format("this {} holds a character that cannot be shown", what), place(begin, at_),
                      "", {"save the file as UTF-8, without control characters"});
    }
    at += character.bytes;
  }
}

bool Lexer::symbol() {
  static constexpr std::array<std::string_view, 23> symbols = {
      "..", "->", "+=", "-=", "==", "!=", "<=", ">=", "{", "}", "(", ")",
      "[",  "]",  ",",  ":",  ";",  "=",  "+",  "-",  "<", ">", ".",
  };
  for (const std::string_view candidate : symbols) {
    if (!starts(candidate)) continue;
    at_ += candidate.size();
    push(TokenForm::symbol, at_ - candidate.size(), candidate);
    return true;
  }
  return false;
}

void Lexer::push(TokenForm form, std::size_t begin, std::string_view text, std::int64_t number) {
  Token token;
  token.form = form;
  token.text = text;
  token.number = number;
  token.line = line_;
  token.column = static_cast<std::uint32_t>(begin - line_begin_ + 1);
  token.length = static_cast<std::uint32_t>(std::max<std::size_t>(1, at_ - begin));
  if (first_on_line_) indent_ = token.column;
  token.indent = indent_;
  token.first_on_line = first_on_line_;
  first_on_line_ = false;
  lexed_.tokens.push_back(token);
}

Place Lexer::place(std::size_t begin, std::size_t end) const {
  const auto column = static_cast<std::uint32_t>(begin - line_begin_ + 1);
  return {source_, line_, column, static_cast<std::uint32_t>(end - begin)};
}

void Lexer::complain(std::string number, std::string sentence, Place where, std::string under,
                     std::vector<std::string> help) {
  // One more than are shown, so that the rest is noticed.
  if (++errors_ > static_cast<std::size_t>(most(TextLimit::errors)) + 1) return;
  diagnostics_.push_back({Severity::error,
                          std::move(number),
                          std::move(sentence),
                          std::move(where),
                          std::move(under),
                          {},
                          std::move(help)});
}

Lexed lex(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

}  // namespace interlock::language
