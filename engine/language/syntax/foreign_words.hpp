#pragma once
// Words that users of Python, Go, JavaScript and other model checkers type, and what to write instead.

#include <string_view>

namespace interlock::language {

struct ForeignWord {
  std::string_view word;
  std::string_view number;
  std::string_view sentence;
  std::string_view help;
  bool follows = false;  ///< `except` behind `try`: not worth saying twice
};

/// The entry of a word at the beginning of a statement or of an item; null if it is not foreign.
const ForeignWord* foreign_word(std::string_view word);

/// The entry of a word in the place of a value: `None`, `True`, `await`.
const ForeignWord* foreign_value(std::string_view word);

}  // namespace interlock::language
