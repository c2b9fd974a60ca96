// Builds a machine: what matters, where it stands, the programs, and the labels of the chosen properties.

#include "engine/assert.hpp"
#include "engine/machine/machine.hpp"
#include "engine/language/walk.hpp"

#include <algorithm>
#include <set>

namespace interlock::machine {

using namespace language;

namespace {

bool speaks_of_events(const Expression& whole) {
  bool found = false;
  for_each_expression(whole, [&](const Expression& part) {
    found = found || part.op == ExpressionOp::enters || part.op == ExpressionOp::leaves ||
            part.op == ExpressionOp::ends_round;
  });
  return found;
}

bool changes_with_time(const Expression& whole) {
  bool found = false;
  for_each_expression(whole, [&](const Expression& part) {
    found = found || part.op == ExpressionOp::before_deadline || part.op == ExpressionOp::holds_lease ||
            part.op == ExpressionOp::true_time || part.op == ExpressionOp::now || part.op == ExpressionOp::rest;
  });
  return found;
}

Expression somebody_alive(const Model& model) {
  Expression any;
  any.op = ExpressionOp::or_;
  for (ClientIndex client = 0; client < model.clients.size(); ++client) {
    Expression alive;
    alive.op = ExpressionOp::alive;
    alive.client = client;
    if (client == 0)
      any = alive;
    else
      any = Expression{ExpressionOp::or_, {}, {}, 0, nothing, nothing, nothing, nothing, nothing, {any, alive}};
  }
  return any;
}

Expression both(const Expression& left, const Expression& right) {
  return Expression{ExpressionOp::and_, {}, {}, 0, nothing, nothing, nothing, nothing, nothing, {left, right}};
}

}  // namespace

Machine::Machine(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                 const Reductions& reductions)
    : model_(model),
      scenario_(scenario),
      reductions_(reductions),
      ticks_(measure_ticks(model, scenario)),
      relevance_(find_relevance(model, specs, reductions.dead)),
      layout_(lay_out(model, scenario, ticks_, relevance_)) {
  INTERLOCK_ASSERT(model.clients.size() <= most_clients, "a model has at most 32 clients");
  tables_.registers = static_cast<std::uint32_t>(layout_.fields.size());
  packing_ = std::make_unique<Packing>(layout_);
  choose_specs(specs);
  Compiler compiler(model_, layout_, relevance_, ticks_, tables_);
  for (ClientIndex client = 0; client < model_.clients.size(); ++client)
    programs_.push_back(compiler.compile_client(client));
  compile_checks();
  rules_ = make_rules(spotlight_);
  find_surroundings();
  packed_form_ = std::make_unique<PackedForm>(layout_, *packing_, rules_, reductions_);
  find_sites();
  reached_.assign(tables_.parts.size(), 0);
}

std::uint64_t Machine::next_state_bit() {
  INTERLOCK_ASSERT(state_bits_ < 64, "properties need at most 64 labels of states");
  return std::uint64_t{1} << state_bits_++;
}

std::uint64_t Machine::next_edge_bit() {
  INTERLOCK_ASSERT(edge_bits_ < 64, "properties need at most 64 labels of edges");
  return std::uint64_t{1} << edge_bits_++;
}

void Machine::choose_specs(const std::vector<std::uint32_t>& specs) {
  for (const std::uint32_t index : specs) add_spec(index);
  const bool can_enter =
      std::any_of(model_.kinds.begin(), model_.kinds.end(), [](const ClientKind& kind) { return kind.has_critical; });
  if (can_enter) entry_label_ = next_edge_bit();
}

void Machine::add_spec(std::uint32_t index) {
  const Spec& spec = model_.specs[index];
  INTERLOCK_ASSERT(spec.applies, "only specs that can be checked are chosen");
  PropertyBits bits;
  bits.spec = index;
  if (spec.form == PropertyForm::asserted || spec.form == PropertyForm::witnessed) {
    bits.edges = next_edge_bit();
    (spec.form == PropertyForm::asserted ? tables_.assert_labels : tables_.witness_labels)[spec.name] = bits.edges;
    const bool kept = std::any_of(model_.kinds.begin(), model_.kinds.end(), [&](const ClientKind& kind) {
      return std::any_of(kind.kept.begin(), kind.kept.end(), [&](const Kept& one) { return one.name == spec.name; });
    });
    if (kept) bits.states = next_state_bit();
    properties_.push_back(bits);
    return;
  }
  if (!spec.for_each) {
    add_condition(spec, 0, bits);
    return;
  }
  spotlight_ = true;
  std::set<std::uint32_t> kinds;
  for (std::size_t which = 0; which < spec.clients.size(); ++which) {
    // Interchangeable clients have the same fate; with symmetry one of each kind stands for all.
    const bool is_first = kinds.insert(model_.clients[spec.clients[which]].kind).second;
    if (reductions_.symmetry && !is_first) continue;
    bits = PropertyBits{};
    bits.spec = index;
    bits.client = spec.clients[which];
    add_condition(spec, which, bits);
  }
}

void Machine::add_condition(const Spec& spec, std::size_t which, PropertyBits& bits) {
  const Expression& condition = spec.condition[which];
  if (speaks_of_events(condition))
    bits.edges = next_edge_bit();
  else
    bits.states = next_state_bit();
  unit_ticks_ = unit_ticks_ || changes_with_time(condition);
  const bool looks_ahead = spec.form == PropertyForm::always_possible || spec.form == PropertyForm::leads_to;
  if (looks_ahead) bits.asked = next_state_bit();
  properties_.push_back(bits);
}

void Machine::compile_checks() {
  Compiler compiler(model_, layout_, relevance_, ticks_, tables_);
  const auto start = [&] { return static_cast<std::uint32_t>(checks_code_.code.size()); };
  for (const PropertyBits& bits : properties_) {
    const Spec& spec = model_.specs[bits.spec];
    if (spec.condition.empty()) continue;
    const auto which = spec.for_each
                           ? static_cast<std::size_t>(std::find(spec.clients.begin(), spec.clients.end(), bits.client) -
                                                      spec.clients.begin())
                           : 0;
    Check check;
    check.start = start();
    check.answer = compiler.compile_property(spec.condition[which], checks_code_);
    check.when = spec.form != PropertyForm::always;
    check.bits = bits.edges != 0 ? bits.edges : bits.states;
    (bits.edges != 0 ? edge_checks_ : state_checks_).push_back(check);
    if (bits.asked == 0) continue;
    Expression asked = spec.form == PropertyForm::always_possible ? somebody_alive(model_) : spec.given[which];
    if (spec.form == PropertyForm::always_possible && which < spec.given.size()) asked = both(spec.given[which], asked);
    check.start = start();
    check.answer = compiler.compile_property(asked, checks_code_);
    check.when = true;
    check.bits = bits.asked;
    state_checks_.push_back(check);
  }
  for (ClientIndex client = 0; client < model_.clients.size(); ++client)
    for (const Kept& kept : model_.kinds[model_.clients[client].kind].kept)
      for (const PropertyBits& bits : properties_) {
        if (model_.specs[bits.spec].name != kept.name || bits.states == 0) continue;
        Check check;
        check.start = start();
        check.answer = compiler.compile_kept(kept.condition, client, checks_code_);
        check.when = false;
        check.bits = bits.states;
        check.client = client;
        check.sections = std::uint64_t{1} << kept.section;
        state_checks_.push_back(check);
        unit_ticks_ = true;
      }
}

NormalFormRules Machine::make_rules(bool spotlight) const {
  NormalFormRules rules;
  rules.horizon = ticks_.horizon;
  rules.counters.resize(layout_.token_classes);
  rules.true_gaps.assign(layout_.token_classes, false);
  std::vector<std::vector<ClientIndex>> groups(model_.kinds.size());
  for (ClientIndex client = 0; client < model_.clients.size(); ++client) {
    auto& group = groups[model_.clients[client].kind];
    const bool is_first = model_.clients[client].number == 1;
    if (!(spotlight && is_first)) group.push_back(client);
  }
  rules.interchangeable = groups;
  find_counters(rules);
  return rules;
}

/// Which words `next` may still raise. A counter that can go back to nothing keeps all gaps of its class.
void Machine::find_counters(NormalFormRules& rules) const {
  std::set<VariableIndex> raised;
  std::set<VariableIndex> from_zero;
  std::set<VariableIndex> emptied;
  std::vector<std::pair<VariableIndex, VariableIndex>> flows;
  for_each_statement(model_, [&](const Statement& statement) {
    if (statement.op == StatementOp::clear || statement.op == StatementOp::expire) emptied.insert(statement.variable);
    for (const auto& whole : statement.expressions)
      for_each_expression(whole, [&](const Expression& part) {
        if (part.variable != nothing && statement.variable != nothing && part.kind.base == Base::token)
          flows.emplace_back(statement.variable, part.variable);
        if (part.op != ExpressionOp::next) return;
        const Expression& operand = part.operands[0];
        if (operand.variable != nothing) raised.insert(operand.variable);
        if (operand.op == ExpressionOp::literal && statement.variable != nothing) {
          from_zero.insert(statement.variable);
          raised.insert(statement.variable);
        }
      });
  });
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& [into, from] : flows) grew = (raised.contains(into) && raised.insert(from).second) || grew;
  }
  for (const VariableIndex variable : raised) {
    if (!relevance_.variable[variable] || model_.variables[variable].scope == Scope::scratch) continue;
    const std::uint32_t token_class = relevance_.token_class[variable];
    const bool is_cell = model_.variables[variable].scope == Scope::server && layout_.container_of[variable] < 0;
    if (!is_cell || (from_zero.contains(variable) && emptied.contains(variable)))
      rules.true_gaps[token_class] = true;
    else
      rules.counters[token_class].push_back(layout_.cells[variable].value);
  }
}

void Machine::find_surroundings() {
  around_.layout = &layout_;
  around_.programs = &programs_;
  around_.labels = &tables_.labels;
  around_.forget = reductions_.dead;
  around_.tokens.resize(layout_.token_classes);
  for (Register word = 0; word < layout_.fields.size(); ++word) {
    const Field& field = layout_.fields[word];
    if (field.role == Role::identity) around_.identities.push_back(word);
    if (field.role == Role::token) around_.tokens[field.token_class].push_back(word);
    if (field.role == Role::instant) instants_.push_back(word);
  }
  for (const auto& watched : layout_.watched)
    around_.server_of_watched.push_back(model_.variables[watched.variable].owner);
  for (VariableIndex variable = 0; variable < model_.variables.size(); ++variable)
    if (layout_.cells[variable].deadline != no_register) expiring_.push_back(variable);
  const bool looks_at_time_alone = std::any_of(properties_.begin(), properties_.end(), [&](const PropertyBits& bits) {
    return model_.specs[bits.spec].form == PropertyForm::leads_to;
  });
  // For ever is a time: that it passes matters even where it changes nothing.
  has_time_ = ticks_.longest > 0 || !instants_.empty() || looks_at_time_alone;
  for (const auto& fault : scenario_.faults)
    if (fault.kind == FaultKind::crash || fault.kind == FaultKind::drift) unit_ticks_ = true;
}

}  // namespace interlock::machine
