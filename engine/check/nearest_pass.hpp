#pragma once
// The nearest run that passes: how short the pause of a counterexample must be for the property to hold.

#include "engine/check/checker.hpp"
#include "engine/language/model.hpp"
#include "engine/trace/counterexample.hpp"

#include <cstdint>
#include <optional>

namespace interlock::check {

/// The longest pause (microseconds, in whole ticks) with which the spec holds when pauses may strike as often as the
/// story used them, other faults as in the scenario. None where the story used no pause, where no pause is short
/// enough or long enough to matter, or where a search would need more than `most_states` states.
std::optional<std::int64_t> longest_harmless_pause(const language::Model& model, const language::Scenario& scenario,
                                                   std::uint32_t spec, const trace::Counterexample& story,
                                                   const Settings& settings, std::uint64_t most_states = 50'000);

/// Says so under the story: "It holds under pause <= 4.5s 1 time." Nothing is added where there is nothing to say.
void add_nearest_pass(const language::Model& model, const language::Scenario& scenario, std::uint32_t spec,
                      trace::Counterexample& story, const Settings& settings);

}  // namespace interlock::check
