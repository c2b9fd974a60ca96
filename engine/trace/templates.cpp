#include "engine/trace/templates.hpp"

namespace interlock::trace {

namespace {

class Reading {
 public:
  Reading(std::string_view sentence, const Filling& words) : sentence_(sentence), words_(words) {}

  /// Up to the bracket that closes this part, or the end. `is_whole`: every word in it had something to say.
  std::string part(bool& is_whole) {
    std::string text;
    while (at_ < sentence_.size()) {
      const char letter = sentence_[at_++];
      if (letter == ']') break;
      if (letter == '[') {
        bool is_said = true;
        const std::string inner = part(is_said);
        if (is_said) text += inner;
      } else if (letter == '{') {
        const std::string word = next_word();
        is_whole = is_whole && !word.empty();
        text += word;
      } else {
        text += letter;
      }
    }
    return text;
  }

 private:
  std::string next_word() {
    const std::size_t end = std::min(sentence_.find('}', at_), sentence_.size());
    const auto found = words_.find(sentence_.substr(at_, end - at_));
    at_ = std::min(end + 1, sentence_.size());
    return found == words_.end() ? std::string() : found->second;
  }

  std::string_view sentence_;
  const Filling& words_;
  std::size_t at_ = 0;
};

}  // namespace

std::string filled(std::string_view sentence, const Filling& words) {
  bool is_whole = true;
  std::string text = Reading(sentence, words).part(is_whole);
  std::string result;
  for (const char letter : text) {
    const bool is_double = letter == ' ' && !result.empty() && result.back() == ' ';
    if (!is_double) result += letter;
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace interlock::trace
