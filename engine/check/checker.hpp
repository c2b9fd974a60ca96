#pragma once
// The front of the engine: a model under a scenario, checked against specs. Verdicts are exact; every counterexample
// is executed again by the second evaluator before it is given.

#include "engine/check/question.hpp"
#include "engine/check/verdict.hpp"
#include "engine/explore/limits.hpp"
#include "engine/language/model.hpp"
#include "engine/machine/reductions.hpp"
#include "engine/machine/time/ticks.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace interlock::check {

using machine::Reductions;

/// How time is searched.
enum class TimeSearch : std::uint8_t {
  ticks,
  dense,    ///< what can be decided in dense time, all else in ticks
  fitting,  ///< in ticks where they lose nothing and are few, and else as dense. Saved searches and those on a disk:
            ///< ticks
};

/// The same protocol with another value of a param ("15s", "1s..4s"); none where that makes no sense.
using WithParam = std::function<std::optional<language::Model>(const std::string& param, const std::string& value)>;

struct Settings {
  Reductions reductions;
  explore::Settings search;  ///< limits, threads, `keep_going`
  TimeSearch time = TimeSearch::ticks;
  /// fitting: what takes more symbolic states than this goes to the ticks.
  std::uint64_t fitting_states = 30'000;
  /// Specs that remember different things are asked in one search up to so many states, and after that apart. Not where
  /// the search is saved.
  std::uint64_t states_together = 1'000'000;
  bool nearest_pass = false;  ///< say under each story with what it would hold
  WithParam with_param;       ///< may be empty
};

/// `specs`: indices of specs that apply. Its verdicts are in this order; then that on `in_range`, if a variable left
/// its range or may have. Throws std::bad_alloc, and what `settings.search.journal` throws.
Answer check(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
             const Settings& settings);

}  // namespace interlock::check
