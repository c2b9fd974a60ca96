// Builds a machine: what matters, where it stands, the programs, and what the normal form has to know.

#include "engine/assert.hpp"
#include "engine/language/walk.hpp"
#include "engine/machine/compiled/door.hpp"
#include "engine/machine/compiled/opcodes.hpp"
#include "engine/machine/faults/fault_scene.hpp"
#include "engine/machine/machine.hpp"

#include <algorithm>
#include <set>

namespace interlock::machine {

using namespace language;

Machine::Machine(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                 const Reductions& reductions, std::uint32_t doublings)
    : model_(model),
      scenario_(scenario),
      reductions_(reductions),
      relevance_(find_relevance(model, specs, reductions.dead)),
      flow_(find_instant_flow(model, scenario, relevance_)),
      ticks_(measure_ticks(model, scenario, relevance_, flow_, doublings)),
      layout_(lay_out(model, scenario, ticks_, relevance_)) {
  require_within(Limit::clients, model.clients.size());
  for (const ClientKind& kind : model.kinds) require_within(Limit::threads, 1 + kind.backgrounds.size(), kind.place);
  tables_.registers = static_cast<std::uint32_t>(layout_.fields.size());
  packing_ = std::make_unique<Packing>(layout_);
  require_within(Limit::state_bytes, packing_->bytes());
  choose_specs(specs);
  Compiler compiler(model_, layout_, relevance_, ticks_, flow_, tables_);
  for (ClientIndex client = 0; client < model_.clients.size(); ++client)
    programs_.push_back(compiler.compile_client(client));
  compile_checks();
  ask_while_passing();
  around_.door = shows_who_waits(model_, scenario_, relevance_, specs, programs_);
  for (const Program& program : programs_) check_code(program.code);
  check_code(checks_code_.code);
  rules_ = make_rules(spotlight_);
  if (reductions_.members) dead_members_ = {model_, scenario_, relevance_, flow_, ticks_, layout_, rules_};
  find_surroundings();
  packed_form_ = std::make_unique<PackedForm>(layout_, *packing_, rules_, reductions_);
  find_sites();
  reached_.assign(tables_.parts.size() + all_reasons_to_give_up.size(), 0);
  around_.lacks_range = &reached_.back();  // GaveUp::range
  around_.mixes_clocks = &reached_[tables_.parts.size() + static_cast<std::size_t>(GaveUp::clocks)];
}

std::variant<std::unique_ptr<Machine>, TooLarge> Machine::make(const Model& model, const Scenario& scenario,
                                                               const std::vector<std::uint32_t>& specs,
                                                               const Reductions& reductions, std::uint32_t doublings) {
  try {
    return std::make_unique<Machine>(model, scenario, specs, reductions, doublings);
  } catch (const TooLarge& too_large) {
    return too_large;
  }
}

void Machine::check_code(const std::vector<Instruction>& code) const {
  const bool is_sound = std::all_of(code.begin(), code.end(), [&](const Instruction& instruction) {
    return is_well_formed(instruction, layout_, tables_.registers, code.size());
  });
  INTERLOCK_ASSERT(is_sound, "an instruction names what there is");
}

NormalFormRules Machine::make_rules(bool spotlight) const {
  NormalFormRules rules;
  rules.horizon = ticks_.horizon;
  rules.knows_ahead = flow_.has_checks;
  rules.counters.resize(layout_.token_classes);
  rules.true_gaps.assign(layout_.token_classes, false);
  std::vector<std::vector<ClientIndex>> groups(model_.kinds.size());
  for (ClientIndex client = 0; client < model_.clients.size(); ++client) {
    auto& group = groups[model_.clients[client].kind];
    const bool is_first = model_.clients[client].number == 1;
    if (!(spotlight && is_first)) group.push_back(client);
  }
  rules.interchangeable = groups;
  rules.highest_literal = relevance_.highest_token;
  rules.token_gap = 1 + relevance_.token_look;
  find_counters(rules);
  return rules;
}

void Machine::find_surroundings() {
  around_.layout = &layout_;
  around_.programs = &programs_;
  around_.labels = &tables_.labels;
  around_.forget = reductions_.dead;
  around_.ticks = ticks_;
  around_.moves_instants = flow_.moves_instants;
  for (const auto& fault : scenario_.faults)
    if (fault.kind == FaultKind::skew || fault.kind == FaultKind::drift) around_.clocks_may_be_off = true;
  around_.checks_code = &checks_code_.code;
  around_.endless = ticks_.longest + 1;
  around_.registers = tables_.registers;
  around_.tokens.resize(layout_.token_classes);
  for (Register word = 0; word < layout_.fields.size(); ++word) {
    const Field& field = layout_.fields[word];
    if (field.role == Role::identity) around_.identities.push_back(word);
    if (field.role == Role::token) around_.tokens[field.token_class].push_back(word);
    if (field.role == Role::instant) around_.instants.push_back(word);
  }
  for (const auto& watched : layout_.watched)
    around_.server_of_watched.push_back(model_.variables[watched.variable].owner);
  for (VariableIndex variable = 0; variable < model_.variables.size(); ++variable)
    if (layout_.cells[variable].deadline != no_register) expiring_.push_back(variable);
  const bool looks_at_time_alone = std::any_of(properties_.begin(), properties_.end(), [&](const PropertyBits& bits) {
    const PropertyForm form = model_.specs[bits.spec].form;
    return form == PropertyForm::leads_to || form == PropertyForm::again_and_again;
  });
  // For ever is a time: that it passes matters even where it changes nothing.
  has_time_ = ticks_.longest > 0 || !around_.instants.empty() || looks_at_time_alone;
  for (const auto& fault : scenario_.faults)
    if (act_of(fault.kind).matters_at_every_moment) unit_ticks_ = true;
}

}  // namespace interlock::machine
