#pragma once
// The unit of time of a model under a scenario, and the largest difference between instants that any comparison of it
// can tell from a larger one.

#include "engine/language/model.hpp"
#include "engine/machine/time/instant_flow.hpp"

#include <cstdint>

namespace interlock::machine {

/// `microseconds`: one tick; it divides every duration of the model and the scenario (durations.hpp).
/// `horizon`: in ticks; two instants further apart than this are "far apart" for every comparison.
/// `longest`: in ticks; no timer or deadline is ever set further ahead.
/// `range`: in ticks; gaps up to this are exact even where moves cannot be counted. 0: there are no such moves.
struct Ticks {
  std::int64_t microseconds = 1'000'000;
  std::int32_t horizon = 0;
  std::int32_t longest = 0;
  std::int32_t range = 0;
  bool is_exact = true;  ///< nothing is lost between two ticks

  /// Spans between instants are cut down to this: all longer ones are alike.
  std::int32_t far() const { return horizon + 1; }
  /// The longest span that is told from others.
  std::int32_t most() const { return longest > far() ? longest : far(); }
  /// Longer than any: what lies between an instant that was never written and one that was.
  std::int32_t endless() const { return most() + 1; }
};

/// So many of the longest duration are few: instants do not make ticks finer than this, and a search is quick.
inline constexpr std::int64_t few_ticks = 24;

/// ticks: a state says how many ticks away a moment is. symbolic: it says nothing of it; see symbolic/.
enum class TimeTreatment : std::uint8_t { ticks, symbolic };

/// For the symbolic treatment: a unit that divides all durations, and room for any number of them.
Ticks whole_units(const language::Model& model, const language::Scenario& scenario, const Relevance& relevance,
                  const InstantFlow& flow);

/// `doublings`: how often the range was not enough. Throws TooLarge.
Ticks measure_ticks(const language::Model& model, const language::Scenario& scenario, const Relevance& relevance,
                    const InstantFlow& flow, std::uint32_t doublings);

/// Of a model of which everything matters.
Ticks measure_ticks(const language::Model& model, const language::Scenario& scenario);

/// So much range is tried, each twice the one before.
inline constexpr std::uint32_t most_doublings = 3;

}  // namespace interlock::machine
