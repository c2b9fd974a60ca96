#include "tests/random/changed.hpp"

#include "tests/random/words.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <vector>

namespace interlock::tests {

namespace {

/// A declaration and all lines that belong to it.
using Items = std::vector<std::string>;

Items items_of(const std::string& text) {
  Items items;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const bool begins = !line.empty() && line[0] != ' ' && line[0] != '}';
    if (begins || items.empty()) items.emplace_back();
    items.back() += line + "\n";
  }
  return items;
}

std::string text_of(const Items& items) {
  std::string text;
  for (const std::string& item : items) text += item;
  return text;
}

void turn_round(Items& items, const std::string& word) {
  Items found;
  for (const std::string& item : items)
    if (begins_with(item, word)) found.push_back(item);
  for (std::string& item : items)
    if (begins_with(item, word)) {
      item = found.back();
      found.pop_back();
    }
}

}  // namespace

RandomText renamed(const RandomText& text) {
  static const std::set<std::string> names{"ttl", "busy", "w", "z", "m", "svc", "doc", "res", "me", "t",  "u",
                                           "v",   "b",    "s", "g", "n", "ok",  "who", "at",  "c0", "c1", "c2"};
  std::vector<std::string> words = words_of(text.protocol);
  for (std::string& word : words)
    if (names.count(word) > 0) word += "_other";
  return {joined(words), text.store};
}

RandomText reordered(const RandomText& text) {
  Items items = items_of(text.protocol);
  turn_round(items, "server ");
  turn_round(items, "client ");
  return {text_of(items), text.store};
}

RandomText with_unused(const RandomText& text) {
  Items items = items_of(text.protocol);
  std::string changed;
  bool is_first = true;
  for (std::string item : items) {
    if (begins_with(item, "client ")) {
      const std::size_t open = item.find("{\n");
      if (open != std::string::npos) item.insert(open + 2, "  unread = 1\n");
    }
    changed += item;
    if (is_first)
      changed += "param unread_param = 3s..7s\nserver unread_server : memory steady { unread : int 0..1 }\n";
    is_first = false;
  }
  return {changed, text.store};
}

RandomText with_an_odd_client(const RandomText& text) {
  Items items = items_of(text.protocol);
  const auto last =
      std::find_if(items.begin(), items.end(), [](const auto& item) { return begins_with(item, "spec "); });
  items.insert(last, "client odd[1] {\n  sleep 300ms\n}\n");
  return {text_of(items), text.store};
}

RandomText scaled(const RandomText& text, std::int64_t numerator, std::int64_t denominator) {
  const auto scale = [&](const std::string& from) {
    std::vector<std::string> words = words_of(from);
    for (std::string& word : words) {
      const bool is_span = word[0] >= '0' && word[0] <= '9' && word.back() == 's';
      if (!is_span) continue;
      const std::int64_t unit = ends_with(word, "ms") ? 1 : 1000;
      word = std::to_string(std::strtoll(word.c_str(), nullptr, 10) * unit * numerator / denominator) + "ms";
    }
    return joined(words);
  };
  return {scale(text.protocol), scale(text.store)};
}

}  // namespace interlock::tests
