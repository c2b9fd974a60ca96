#pragma once
// The values of options, from text. Each throws UserError with a sentence that names the option.

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/checker.hpp"

namespace interlock::cli {

/// "1000000", "1e6" is not one: a whole number from `low` to `high`.
std::uint64_t read_number(std::string_view option, std::string_view text, std::uint64_t low, std::uint64_t high);

/// "512M", "2G", "1.5G"; without a unit bytes.
std::uint64_t read_bytes(std::string_view option, std::string_view text);

/// "250ms", "30s", "5min", "1h".
std::chrono::milliseconds read_duration(std::string_view option, std::string_view text);

/// "ttl=5s" and "busy=1s..2s" to a map; a name twice is an error.
std::map<std::string, std::string> read_settings(std::string_view option, const std::vector<std::string>& texts);

/// Takes "any" and "KIND=any" out of what --clients says. "any", or the kind; empty: there is neither.
std::string take_any_number(std::vector<std::string>& clients);

/// One of the words, or an error that names the nearest.
std::string read_choice(std::string_view option, const std::string& text, const std::vector<std::string>& words);

/// "symmetry,dead" and further words to a list of words of `words`.
std::vector<std::string> read_choices(std::string_view option, const std::vector<std::string>& texts,
                                      const std::vector<std::string>& words);

/// "did you mean NAME?", or all of the words.
std::string nearest_help(const std::string& text, const std::vector<std::string>& words);

/// `--time auto|ticks|dense`; "": auto.
check::TimeSearch read_time(const std::string& written);

}  // namespace interlock::cli
