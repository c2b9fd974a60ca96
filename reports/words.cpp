#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

std::string number_text(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t from_end = 3; from_end < digits.size(); from_end += 4)
    digits.insert(digits.size() - from_end, 1, ',');
  return digits;
}

std::string count_text(std::uint64_t count, std::string_view noun) {
  return number_text(count) + " " + (count == 1 ? std::string(noun) : plural(noun));
}

std::string list_text(const std::vector<std::string>& items) { return trace::join_words(items); }

std::string size_text(const language::Model& model) {
  std::vector<std::string> parts;
  for (const language::ClientKind& kind : model.kinds) parts.push_back(count_text(kind.count, kind.name));
  return parts.empty() ? "no clients" : list_text(parts);
}

std::string_view emptied_words(const trace::Event& event) {
  if (event.struck) return trace::words_in_lane(event);
  return event.kind == EventKind::expiry ? "expires" : "free";
}

std::string run_text(const std::vector<language::UsedFault>& used, std::uint32_t steps,
                     std::optional<std::uint32_t> loop_steps) {
  std::string length = count_text(steps, "step");
  if (loop_steps)
    length += *loop_steps == 0 ? ", then nothing for ever" : fmt::format(", then a loop of {}", *loop_steps);
  return used.empty() ? length : used_text(used) + ", " + length;
}

std::string faults_text(const language::Scenario& scenario) {
  std::string result;
  for (const language::Fault& fault : scenario.faults) {
    if (!result.empty()) result += ", ";
    result += fault.text;
  }
  if (result.empty()) result = "no faults";
  if (scenario.distinct_clocks) result += ", assuming distinct_clocks";
  return result;
}

std::string place_text(const language::Place& place) {
  if (place.line == 0) return {};
  if (!place.source) return fmt::format("line {}", place.line);
  const std::string& name = place.source->name;
  const std::size_t slash = name.find_last_of('/');
  return fmt::format("{}:{}", one_line(slash == std::string::npos ? name : name.substr(slash + 1)), place.line);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const std::size_t used = character_count(lines.back());
    if (used > 0 && used + 1 + character_count(word) > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
    at = end + 1;
  }
  return lines;
}

std::string shortened(std::string_view text, std::size_t most) {
  std::vector<std::string_view> characters;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (end < text.size() && !starts_character(text[end])) ++end;
    characters.push_back(text.substr(at, end - at));
    at = end;
  }
  if (characters.size() <= most || most < 5) return std::string(text);
  const std::size_t tail = (most - 2) / 3, head = most - 2 - tail;
  std::string result;
  for (std::size_t at = 0; at < head; ++at) result += characters[at];
  result += "..";
  for (std::size_t at = characters.size() - tail; at < characters.size(); ++at) result += characters[at];
  return result;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string padded(std::string_view text, std::size_t width) {
  std::string result(text);
  const std::size_t used = character_count(text);
  if (used < width) result.append(width - used, ' ');
  return result;
}

std::string one_line(std::string_view text) {
  std::string result(text);
  const auto is_control = [](char byte) { return static_cast<unsigned char>(byte) < 0x20U || byte == 0x7F; };
  std::replace_if(result.begin(), result.end(), is_control, ' ');
  return result;
}

}  // namespace interlock::reports
