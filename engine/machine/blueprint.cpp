#include "engine/machine/blueprint.hpp"

#include "engine/machine/limits.hpp"

namespace interlock::machine {

Blueprint::Blueprint(const language::Model& whole, const language::Scenario& under,
                     const std::vector<std::uint32_t>& chosen, const Reductions& wanted, std::uint32_t doublings,
                     TimeTreatment treatment)
    : model(whole),
      scenario(under),
      specs(chosen),
      reductions(wanted),
      relevance(find_relevance(model, specs, reductions.dead)),
      flow(find_instant_flow(model, scenario, relevance)),
      ticks(treatment == TimeTreatment::symbolic ? whole_units(model, scenario, relevance, flow)
                                                 : measure_ticks(model, scenario, relevance, flow, doublings)),
      layout(lay_out(model, scenario, ticks, relevance)),
      packing(layout) {
  require_within(Limit::clients, model.clients.size());
  for (const language::ClientKind& kind : model.kinds)
    require_within(Limit::threads, 1 + kind.backgrounds.size(), kind.place);
  require_within(Limit::state_bytes, packing.bytes());
}

}  // namespace interlock::machine
