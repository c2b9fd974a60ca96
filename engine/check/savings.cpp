#include "engine/check/savings.hpp"

#include <new>

namespace interlock::check {

std::vector<Saving> find_savings(const language::Model& model, const language::Scenario& scenario,
                                 const std::vector<std::uint32_t>& specs, const Settings& settings,
                                 std::uint64_t states, const std::function<bool(std::string_view)>& wants) {
  constexpr std::uint64_t most_times = 20;
  constexpr std::uint64_t usual_most = 2'000'000;
  std::vector<Saving> savings;
  for (const NamedReduction& reduction : named_reductions) {
    if (!(settings.reductions.*reduction.is_on) || !reduction.saves_states || !wants(reduction.name)) continue;
    Settings without = settings;
    without.reductions.*reduction.is_on = false;
    without.nearest_pass = false;
    without.search.journal = nullptr;
    const std::uint64_t most = std::min(states * most_times, std::max(usual_most, states * 2));
    without.search.limits.states = std::min(without.search.limits.states, most);
    try {
      const Answer found = check(model, scenario, specs, without);
      savings.push_back({reduction.name, found.states, found.complete()});
    } catch (const std::bad_alloc&) {
      continue;
    }
  }
  return savings;
}

}  // namespace interlock::check
