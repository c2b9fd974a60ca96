#include "engine/language/syntax/diagnostic.hpp"

#include "engine/language/syntax/characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace interlock::language {

namespace {

constexpr std::size_t widest_line = 120;  // a longer line is shown in part
constexpr std::size_t before_caret = 60;  // of which so much stands before the caret
constexpr std::size_t no_limit = static_cast<std::size_t>(-1);
constexpr std::string_view tab = "    ";

std::string_view source_name(const Place& place) {
  return place.source ? std::string_view(place.source->name) : std::string_view();
}

auto order_of(const Diagnostic& diagnostic) {
  return std::make_tuple(source_name(diagnostic.place), diagnostic.place.line, diagnostic.place.column,
                         diagnostic.severity, std::string_view(diagnostic.number),
                         std::string_view(diagnostic.sentence));
}

/// A line and the marks under it, as they are shown.
struct Picture {
  std::string line;
  std::string marks;
};

Picture draw(const Place& place, char mark) {
  const std::string text = line_text(*place.source, place.line);
  const std::size_t first = place.column == 0 ? 0 : place.column - 1;
  const std::size_t last = first + std::max<std::size_t>(1, place.length);
  const bool is_long = text.size() > widest_line && first <= text.size();
  const bool cut_before = is_long && first > before_caret;
  std::size_t from = cut_before ? first - before_caret : 0;
  while (from < first && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) ++from;
  Picture picture;
  if (cut_before) picture = {"...", "   "};
  std::size_t at = from;
  while (at < text.size() && at < from + widest_line) {
    const Character character = character_at(text, at);
    std::string shown(1, '?');
    if (is_printable(character)) shown = text.substr(at, character.bytes);
    if (character.code == '\t') shown = tab;
    picture.line += shown;
    const std::size_t cells = character.code == '\t' ? tab.size() : 1;
    const bool marked = at + character.bytes > first && at < last;
    if (at < last) picture.marks.append(cells, marked ? mark : ' ');
    at += character.bytes;
  }
  if (at < text.size()) picture.line += "...";
  if (first >= text.size()) picture.marks += mark;
  return picture;
}

/// The place, its line, and marks with words beside them.
std::string block(const Place& place, char mark, std::string_view words, std::size_t width) {
  if (!place.source) return {};
  const std::string name = printable(place.source->name, no_limit);
  if (place.line == 0) return fmt::format("{:{}}--> {}\n", "", width, name);
  const Picture picture = draw(place, mark);
  std::string result = fmt::format("{:{}}--> {}:{}:{}\n", "", width, name, place.line, place.column);
  result += fmt::format("{:{}} |\n", "", width);
  result += fmt::format("{:>{}} |{}{}\n", place.line, width, picture.line.empty() ? "" : " ", picture.line);
  result +=
      fmt::format("{:{}} | {}{}{}\n", "", width, picture.marks, words.empty() ? "" : " ", printable(words, no_limit));
  return result;
}

/// A help of several lines shows the later ones as text to paste.
std::string help_text(std::string_view help, std::size_t width) {
  std::string result = "help: ";
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(help.find('\n', begin), help.size());
    result += printable(help.substr(begin, end - begin), no_limit) + "\n";
    if (end == help.size()) return result;
    result += fmt::format("{:{}} | ", "", width);
    begin = end + 1;
  }
}

std::size_t number_width(const Diagnostic& diagnostic) {
  std::size_t width = std::max<std::size_t>(2, fmt::formatted_size("{}", diagnostic.place.line));
  for (const Note& note : diagnostic.notes) {
    width = std::max(width, fmt::formatted_size("{}", note.place.line));
  }
  return width;
}

}  // namespace

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
}

void put_in_order(Diagnostics& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return order_of(a) < order_of(b); });
  const auto same = [](const Diagnostic& a, const Diagnostic& b) { return order_of(a) == order_of(b); };
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), same), diagnostics.end());
}

std::string to_text(const Diagnostic& diagnostic) {
  const std::size_t width = number_width(diagnostic);
  const char* const severity = diagnostic.severity == Severity::error ? "error" : "warning";
  std::string result =
      fmt::format("{}[{}]: {}\n", severity, diagnostic.number, printable(diagnostic.sentence, no_limit));
  result += block(diagnostic.place, '^', diagnostic.under, width);
  for (const Note& note : diagnostic.notes) result += block(note.place, '-', note.text, width);
  for (const std::string& help : diagnostic.help) result += help_text(help, width);
  return result;
}

}  // namespace interlock::language
