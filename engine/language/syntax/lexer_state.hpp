#pragma once
// Inside of the lexer: where it stands, and what its parts share.

#include "engine/language/syntax/characters.hpp"
#include "engine/language/syntax/lexer.hpp"

#include <optional>
#include <utility>

namespace interlock::language {

class Lexer {
 public:
  Lexer(std::shared_ptr<const Source> source, Diagnostics& diagnostics);
  Lexed run();

 private:
  // lexer.cpp: the walk through the text
  void step();
  void line_end();
  void skip_to(std::size_t end);
  void name();
  void text(char quote);
  void triple_text();
  void comment(std::size_t marker_bytes);
  void check_bytes(std::string_view content, const char* what, std::size_t begin);
  bool symbol();
  void push(TokenForm form, std::size_t begin, std::string_view text, std::int64_t number = 0);
  bool starts(std::string_view what) const { return rest().substr(0, what.size()) == what; }
  std::string_view rest() const { return std::string_view(text_).substr(at_); }
  char peek(std::size_t ahead = 0) const;

  // lexer_numbers.cpp
  void number();
  void duration(std::size_t begin, std::string_view digits, std::string_view unit);
  void wrong_number(std::size_t begin, std::string_view sentence, std::string help);

  // lexer_foreign.cpp: what other languages write
  bool foreign_symbol();
  bool foreign_comment();
  bool counting_symbol();
  void unknown_character();

  // lexer_lines.cpp: looking back over the tokens
  void drop_needless_semicolons();
  void pair_parentheses();

  Place place(std::size_t begin, std::size_t end) const;
  void complain(std::string number, std::string sentence, Place where, std::string under,
                std::vector<std::string> help);

  std::shared_ptr<const Source> source_;
  const std::string& text_;
  Diagnostics& diagnostics_;
  Lexed lexed_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t indent_ = 1;
  bool first_on_line_ = true;
  std::size_t errors_ = 0;
  bool complained_of_bytes_ = false;
};

/// The unit that a word stands for: "s" for "s", "sec" and "seconds".
std::optional<std::string_view> meant_unit(std::string_view word);
std::int64_t unit_microseconds(std::string_view word);

}  // namespace interlock::language
