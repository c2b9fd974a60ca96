#pragma once
// How large a text and what it says may be. Parser and resolver ask this one table, the reference (models/README.md)
// shows it, and tests/language/limits_test.cpp holds each line at its edge. What the machine has room for is another
// table (engine/machine/limits.hpp).

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace interlock::language {

enum class TextLimit {
  bytes,
  nesting,
  operators,
  errors,
  members,
  clients,
  servers,
  conditions,
  loops,
  sections,
  number,
  duration,
  statements,
  specs,
  variables,
  token,
  times,
};

struct TextLimitRule {
  TextLimit limit = TextLimit::bytes;
  std::string_view number;  ///< of the error where there is more
  std::int64_t most = 0;
  std::string_view sentence;  ///< {0} is `most`
};

/// By limit.
inline constexpr std::array text_limits{
    TextLimitRule{TextLimit::bytes, "E0100", std::int64_t{1} << 20U, "this file is larger than 1 MiB, and is not read"},
    TextLimitRule{TextLimit::nesting, "E0118", 64, "this is nested more than {0} deep"},
    TextLimitRule{TextLimit::operators, "E0119", 200, "more than {0} operators in one expression"},
    TextLimitRule{TextLimit::errors, "E0120", 100, "more than {0} errors; the rest is left out"},
    TextLimitRule{TextLimit::members, "E0223", 64, "a container holds from 1 to {0} members"},
    TextLimitRule{TextLimit::clients, "E0245", 32, "a protocol has from 1 to {0} clients"},
    TextLimitRule{TextLimit::servers, "E0245", 64, "a protocol has from 1 to {0} servers"},
    TextLimitRule{TextLimit::conditions, "E0257", 64, "an if has at most {0} conditions"},
    TextLimitRule{TextLimit::loops, "E0259", 8, "more than {0} loops inside one another"},
    TextLimitRule{TextLimit::sections, "E0275", 64, "a client has at most {0} sections, critical among them"},
    TextLimitRule{TextLimit::number, "E0276", 1'000'000, "a number goes from -{0} to {0} at most"},
    TextLimitRule{TextLimit::duration, "E0277", std::int64_t{10'000} * 3'600'000'000,
                  "a duration is at most 10000 h long"},
    TextLimitRule{TextLimit::statements, "E0290", 100'000, "written out, this model has more than {0} statements"},
    TextLimitRule{TextLimit::specs, "E0291", 1000, "a protocol has at most {0} specs of its own"},
    TextLimitRule{TextLimit::variables, "E0292", 500, "a client has at most {0} variables"},
    TextLimitRule{TextLimit::token, "E0304", 1000, "a token can be compared with the numbers from 0 to {0}"},
    TextLimitRule{TextLimit::times, "E0416", 100, "a fault strikes from 1 to {0} times"},
};

constexpr const TextLimitRule& rule_of(TextLimit limit) { return text_limits[static_cast<std::size_t>(limit)]; }

constexpr std::int64_t most(TextLimit limit) { return rule_of(limit).most; }

/// For a count that is never negative.
constexpr bool is_too_many(TextLimit limit, std::size_t count) { return count > static_cast<std::size_t>(most(limit)); }

/// What is said where there is more.
inline std::string too_much(TextLimit limit) {
  return fmt::format(fmt::runtime(rule_of(limit).sentence), rule_of(limit).most);
}

static_assert([] {
  for (std::size_t place = 0; place < text_limits.size(); ++place)
    if (text_limits[place].limit != static_cast<TextLimit>(place)) return false;
  return text_limits.back().limit == TextLimit::times;
}());

}  // namespace interlock::language
