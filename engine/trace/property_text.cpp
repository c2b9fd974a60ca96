#include "engine/trace/property_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace interlock::trace {

using language::PropertyForm;
using language::Spec;

namespace {

/// Behind which word the condition stands.
std::string_view word_before(PropertyForm form) {
  switch (form) {
    case PropertyForm::always: return "always ";
    case PropertyForm::never: return "never ";
    case PropertyForm::always_possible: return "always possible ";
    case PropertyForm::leads_to:
    case PropertyForm::again_and_again: return "leads to ";
    case PropertyForm::reachable: return "reachable ";
    case PropertyForm::asserted:
    case PropertyForm::witnessed: break;
  }
  return "";
}

/// All of the text from a place on, in one line and without comments; up to what can be no part of a property.
std::string flattened(const language::Place& place) {
  std::string text;
  for (std::uint32_t line = place.line;; ++line) {
    const std::string whole = language::line_text(*place.source, line);
    if (whole.empty() && line > place.line) return text;
    std::string_view code(whole);
    code = code.substr(0, code.find('#'));
    if (line == place.line && place.column > 0)
      code.remove_prefix(std::min<std::size_t>(place.column - 1, code.size()));
    for (const char letter : code)
      if (letter != ' ' || (!text.empty() && text.back() != ' ')) text += letter == '\t' ? ' ' : letter;
    if (!text.empty() && text.back() != ' ') text += ' ';
  }
}

/// What cannot stand behind a condition ends it: a word that begins something else, or a bracket that it did not open.
std::size_t end_of_condition(std::string_view text) {
  int depth = 0;
  std::size_t end = text.size();
  for (const std::string_view word : {" when broken ", " expect ", " spec ", " client ", " server ", " fault "})
    end = std::min(end, text.find(word));
  for (std::size_t at = 0; at < end; ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth < 0) return at;
    if (text[at] == '}') return at;
  }
  return end;
}

}  // namespace

std::string asked_condition(const Spec& spec) {
  const std::string_view word = word_before(spec.form);
  if (word.empty() || !spec.place.source || spec.place.line == 0) return "";
  const std::string text = flattened(spec.place);
  const std::string quoted = '"' + spec.sentence + '"';
  const std::size_t sentence = spec.sentence.empty() ? std::string::npos : text.find(quoted);
  const std::size_t begin = text.find(word, sentence == std::string::npos ? 0 : sentence + quoted.size());
  if (begin == std::string::npos) return "";
  std::string_view condition = std::string_view(text).substr(begin + word.size());
  condition = condition.substr(0, end_of_condition(condition));
  while (!condition.empty() && condition.back() == ' ') condition.remove_suffix(1);
  return std::string(condition);
}

}  // namespace interlock::trace
