#include "engine/machine/blueprint.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/compiled/requests.hpp"
#include "engine/machine/limits.hpp"

#include <algorithm>

namespace interlock::machine {

namespace {

/// What is compared, kept or sent on of a clock that jumped is not known here.
std::uint64_t reads_of_jumping_clocks(const language::Model& model, const language::Scenario& scenario) {
  using namespace language;
  const bool may_jump = std::any_of(scenario.faults.begin(), scenario.faults.end(),
                                    [](const Fault& fault) { return fault.kind == FaultKind::clock_jump; });
  if (!may_jump) return 0;
  std::uint64_t reads = 0;
  const auto take = [&](const Statement& outer) {
    for (const Expression& whole : outer.expressions)
      for_each_expression(whole, [&](const Expression& part) { reads += part.op == ExpressionOp::rest ? 1 : 0; });
    if (outer.op != StatementOp::operation) return;
    for_each_statement(outer.blocks[0], [&](const Statement& inner) {
      for (const Expression& whole : inner.expressions)
        for_each_expression(whole, [&](const Expression& part) { reads += part.op == ExpressionOp::now ? 1 : 0; });
    });
  };
  for_each_statement(model, take);
  for (const Server& server : model.servers)
    for_each_statement(server.on_disconnect, [&](const Statement& statement) {
      for (const Expression& whole : statement.expressions)
        for_each_expression(whole, [&](const Expression& part) { reads += part.op == ExpressionOp::now ? 1 : 0; });
    });
  return reads;
}

}  // namespace

Blueprint::Blueprint(const language::Model& whole, const language::Scenario& under,
                     const std::vector<std::uint32_t>& chosen, const Reductions& wanted, std::uint32_t doublings,
                     TimeTreatment treatment)
    : model(whole),
      scenario(under),
      specs(chosen),
      reductions(wanted),
      relevance(find_relevance(model, scenario, specs, reductions.dead)),
      flow(find_instant_flow(model, scenario, relevance)),
      ticks(treatment == TimeTreatment::symbolic ? whole_units(model, scenario, relevance, flow)
                                                 : measure_ticks(model, scenario, relevance, flow, doublings)),
      layout(lay_out(model, scenario, ticks, relevance)),
      packing(layout) {
  require_within(Limit::jumping_clocks, reads_of_jumping_clocks(model, scenario));
  require_known_requests(model, scenario, relevance.writer);
  require_within(Limit::clients, model.clients.size());
  for (const language::ClientKind& kind : model.kinds)
    require_within(Limit::threads, 1 + kind.backgrounds.size(), kind.place);
  require_within(Limit::state_bytes, packing.bytes());
}

}  // namespace interlock::machine
