#include "engine/check/found_run.hpp"

#include "engine/check/nearest_pass.hpp"
#include "engine/check/spec_forms.hpp"
#include "engine/trace/story.hpp"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace interlock::check {

void tell_run(Answer& answer, SpecResult& found, const language::Model& model, const language::Scenario& scenario,
              const std::vector<std::uint32_t>& checked, const Settings& settings, FoundRun run) {
  const bool is_of_client = run.client != language::nothing;
  const trace::Claim claim{.spec = found.index,
                           .client = is_of_client ? trace::client_at(run.standing, run.client) : run.client,
                           .kind = kind_of(model.specs[found.index]),
                           .loop_start = run.loop_start,
                           .more_turns = std::move(run.more_turns),
                           .is_stuck = run.is_stuck};
  auto told = trace::tell(model, scenario, checked, run.tick, run.moves, claim);
  if (const auto* refused = std::get_if<trace::NotConfirmed>(&told)) {
    answer.not_reproduced = fmt::format("the counterexample to {} was not confirmed: {}", found.spec, refused->why);
    take_back(found);
    return;
  }
  found.story = std::get<trace::Counterexample>(std::move(told));
  found.used = found.story->used;
  if (found.story->kind == trace::StoryKind::lasso) found.loop_steps = found.story->loop_steps;
  if (settings.nearest_pass && found.is_simplest) {
    Settings alone = settings;
    alone.nearest_pass = false;
    add_nearest_pass(model, scenario, *found.story, alone);
  }
  if (found.story->faults == found.faults && found.story->steps == found.steps + found.story->loop_steps) return;
  answer.not_reproduced = fmt::format("the counterexample to {} has another number of steps", found.spec);
  take_back(found);
}

}  // namespace interlock::check
