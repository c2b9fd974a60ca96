#pragma once
// Text as words and the single characters between them.

#include <string>
#include <vector>

namespace interlock::tests {

/// Names and numbers with their units whole (`me`, `500ms`); everything else a character at a time. Put together they
/// are the text.
std::vector<std::string> words_of(const std::string& text);

std::string joined(const std::vector<std::string>& words);

bool begins_with(const std::string& text, const std::string& beginning);

bool ends_with(const std::string& text, const std::string& end);

}  // namespace interlock::tests
