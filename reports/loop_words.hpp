#pragma once
// What is said about a loop: how long a turn takes, who could have gone first, why it is fair, what is the same at
// both of its ends. The text and the graph say it in the same words.

#include "engine/trace/counterexample.hpp"

#include <string>
#include <vector>

namespace interlock::reports {

/// Is it the story of a run that goes round for ever?
bool has_loop(const trace::Counterexample& story);

/// "loop, for ever, 1 s a turn".
std::string loop_text(const trace::Counterexample& story);

/// "back to 2": the number of the loop's first step.
std::string back_text(const trace::Counterexample& story);

/// "Fair, because: ...", "Same at both ends: ..."; none where the story has no loop.
std::vector<std::string> loop_sentences(const trace::Counterexample& story);

/// Lines of a list, each of two parts: "after 3", "worker 2: redis.SET(lock, c) -> true".
struct Pair {
  std::string first;
  std::string second;
};

/// The moments at which somebody could have gone on; the same thing at several moments is one line.
std::vector<Pair> could_go_lines(const trace::Counterexample& story);

/// In a loop in which nobody ever gets in: the course of each cell, "absent, after 2 a, after 5 absent".
std::vector<Pair> turn_lines(const trace::Counterexample& story);

/// Is each cell at the end of a turn what it was at its start?
bool undoes_everything(const trace::Counterexample& story);

/// "This breaks: \"At most one client is inside its critical section.\""; empty where the property says nothing.
std::string rule_text(const trace::Counterexample& story);

}  // namespace interlock::reports
