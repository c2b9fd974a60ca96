#include "engine/evaluator/views/told_state.hpp"

#include "engine/evaluator/path.hpp"
#include "engine/language/walk.hpp"

#include <algorithm>
#include <numeric>

namespace interlock::evaluator {

using namespace language;

// Tokens

TokenKinds::TokenKinds(const Model& model) : model_(model), same_(model.variables.size() + 2) {
  std::iota(same_.begin(), same_.end(), std::size_t{0});
  for_each_statement(model, [&](const Statement& statement) { meet(&statement, statement.expressions); });
  for (const ClientKind& kind : model.kinds)
    for (const language::Kept& kept : kind.kept) meet(nullptr, {kept.condition});
  for (const Spec& spec : model.specs) {
    meet(nullptr, spec.given);
    meet(nullptr, spec.condition);
  }
  for_each_expression(model, [&](const Expression& part) { note(part); });
}

/// All tokens of one statement, or of one property, are compared.
void TokenKinds::meet(const Statement* statement, const std::vector<Expression>& group) {
  std::vector<std::size_t> met;
  const auto add = [&](VariableIndex variable) {
    if (variable != nothing && model_.variables[variable].kind.base == Base::token) met.push_back(variable);
  };
  if (statement) add(statement->variable);
  if (statement && statement->op == StatementOp::fence) met.push_back(same_.size() - 1);
  for (const Expression& whole : group)
    for_each_expression(whole, [&](const Expression& part) {
      add(part.variable);
      if (part.op == ExpressionOp::caller_grant) met.push_back(same_.size() - 2);
    });
  for (const std::size_t one : met) same_[root(one)] = root(met.front());
}

void TokenKinds::note(const Expression& part) {
  if (part.op == ExpressionOp::next)
    for_each_expression(part, [&](const Expression& inner) {
      if (inner.variable != nothing) counters_.insert(inner.variable);
    });
  const bool is_number = part.op == ExpressionOp::literal && part.kind.base == Base::token && !is_extra(part.value);
  if (is_number) written_out_ = std::max(written_out_, part.value);
}

// What is asked

Asked asked_by(const Model& model, const std::vector<std::uint32_t>& specs) {
  Asked asked;
  std::set<std::string> names;
  const auto take = [&](const Expression& part) {
    asked.leases = asked.leases || part.op == ExpressionOp::holds_lease;
    asked.writers = asked.writers || part.op == ExpressionOp::writer || asked.leases;
    asked.grants = asked.grants || part.op == ExpressionOp::caller_grant;
  };
  for (const std::uint32_t index : specs) {
    const Spec& spec = model.specs[index];
    names.insert(spec.name);
    for (const Expression& whole : spec.given) for_each_expression(whole, take);
    for (const Expression& whole : spec.condition) for_each_expression(whole, take);
  }
  for_each_statement(model, [&](const Statement& statement) {
    const bool checks = statement.op == StatementOp::assert_ || statement.op == StatementOp::witness;
    if (checks && !names.contains(statement.name)) return;
    for (const Expression& whole : statement.expressions) for_each_expression(whole, take);
  });
  for (const ClientKind& kind : model.kinds)
    for (const language::Kept& kept : kind.kept)
      if (names.contains(kept.name)) for_each_expression(kept.condition, take);
  asked.fences = names.contains("fence_monotonic");
  asked.grants = asked.grants || asked.fences;
  return asked;
}

Teller::Teller(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs)
    : model_(model),
      scenario_(scenario),
      seen_(model, scenario, specs),
      tokens_(model),
      asked_(asked_by(model, specs)) {}

LaidOut::LaidOut(const Teller& teller, const State& state) : state_(state), of_clients_(state.clients.size()) {
  for (const auto& [name, cell] : state.cells)
    if (teller.matters(name.variable))
      (name.client == nothing ? of_servers_ : of_clients_[name.client]).emplace_back(name.variable, &cell);
}

// Telling

class Telling {
 public:
  Telling(const Teller& teller, const LaidOut& laid_out, const Chosen& chosen)
      : teller_(teller), model_(teller.model_), laid_out_(laid_out), state_(laid_out.state()), chosen_(chosen) {}

  Told tell() {
    told_.numbers.reserve(64);
    for_each_cell([&](VariableIndex variable, const Cell& cell) { find_tokens(variable, cell); });
    find_tokens_of_memories();
    rank();
    for_each_cell([&](VariableIndex variable, const Cell& cell) { tell_cell(variable, cell); });
    for (const ClientIndex client : chosen_) tell_client(state_.clients[client], client);
    for_each_cell([&](VariableIndex variable, const Cell& cell) { tell_members(variable, cell); });
    tell_rest();
    return std::move(told_);
  }

 private:
  void put(std::int64_t number) { told_.numbers.push_back(number); }

  /// Those of the servers, then those of each client.
  template <class Visit>
  void for_each_cell(const Visit& visit) const {
    for (const auto& [variable, cell] : laid_out_.of_servers()) visit(variable, *cell);
    for (const ClientIndex client : chosen_)
      for (const auto& [variable, cell] : laid_out_.of_client(client)) visit(variable, *cell);
  }

  void find_token(std::size_t kind, Value value) {
    if (!is_extra(value) && value > teller_.tokens_.written_out()) told_.tokens[kind].push_back(value);
  }

  void find_tokens(VariableIndex variable, const Cell& cell) {
    if (model_.variables[variable].kind.base == Base::token) find_token(teller_.tokens_.of(variable), cell.value);
  }

  void find_tokens_of_memories() {
    if (teller_.asked_.grants)
      for (const ClientIndex client : chosen_) find_token(teller_.tokens_.of_grants(), state_.clients[client].grant);
    if (!teller_.asked_.fences) return;
    find_token(teller_.tokens_.of_grants(), state_.fenced_grant);
    find_token(teller_.tokens_.of_fences(), state_.fenced_token);
  }

  void rank() {
    for (auto& [kind, values] : told_.tokens) {
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    for (const auto& [variable, cell] : laid_out_.of_servers()) {
      if (!teller_.tokens_.counters().contains(variable) || is_extra(cell->value)) continue;
      const auto found = told_.tokens.find(teller_.tokens_.of(variable));
      if (found == told_.tokens.end()) continue;
      told_.above_counter = told_.above_counter || found->second.back() > cell->value;
    }
  }

  Value token(std::size_t kind, Value value) const {
    const Value written = teller_.tokens_.written_out();
    if (is_extra(value) || value <= written) return value;
    const std::vector<Value>& all = told_.tokens.at(kind);
    return written + 1 + (std::lower_bound(all.begin(), all.end(), value) - all.begin());
  }

  Value id(Value value) {
    if (value <= 0) return value;
    const auto found = std::find(told_.ids.begin(), told_.ids.end(), value);
    const auto place = found - told_.ids.begin();
    if (found == told_.ids.end()) told_.ids.push_back(value);
    return place + 1;
  }

  Value place_of(ClientIndex client) const {
    const auto found = std::find(chosen_.begin(), chosen_.end(), client);
    return found == chosen_.end() ? -1 : found - chosen_.begin();
  }

  void tell_cell(VariableIndex variable, const Cell& cell) {
    const Base base = model_.variables[variable].kind.base;
    const auto& [its_value, deadline, writer, members, reading] = cell;
    Value value = its_value;
    if (!is_extra(value) && base == Base::token) value = token(teller_.tokens_.of(variable), value);
    if (!is_extra(value) && base == Base::identity) value = id(value);
    put(value);
    put(deadline ? *deadline - state_.now : -1);
    if (teller_.asked_.writers) put(place_of(writer));
  }

  /// Who stands in a set, of those whose names were met: nobody can ask for another.
  void tell_members(VariableIndex variable, const Cell& cell) {
    if (model_.variables[variable].shape != Shape::set) return;
    std::set<Value> met;
    for (const Member& one : cell.members) {
      const bool is_name = model_.variables[variable].kind.base == Base::identity && one.key > 0;
      const auto found = std::find(told_.ids.begin(), told_.ids.end(), one.key);
      if (!is_name || found != told_.ids.end()) met.insert(is_name ? found - told_.ids.begin() + 1 : one.key);
    }
    put(static_cast<std::int64_t>(met.size()));
    for (const Value one : met) put(one);
  }

  Value left_until(const std::optional<Time>& moment) const {
    return moment ? std::max<Time>(*moment - state_.now, 0) : -1;
  }

  // All that a state is made of is named below. Whoever adds something has to say here how it is told before it
  // compiles: what is not told must be such that nobody can tell it.

  /// What is neither a cell nor a client's. Numbers that only grow are not told, and neither are the orders of names in
  /// sets and of readings of clocks: models that have them are refused.
  void tell_rest() {
    const auto& [now, cells, watches, clients, last_id, last_grant, last_place, fenced_grant, fenced_token, earlier,
                 readings, begun, strikes, older] = state_;
    if (teller_.asked_.fences) {
      put(token(teller_.tokens_.of_grants(), fenced_grant));
      put(token(teller_.tokens_.of_fences(), fenced_token));
    }
    for (const Fault& fault : teller_.scenario_.faults) {
      const auto struck = strikes.find(fault.kind);
      if (fault.times != unbounded) put(struck == strikes.end() ? 0 : struck->second);
      if (rule_of(fault.kind).comes_first) put(begun ? 1 : 0);
    }
  }

  void tell_client(const Client& client, ClientIndex index) {
    // Told elsewhere or not at all: whether it has crashed since it idles (nobody asks), and a place in a queue,
    // requests under way and servers that it does not reach (refused).
    const auto& [threads, requests, cut_off, been_critical, crashed, gone, paused, pause_end, offset, grant,
                 grant_token, given, last_given, lease_cell, has_lease, lease_deadline, place] = client;
    for (std::size_t thread = 0; thread < threads.size(); ++thread) tell_thread(client, index, thread);
    const bool is_paused = client.is_paused(state_.now);
    put(been_critical);
    put(gone);
    put(is_paused);
    put(is_paused ? left_until(pause_end) : -1);
    put(offset);
    for (const auto& [name, touched] : state_.watches)
      if (name.client == index) {
        put(name.variable);
        put(touched);
      }
    if (teller_.asked_.grants) put(token(teller_.tokens_.of_grants(), grant));
    if (!teller_.asked_.leases) return;
    put(grant != 0);
    put(has_lease);
    put(lease_cell);
    put(left_until(lease_deadline));
    put(last_given);
    put(static_cast<std::int64_t>(given.size()));
    for (const auto& [cell, deadline] : given) {
      put(cell);
      put(left_until(deadline));
    }
  }

  void tell_thread(const Client& client, ClientIndex index, std::size_t number) {
    const auto& [active, path, since, tried, last_try, lost, delayed] = client.threads[number];
    put(active);
    put(static_cast<std::int64_t>(path.size()));
    for (const std::size_t step : path) put(static_cast<std::int64_t>(step));
    if (!active) return;
    const ClientKind& kind = model_.kinds[model_.clients[index].kind];
    const Statement* here = statement_at(body_of(model_, index, number), path);
    // What is over is over, however long.
    Time wait = 0;
    if (!here) wait = kind.backgrounds[number - 1].every.high;
    if (here && (here->op == StatementOp::work || here->op == StatementOp::sleep)) wait = here->span.high;
    if (here && here->op == StatementOp::retry) wait = std::max<Time>(here->span.low, 0);
    put(std::min(state_.now - since, wait));
    put(delayed);
    put(lost);
    if (!here || here->op != StatementOp::retry) return;
    put(tried);
    put(tried ? std::min(state_.now - last_try, std::max<Time>(here->every, 0)) : 0);
  }

  const Teller& teller_;
  const Model& model_;
  const LaidOut& laid_out_;
  const State& state_;
  const Chosen& chosen_;
  Told told_;
};

Told Teller::tell(const LaidOut& state, const Chosen& chosen) const { return Telling(*this, state, chosen).tell(); }

}  // namespace interlock::evaluator
