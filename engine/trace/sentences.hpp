#pragma once
// What a story says in words: the headline, the sentence, and remarks.

#include "engine/language/model.hpp"
#include "engine/trace/counterexample.hpp"
#include "engine/trace/involved.hpp"
#include "engine/trace/story.hpp"

#include <optional>
#include <string>

namespace interlock::trace {

/// Of the end of a run, what its views do not tell.
struct Findings {
  Involved involved;               ///< always, never
  std::optional<BrokenKeep> keep;  ///< asserted, by a `keep`
  std::string comparison;          ///< asserted: "1 < 2"
};

/// Fills headline, sentence, remarks, footnotes and blamed clients of a story whose events and causes are there.
void put_into_words(const language::Model& model, const Claim& claim, const Findings& findings, Counterexample& story);

}  // namespace interlock::trace
