#pragma once
// Text to words. The lexer knows lines: a word knows whether it is the first of its line, except inside
// parentheses, where line ends mean nothing. What only other languages write (`&&`, `!`, `:=`, `//`) is
// reported here and replaced by what was meant, so that the parser sees a sound text.

#include "engine/language/syntax/diagnostic.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::language {

enum class TokenForm : std::uint8_t { name, number, duration, text, symbol, end };

struct Token {
  TokenForm form = TokenForm::end;
  std::string_view text;    ///< as written; of a text: without its quotes
  std::int64_t number = 0;  ///< of a number; of a duration: microseconds
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 0;
  std::uint32_t indent = 0;    ///< the column where its line begins
  bool first_on_line = false;  ///< never inside closed parentheses
  bool closed = false;         ///< of ( and [: it has its partner
  std::size_t group_end = 0;   ///< the token that ends the outermost closed parentheses around it
};

struct Lexed {
  std::vector<Token> tokens;                      ///< never empty: the last one is the end
  std::map<std::uint32_t, std::string> comments;  ///< by line, without '#'
  std::set<std::uint32_t> damaged;                ///< lines where something had to be dropped: expect nonsense
};

/// Cuts a text that is not too large into tokens. The tokens point into `source`.
Lexed lex(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics);

}  // namespace interlock::language
