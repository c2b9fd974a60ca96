#include "engine/trace/proved.hpp"

#include <fmt/format.h>

namespace interlock::trace {

using language::PropertyForm;

namespace {

/// Which runs were seen: "with 0 faults, with 1 for runs of fewer than 4 steps".
std::string seen_runs(const explore::Outcome& outcome) {
  const std::uint32_t faults = outcome.buckets_finished;
  const std::uint32_t steps = outcome.levels_finished;
  if (faults == 0) return fmt::format("with 0 faults for runs of fewer than {} steps", steps);
  std::string text =
      faults == 1 ? "with 0 faults" : fmt::format("with up to {} fault{}", faults - 1, faults == 2 ? "" : "s");
  if (steps > 0) text += fmt::format(", with {} for runs of fewer than {} steps", faults, steps);
  return text;
}

}  // namespace

std::string what_is_proved(PropertyForm form, const explore::Outcome& outcome) {
  const std::string ran_out = "the budget ran out; ";
  switch (form) {
    case PropertyForm::reachable:
    case PropertyForm::witnessed: return ran_out + "not reached " + seen_runs(outcome);
    case PropertyForm::always_possible:
    case PropertyForm::leads_to:
      // These are decided on the graph of all runs.
      if (outcome.complete()) return ran_out + "all runs were seen, and their graph needs more memory";
      return ran_out + "it takes all runs to say more";
    default: return ran_out + "holds " + seen_runs(outcome);
  }
}

}  // namespace interlock::trace
