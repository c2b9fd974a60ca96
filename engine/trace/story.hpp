#pragma once
// A schedule, executed again by the second evaluator, and told as a story. The evaluator shares no code with the
// machine and the search; a run that it does not confirm is no counterexample.

#include "engine/language/model.hpp"
#include "engine/run/move.hpp"
#include "engine/trace/counterexample.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace interlock::trace {

/// What the run is said to show.
struct Claim {
  std::uint32_t spec = 0;                            ///< index into Model::specs
  language::ClientIndex client = language::nothing;  ///< properties `for each c`
  StoryKind kind = StoryKind::path;
  std::size_t loop_start = 0;         ///< lasso: which move begins the loop
  std::vector<Move> more_turns = {};  ///< lasso: the moves of two more turns; empty: as the first
  bool is_stuck = false;              ///< lasso: nothing leads out of it; one that only waits is told as a trap
};

/// Why the evaluator disagrees.
struct NotConfirmed {
  std::string why;
};

/// `checked`: indices of all specs of the search. Where one of them, or a later step, can see that a key expires, a run
/// that leaves the expiry out is not confirmed.
std::variant<Counterexample, NotConfirmed> tell(const language::Model& model, const language::Scenario& scenario,
                                                const std::vector<std::uint32_t>& checked,
                                                std::int64_t tick_microseconds, const std::vector<Move>& moves,
                                                const Claim& claim);

}  // namespace interlock::trace
