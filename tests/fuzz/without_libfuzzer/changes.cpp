#include "tests/fuzz/without_libfuzzer/changes.hpp"

#include "tests/random/words.hpp"

#include <algorithm>
#include <sstream>

namespace interlock::tests {

namespace {

/// One change: a stretch dropped, doubled, taken from another text, or one byte replaced.
void change_bytes(std::string& text, const std::string& other, Dice& dice) {
  const std::size_t begin = dice.below(text.size());
  const std::size_t length = std::min(text.size() - begin, 1 + dice.below(24));
  switch (dice.below(4)) {
    case 0: text.erase(begin, length); break;
    case 1: text.insert(begin, text.substr(begin, length)); break;
    case 2: text.insert(begin, other.substr(dice.below(other.size()), 1 + dice.below(60))); break;
    default: text.replace(begin, length == 0 ? 0 : 1, 1, static_cast<char>(dice.below(256)));
  }
}

/// A word dropped, doubled, or another one in its place: of this text, of another, or one that is an edge of something.
void change_words(std::string& text, const std::string& other, Dice& dice) {
  static const std::vector<std::string> edges{
      "0",        "1",      "2",    "63",       "64",    "65",    "1000000", "1000001",  "4294967296", "0s",   "1us",
      "500ms",    "10000h", "none", "true",     "now",   "inf",   "(",       ")",        "{",          "}",    ".",
      "fresh id", "return", "loop", "critical", "retry", "until", "crash",   "for ever", "pause",      "skew", "drift"};
  std::vector<std::string> words = words_of(text);
  if (words.empty()) return;
  const std::size_t at = dice.below(words.size());
  const std::vector<std::string> others = words_of(other);
  switch (dice.below(5)) {
    case 0: words[at].clear(); break;
    case 1: words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), words[at] + " "); break;
    case 2: words[at] = words[dice.below(words.size())]; break;
    case 3: words[at] = others.empty() ? "" : others[dice.below(others.size())]; break;
    default: words[at] = dice.one_of(edges);
  }
  text = joined(words);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line + "\n");
  return lines;
}

/// A line dropped, doubled, moved, or taken from another text.
void change_lines(std::string& text, const std::string& other, Dice& dice) {
  std::vector<std::string> lines = lines_of(text);
  const std::vector<std::string> others = lines_of(other);
  if (lines.empty() || others.empty()) return;
  const auto place = [&] { return lines.begin() + static_cast<std::ptrdiff_t>(dice.below(lines.size())); };
  switch (dice.below(4)) {
    case 0: lines.erase(place()); break;
    case 1: lines.insert(place(), std::string(*place())); break;
    case 2: std::iter_swap(place(), place()); break;
    default: lines.insert(place(), dice.one_of(others));
  }
  text = joined(lines);
}

}  // namespace

void change(std::string& text, const std::vector<std::string>& texts, Dice& dice) {
  const std::string other = dice.one_of(texts);
  switch (dice.below(4)) {
    case 0: return change_bytes(text, other.empty() ? " " : other, dice);
    case 1:
    case 2: return change_words(text, other, dice);
    default: return change_lines(text, other, dice);
  }
}

}  // namespace interlock::tests
