#pragma once
// A run that a search has found, on its way to a reader: the evaluator makes it again, and it is told.

#include "engine/check/checker.hpp"
#include "engine/check/verdict.hpp"
#include "engine/language/model.hpp"
#include "engine/machine/machine.hpp"
#include "engine/run/move.hpp"
#include "engine/trace/schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace interlock::check {

struct FoundRun {
  std::vector<Move> moves;  ///< of the clients by their first numbers
  std::int64_t tick = 0;    ///< microseconds
  machine::Renaming standing{};
  language::ClientIndex client = language::nothing;  ///< property `for each c`: where its client stands at the end
  std::size_t loop_start = trace::no_loop;           ///< lasso: which move begins the loop
  std::vector<Move> more_turns = {};                 ///< lasso: the moves of two more turns; empty: as the first
  bool is_stuck = false;                             ///< lasso: nothing leads out of it
};

/// Adds its story to `found`, with the nearest pass where that is wanted. Where the evaluator disagrees, the answer
/// says so, and the verdict is taken back. `checked`: all specs of the search.
void tell_run(Answer& answer, SpecResult& found, const language::Model& model, const language::Scenario& scenario,
              const std::vector<std::uint32_t>& checked, const Settings& settings, FoundRun run);

}  // namespace interlock::check
