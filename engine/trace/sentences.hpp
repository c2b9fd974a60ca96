#pragma once
// What a story says in words: the headline, the sentence, and remarks.

#include "engine/language/model.hpp"
#include "engine/trace/counterexample.hpp"
#include "engine/trace/story.hpp"

#include <string>
#include <vector>

namespace interlock::trace {

/// "a", "a and b", "a, b and c".
std::string join_words(std::vector<std::string> parts);

/// Fills headline, sentence, remarks, footnotes, blamed clients and causes of a story whose events are there.
void put_into_words(const language::Model& model, const Claim& claim, Counterexample& story);

}  // namespace interlock::trace
