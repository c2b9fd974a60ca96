#pragma once
// Characters in bytes that need not be valid UTF-8.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace interlock::language {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }
/// Could it name something in a model?
bool is_name(std::string_view text);

/// One character of a text. An invalid byte is a character of its own, with `valid` false.
struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

/// The character at `at`, which is inside `text`.
Character character_at(std::string_view text, std::size_t at);

/// Can it be put on a terminal as it is? Not so: invalid bytes, control and invisible characters,
/// and those that turn the direction of writing. A tab counts as printable.
bool is_printable(const Character& character);

/// The text with '?' for what is not printable, cut after `limit` characters.
std::string printable(std::string_view text, std::size_t limit);

}  // namespace interlock::language
