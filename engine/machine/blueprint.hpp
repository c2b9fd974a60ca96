#pragma once
// What is worked out of a model and a scenario before anything is compiled: what of it matters, how finely time is
// counted, and where everything stands in a state.

#include "engine/language/model.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/packing.hpp"
#include "engine/machine/reductions.hpp"
#include "engine/machine/relevance.hpp"
#include "engine/machine/time/instant_flow.hpp"
#include "engine/machine/time/ticks.hpp"

#include <cstdint>
#include <vector>

namespace interlock::machine {

struct Blueprint {
  /// `specs`: indices of the chosen specs. `doublings`: see measure_ticks. Keeps a reference to the model. Throws
  /// TooLarge.
  Blueprint(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
            const Reductions& reductions, std::uint32_t doublings = 0, TimeTreatment treatment = TimeTreatment::ticks);

  const language::Model& model;
  language::Scenario scenario;
  std::vector<std::uint32_t> specs;
  Reductions reductions;
  Relevance relevance;
  InstantFlow flow;
  Ticks ticks;
  Layout layout;
  Packing packing;
};

}  // namespace interlock::machine
