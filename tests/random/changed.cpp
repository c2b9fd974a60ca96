#include "tests/random/changed.hpp"

#include <algorithm>
#include <regex>
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

bool begins_with(const std::string& text, const std::string& word) { return text.rfind(word, 0) == 0; }

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
  RandomText other = text;
  static const std::regex names(R"(\b(ttl|busy|w|z|m|svc|doc|res|me|t|u|v|b|s|g|n|ok|many|who|left|c0|c1|c2)\b)");
  other.protocol = std::regex_replace(text.protocol, names, "$1_other");
  return other;
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
    if (is_first) changed += "param unread_param = 3s..7s\nserver unread_server : memory { unread : int 0..1 }\n";
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
  static const std::regex duration(R"(\b([0-9]+)(s|ms)\b)");
  const auto scale = [&](const std::string& from) {
    std::string to;
    std::size_t copied = 0;
    for (auto found = std::sregex_iterator(from.begin(), from.end(), duration); found != std::sregex_iterator();
         ++found) {
      const auto at = static_cast<std::size_t>(found->position());
      to += from.substr(copied, at - copied);
      const std::int64_t unit = found->str(2) == "s" ? 1000 : 1;
      to += std::to_string(std::stoll(found->str(1)) * unit * numerator / denominator) + "ms";
      copied = at + static_cast<std::size_t>(found->length());
    }
    return to + from.substr(copied);
  };
  return {scale(text.protocol), scale(text.store)};
}

}  // namespace interlock::tests
