#include "cli/option_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "cli/user_error.hpp"
#include "engine/language/syntax/diagnostic.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

/// A number such as "1.5" with one of the units behind it.
std::optional<double> read_with_unit(std::string_view text, const std::vector<Unit>& units) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
  const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const Unit& candidate) { return candidate.name == rest; });
  if (unit == units.end() || number * unit->factor > 9e15) return std::nullopt;
  return number * unit->factor;
}

}  // namespace

std::uint64_t read_number(std::string_view option, std::string_view text, std::uint64_t low, std::uint64_t high) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < low || number > high) {
    throw UserError(fmt::format("{} takes a whole number from {} to {}, not {}", option, low, high, text));
  }
  return number;
}

std::uint64_t read_bytes(std::string_view option, std::string_view text) {
  constexpr double kilo = 1024;
  const auto bytes = read_with_unit(text, {{"", 1},
                                           {"B", 1},
                                           {"K", kilo},
                                           {"M", kilo * kilo},
                                           {"G", kilo * kilo * kilo},
                                           {"KB", kilo},
                                           {"MB", kilo * kilo},
                                           {"GB", kilo * kilo * kilo}});
  if (!bytes || *bytes < 1) throw UserError(fmt::format("{} takes an amount such as 512M or 2G, not {}", option, text));
  return static_cast<std::uint64_t>(*bytes);
}

std::chrono::milliseconds read_duration(std::string_view option, std::string_view text) {
  const auto duration = read_with_unit(text, {{"ms", 1}, {"s", 1e3}, {"min", 60e3}, {"h", 3600e3}});
  if (!duration) throw UserError(fmt::format("{} takes a duration such as 30s or 5min, not {}", option, text));
  return std::chrono::milliseconds(static_cast<std::int64_t>(*duration));
}

std::map<std::string, std::string> read_settings(std::string_view option, const std::vector<std::string>& texts) {
  std::map<std::string, std::string> settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw UserError(fmt::format("{} takes NAME=VALUE, not {}", option, text));
    }
    const auto [entry, is_new] = settings.emplace(text.substr(0, equals), text.substr(equals + 1));
    if (!is_new) throw UserError(fmt::format("{} names {} twice", option, entry->first));
  }
  return settings;
}

std::string take_any_number(std::vector<std::string>& clients) {
  constexpr std::string_view end = "=any";
  std::string found = std::erase(clients, "any") > 0 ? "any" : "";
  for (const std::string& text : clients) {
    if (!text.ends_with(end)) continue;
    if (!found.empty()) throw UserError("--clients asks for any number of one kind only");
    found = text.substr(0, text.size() - end.size());
  }
  std::erase_if(clients, [&](const std::string& text) { return text.ends_with(end); });
  return found;
}

std::string read_choice(std::string_view option, const std::string& text, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return text;
  throw UserError(fmt::format("{} does not know {}\n  help: {}", option, text, nearest_help(text, words)));
}

std::vector<std::string> read_choices(std::string_view option, const std::vector<std::string>& texts,
                                      const std::vector<std::string>& words) {
  std::vector<std::string> choices;
  for (const std::string& text : texts) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      choices.push_back(read_choice(option, text.substr(begin, end - begin), words));
      begin = end + 1;
    }
  }
  return choices;
}

std::string nearest_help(const std::string& text, const std::vector<std::string>& words) {
  if (const auto nearest = language::nearest_name(text, words)) return fmt::format("did you mean {}?", *nearest);
  return fmt::format("known: {}", reports::list_text(words));
}

check::TimeSearch read_time(const std::string& written) {
  if (written.empty()) return check::TimeSearch::fitting;
  const std::string chosen = read_choice("--time", written, {"auto", "ticks", "dense"});
  if (chosen == "dense") return check::TimeSearch::dense;
  return chosen == "ticks" ? check::TimeSearch::ticks : check::TimeSearch::fitting;
}

}  // namespace interlock::cli
