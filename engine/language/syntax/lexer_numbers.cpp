// Numbers and durations. A duration is kept in microseconds, exactly.

#include "engine/language/syntax/lexer_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace interlock::language {

namespace {

struct Unit {
  std::string_view word;
  std::int64_t microseconds;
};

constexpr std::array<Unit, 5> units = {{
    {"us", 1},
    {"ms", 1'000},
    {"s", 1'000'000},
    {"min", 60'000'000},
    {"h", 3'600'000'000},
}};

/// What other languages call them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> other_units = {{
    {"sec", "s"},
    {"secs", "s"},
    {"second", "s"},
    {"seconds", "s"},
    {"S", "s"},
    {"m", "min"},
    {"mins", "min"},
    {"minute", "min"},
    {"minutes", "min"},
    {"hr", "h"},
    {"hrs", "h"},
    {"hour", "h"},
    {"hours", "h"},
    {"msec", "ms"},
    {"millis", "ms"},
    {"milliseconds", "ms"},
    {"usec", "us"},
    {"microseconds", "us"},
}};

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::string_view units_help = "units are us, ms, s, min and h, without a space: 10s, 250ms";

/// `digits` holds at most one point. Nothing if it is too large, or not a whole number of units.
std::optional<std::int64_t> scaled(std::string_view digits, std::int64_t unit) {
  std::int64_t value = 0;
  std::int64_t weight = 0;  // of the next digit behind the point; 0 in front of it
  for (const char c : digits) {
    if (c == '.') {
      weight = unit;
      continue;
    }
    const std::int64_t digit = c - '0';
    if (weight > 0) {
      if (weight % 10 != 0 && digit != 0) return std::nullopt;
      weight /= 10;
      value += digit * weight;
      if (weight == 0) weight = 1;
    } else {
      if (value > (largest - digit * unit) / 10) return std::nullopt;
      value = value * 10 + digit * unit;
    }
  }
  return value <= largest ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<std::string_view> meant_unit(std::string_view word) {
  for (const Unit& unit : units) {
    if (unit.word == word) return unit.word;
  }
  for (const auto& [other, ours] : other_units) {
    if (other == word) return ours;
  }
  return std::nullopt;
}

std::int64_t unit_microseconds(std::string_view word) {
  for (const Unit& unit : units) {
    if (unit.word == word) return unit.microseconds;
  }
  return 1;
}

void Lexer::number() {
  const std::size_t begin = at_;
  while (is_digit(peek())) ++at_;
  if (peek() == '.' && is_digit(peek(1))) {
    ++at_;
    while (is_digit(peek())) ++at_;
  }
  const std::string_view digits = std::string_view(text_).substr(begin, at_ - begin);
  const std::size_t unit_begin = at_;
  while (is_name_part(peek())) ++at_;
  const std::string_view unit = std::string_view(text_).substr(unit_begin, at_ - unit_begin);
  if (!unit.empty()) return duration(begin, digits, unit);
  if (digits.find('.') != std::string_view::npos) {
    push(TokenForm::number, begin, digits);
    return wrong_number(begin, "a number without a unit has no fraction", fmt::format("is it a duration? {}s", digits));
  }
  const std::optional<std::int64_t> value = scaled(digits, 1);
  push(TokenForm::number, begin, digits, value.value_or(0));
  if (!value) wrong_number(begin, "this number is too large", "at most 2305843009213693951");
}

void Lexer::duration(std::size_t begin, std::string_view digits, std::string_view unit) {
  const std::optional<std::string_view> meant = meant_unit(unit);
  const std::string_view whole = std::string_view(text_).substr(begin, at_ - begin);
  const std::int64_t scale = unit_microseconds(meant.value_or("s"));
  const std::optional<std::int64_t> value = scaled(digits, scale);
  push(TokenForm::duration, begin, whole, value.value_or(scale));
  const std::size_t unit_begin = at_ - unit.size();
  const bool no_unit = unit.front() == '_' || std::any_of(unit.begin(), unit.end(), is_digit);
  if (!meant && no_unit) {
    lexed_.tokens.back().form = TokenForm::number;
    wrong_number(begin, "a number is written in the digits 0 to 9 alone", "write 10000, or 10s");
  } else if (!meant) {
    complain("E0107", fmt::format("there is no unit {}", printable(unit, 40)), place(unit_begin, at_), "",
             {std::string(units_help)});
  } else if (*meant != unit) {
    complain("E0107", fmt::format("there is no unit {}", unit), place(unit_begin, at_), "",
             {fmt::format("write {}{}", printable(digits, 40), *meant)});
  } else if (!value) {
    wrong_number(begin, "this duration is too large, or finer than a microsecond", std::string(units_help));
  }
}

void Lexer::wrong_number(std::size_t begin, std::string_view sentence, std::string help) {
  complain("E0109", std::string(sentence), place(begin, at_), "", {std::move(help)});
}

}  // namespace interlock::language
