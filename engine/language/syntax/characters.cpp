#include "engine/language/syntax/characters.hpp"

#include <algorithm>

namespace interlock::language {

namespace {

std::uint32_t byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

bool is_tail(std::string_view text, std::size_t at) { return at < text.size() && (byte_at(text, at) & 0xC0U) == 0x80U; }

bool is_well_formed(std::uint32_t code, std::size_t bytes) {
  if (bytes == 2) return code >= 0x80U;
  if (bytes == 3) return code >= 0x800U && (code < 0xD800U || code > 0xDFFFU);
  return code >= 0x10000U && code <= 0x10FFFFU;
}

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && is_name_start(text.front()) && std::all_of(text.begin(), text.end(), is_name_part);
}

Character character_at(std::string_view text, std::size_t at) {
  const std::uint32_t lead = byte_at(text, at);
  if (lead < 0x80U) return {lead, 1, true};
  std::size_t bytes = 0;
  std::uint32_t code = 0;
  if ((lead & 0xE0U) == 0xC0U) {
    bytes = 2;
    code = lead & 0x1FU;
  } else if ((lead & 0xF0U) == 0xE0U) {
    bytes = 3;
    code = lead & 0x0FU;
  } else if ((lead & 0xF8U) == 0xF0U) {
    bytes = 4;
    code = lead & 0x07U;
  } else {
    return {lead, 1, false};
  }
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!is_tail(text, at + i)) return {lead, 1, false};
    code = (code << 6U) | (byte_at(text, at + i) & 0x3FU);
  }
  if (!is_well_formed(code, bytes)) return {lead, 1, false};
  return {code, bytes, true};
}

bool is_printable(const Character& character) {
  const std::uint32_t code = character.code;
  if (!character.valid) return false;
  if (code == '\t') return true;
  if (code < 0x20U || (code >= 0x7FU && code < 0xA0U)) return false;
  if (code >= 0x200BU && code <= 0x200FU) return false;  // no width, direction marks
  if (code >= 0x2028U && code <= 0x202EU) return false;  // line separators, direction overrides
  if (code >= 0x2060U && code <= 0x206FU) return false;  // invisible operators, direction isolates
  return code != 0xFEFFU;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    if (count == limit) return result + "...";
    const Character character = character_at(text, at);
    if (is_printable(character) && character.code != '\t') {
      result += text.substr(at, character.bytes);
    } else {
      result += character.code == '\t' ? ' ' : '?';
    }
    at += character.bytes;
  }
  return result;
}

}  // namespace interlock::language
