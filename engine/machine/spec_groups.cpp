#include "engine/machine/spec_groups.hpp"

#include "engine/machine/relevance.hpp"

#include <algorithm>
#include <utility>

namespace interlock::machine {

using language::Model;
using language::PropertyForm;
using language::Spec;

namespace {

/// What decides how much a search for one spec remembers.
struct Demand {
  Relevance relevance;  ///< but for which specs they are
  bool has_spotlight = false;
  bool looks_at_time_alone = false;

  bool operator==(const Demand&) const = default;
};

Demand demand_of(const Model& model, std::uint32_t index, const Reductions& reductions) {
  const Spec& spec = model.specs[index];
  Demand demand{
      .relevance = find_relevance(model, {}, {index}, reductions.dead),
      .has_spotlight = spec.for_each && reductions.symmetry,
      .looks_at_time_alone = spec.form == PropertyForm::leads_to || spec.form == PropertyForm::again_and_again};
  demand.relevance.chosen.clear();
  demand.relevance.checked.clear();
  if (!reductions.dead) demand.relevance.asked.clear();  // nothing is forgotten then, whoever reads it
  return demand;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> groups_that_ask_alike(const Model& model,
                                                              const std::vector<std::uint32_t>& specs,
                                                              const Reductions& reductions) {
  std::vector<std::pair<Demand, std::vector<std::uint32_t>>> groups;
  for (const std::uint32_t spec : specs) {
    Demand demand = demand_of(model, spec, reductions);
    const auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& candidate) { return candidate.first == demand; });
    if (group != groups.end())
      group->second.push_back(spec);
    else
      groups.push_back({std::move(demand), {spec}});
  }
  std::vector<std::vector<std::uint32_t>> found;
  for (auto& [demand, group] : groups) found.push_back(std::move(group));
  return found;
}

}  // namespace interlock::machine
