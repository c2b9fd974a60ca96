#include "engine/machine/compiled/requests.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/limits.hpp"
#include "engine/machine/relevance.hpp"

#include <algorithm>

namespace interlock::machine {

using namespace language;

namespace {

template <class Visit>
void for_each_call(const Model& model, const ClientKind& kind, const Visit& visit) {
  const auto take = [&](const Statement& statement) {
    if (may_be_struck(model, kind, statement)) visit(statement);
  };
  for_each_statement(kind.program, take);
  for (const Background& background : kind.backgrounds) for_each_statement(background.body, take);
}

/// Of what the server does: the block, and what a `retry` or a `when` asks.
template <class Visit>
void for_each_part(const Statement& call, const Visit& visit) {
  for (const Expression& whole : call.expressions) for_each_expression(whole, visit);
  for_each_statement(call.blocks[0], [&](const Statement& inner) {
    for (const Expression& whole : inner.expressions) for_each_expression(whole, visit);
  });
}

/// A connection may have ended when the request comes; and a grant that nobody knows of is none.
bool depends_on_its_round(const Model& model, const Statement& call) {
  bool found = false;
  const auto is_kept = [&](VariableIndex variable) {
    return variable != nothing && model.variables[variable].scope == Scope::connection;
  };
  for_each_part(call, [&](const Expression& part) {
    found = found || part.op == ExpressionOp::touched || is_kept(part.variable);
  });
  for_each_statement(call.blocks[0], [&](const Statement& inner) {
    const bool marks =
        inner.op == StatementOp::granted || inner.op == StatementOp::queued || inner.op == StatementOp::fence;
    const bool watches = inner.op == StatementOp::watch || inner.op == StatementOp::unwatch;
    found = found || marks || watches || is_kept(inner.variable);
  });
  return found;
}

}  // namespace

bool may_lose_calls(const Scenario& scenario) {
  return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                     [](const Fault& fault) { return leaves_unanswered(fault.kind); });
}

bool may_cut_off(const Scenario& scenario) {
  return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                     [](const Fault& fault) { return rule_of(fault.kind).cuts_off; });
}

std::uint32_t most_requests(const Scenario& scenario) {
  std::int64_t most = 0;
  for (const Fault& fault : scenario.faults)
    if (rule_of(fault.kind).leaves_request)
      most += fault.times == unbounded ? most_requests_under_way : std::min(fault.times, most_requests_under_way);
  return static_cast<std::uint32_t>(std::min(most, most_requests_under_way));
}

bool may_be_struck(const Model& model, const ClientKind& kind, const Statement& statement) {
  return asks_server(statement.op) && !kind.steady && !model.servers[statement.server].steady;
}

bool calls_server(const Model& model, const ClientKind& kind, std::uint32_t server) {
  bool found = false;
  for_each_call(model, kind, [&](const Statement& call) { found = found || call.server == server; });
  return found;
}

std::uint32_t calls_of(const Model& model, const ClientKind& kind) {
  std::uint32_t count = 0;
  for_each_call(model, kind, [&](const Statement&) { ++count; });
  return count;
}

std::set<VariableIndex> sent_with(const Model& model, const Statement& call) {
  std::set<VariableIndex> sent;
  for_each_part(call, [&](const Expression& part) {
    if (part.variable != nothing && model.variables[part.variable].scope == Scope::local) sent.insert(part.variable);
  });
  return sent;
}

std::set<VariableIndex> sent_by(const Model& model, const ClientKind& kind) {
  std::set<VariableIndex> sent;
  for_each_call(model, kind, [&](const Statement& call) { sent.merge(sent_with(model, call)); });
  return sent;
}

namespace {

bool may_outlive_clients(const Scenario& scenario) {
  return most_requests(scenario) > 0 && std::any_of(scenario.faults.begin(), scenario.faults.end(),
                                                    [](const Fault& fault) { return fault.kind == FaultKind::crash; });
}

}  // namespace

bool is_known_of_requests(const Model& model, const Scenario& scenario, std::uint32_t spec) {
  if (!may_outlive_clients(scenario)) return true;
  const std::vector<bool> writers = find_relevance(model, scenario, {spec}, true).writer;
  return std::find(writers.begin(), writers.end(), true) == writers.end();
}

void require_known_requests(const Model& model, const Scenario& scenario, const std::vector<bool>& asked_writers) {
  if (most_requests(scenario) == 0) return;
  std::uint64_t unknown = 0;
  Place first;
  for (const ClientKind& kind : model.kinds)
    for_each_call(model, kind, [&](const Statement& call) {
      if (!depends_on_its_round(model, call)) return;
      if (unknown++ == 0) first = call.place;
    });
  require_within(Limit::kept_connections, unknown, first);
  if (may_outlive_clients(scenario))
    require_within(Limit::asked_writers,
                   static_cast<std::uint64_t>(std::count(asked_writers.begin(), asked_writers.end(), true)));
}

}  // namespace interlock::machine
