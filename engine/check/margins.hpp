#pragma once
// How far each duration may move before a verdict turns: each param that is a duration, each end of one that is a
// range, and each fault with a bound. Both sides of an edge are searched, never concluded, down to a microsecond, or
// what a server takes.

#include "engine/check/checker.hpp"
#include "engine/check/question.hpp"
#include "engine/language/model.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::check {

/// Two neighbours, in microseconds, a unit apart: with the first the verdict is as it is, with the second it is
/// another.
struct Turn {
  std::int64_t alike = 0;
  std::int64_t other = 0;
  Verdict verdict = Verdict::unknown;  ///< the other
};

/// Of one duration. Nothing where no turn was found as far as was looked.
struct Margin {
  std::string what;           ///< "ttl", "busy at least", "busy at most", "pause"
  std::int64_t now = 0;       ///< microseconds; language::unbounded: a fault without a bound
  std::int64_t unit = 1;      ///< how finely it was looked: what the duration can be at all
  std::int64_t shortest = 0;  ///< how far was looked
  std::int64_t longest = 0;
  std::optional<Turn> shorter;
  std::optional<Turn> longer;
  bool is_decided = true;  ///< false: on the way to a turn there was no verdict
};

/// So many states each search may have: what needs more is not decided.
inline constexpr std::uint64_t states_of_a_margin = 50'000;

/// Why there is no verdict of which an edge could be looked for.
enum class NoEdge {
  in_steps,  ///< it was found in steps of time, and may be another between them
  full,      ///< runs that would overfill a container, or the like, were given up
  budget,    ///< the states of one search did not suffice
};

struct Margins {
  language::Scenario scenario;
  std::string spec;
  Verdict verdict = Verdict::unknown;
  NoEdge why_unknown = NoEdge::budget;
  std::vector<Margin> all;
};

/// A shorter fault is allowed less, so an edge of a fault is the only one. Of a param it is the nearest that was found
/// by halving and doubling. Verdicts are those of dense time, where it has any.
std::vector<Margins> find_margins(const language::Model& model, const Question& question, const Settings& settings);

}  // namespace interlock::check
