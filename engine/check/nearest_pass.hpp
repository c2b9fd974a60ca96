#pragma once
// The nearest that passes: what would have had to be otherwise for the property of a counterexample to hold. Both sides
// of the edge are searched, never concluded: "Holds with 1 pause of at most 4 s, fails with one of 4.5 s."

#include "engine/check/checker.hpp"
#include "engine/language/model.hpp"
#include "engine/trace/counterexample.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::check {

/// So many states all searches for one story may need together, and each of them: what needs more is not told.
struct Effort {
  std::uint64_t states = 400'000;
  std::uint64_t states_of_one = 50'000;
};

/// A duration as it is written in a protocol: "10s".
std::string source_text(std::int64_t microseconds);

/// A sentence for each kind of fault that the story used (shorter pauses, smaller offsets, one strike fewer; other
/// faults as in the scenario), and, where no fault without a bound was needed, one for each duration among the params.
/// Durations are tried in whole ticks. Nothing is said where no neighbour was found that holds.
std::vector<std::string> nearest_passes(const language::Model& model, const language::Scenario& scenario,
                                        const trace::Counterexample& story, const Settings& settings,
                                        Effort effort = {});

/// Says so under the story of a property that fails.
void add_nearest_pass(const language::Model& model, const language::Scenario& scenario, trace::Counterexample& story,
                      const Settings& settings);

}  // namespace interlock::check
