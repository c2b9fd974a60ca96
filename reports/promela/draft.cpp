#include "reports/promela/draft.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/time/instant_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace interlock::reports::promela {

using namespace language;

namespace {

std::string only_letters(const std::string& text) {
  std::string name;
  for (const char letter : text) {
    const bool is_part = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
    if (is_part || letter == '[') name += is_part ? letter : '_';
  }
  return name;
}

std::set<std::string> words_of_promela() {
  return {"active",  "assert", "atomic",  "bit",     "bool",   "break",    "byte",     "chan",     "d_step",   "do",
          "else",    "empty",  "enabled", "eval",    "false",  "fi",       "full",     "goto",     "hidden",   "if",
          "init",    "inline", "int",     "len",     "local",  "ltl",      "mtype",    "nempty",   "never",    "nfull",
          "notrace", "od",     "of",      "pid",     "printf", "priority", "proctype", "provided", "run",      "select",
          "short",   "show",   "skip",    "timeout", "trace",  "true",     "typedef",  "unless",   "unsigned", "xr",
          "xs",      "none",   "missing", "self",    "time",   "faults",   "look",     "identity"};
}

bool any_statement(const Block& block, bool (*applies)(const Statement&)) {
  bool found = false;
  for_each_statement(block, [&](const Statement& statement) { found = found || applies(statement); });
  return found;
}

machine::Ticks ticks_for(const Model& model, const Scenario& scenario, const machine::Relevance& relevance) {
  return machine::measure_ticks(model, scenario, relevance, machine::find_instant_flow(model, scenario, relevance), 0);
}

}  // namespace

Draft::Draft(const Model& given_model, const Scenario& given_scenario, const std::vector<std::uint32_t>& specs)
    : model(given_model),
      scenario(given_scenario),
      relevance(machine::find_relevance(model, scenario, specs, false)),
      ticks(ticks_for(model, scenario, relevance)),
      taken_(words_of_promela()) {
  refuse_what_is_not_said();
  name_all();
}

bool Draft::matters(VariableIndex index) const {
  return variable(index).scope == Scope::scratch || relevance.variable[index];
}

const Fault* Draft::fault(FaultKind kind) const {
  const auto found =
      std::find_if(scenario.faults.begin(), scenario.faults.end(), [&](const Fault& one) { return one.kind == kind; });
  return found == scenario.faults.end() ? nullptr : &*found;
}

std::string Draft::unique(const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; taken_.contains(name); ++number) name = fmt::format("{}_{}", wanted, number);
  taken_.insert(name);
  return name;
}

void Draft::name_all() {
  for (const ClientKind& kind : model.kinds) kinds_.push_back(unique(only_letters(kind.name)));
  for (VariableIndex index{0}; index < model.variables.size(); ++index) {
    const Variable& one = variable(index);
    std::string owner;
    if (one.scope == Scope::local) owner = kinds_[one.owner] + "_";
    if (one.scope == Scope::server || one.scope == Scope::connection)
      owner = only_letters(model.servers[one.owner].name) + "_";
    const std::string name = only_letters(one.name);
    cells_[index] = unique(owner + (one.scope == Scope::scratch ? fmt::format("{}_{}", name, index) : name));
  }
}

/// What has no translation: each with its place.
void Draft::refuse_what_is_not_said() const {
  for (const Fault& one : scenario.faults) {
    const FaultTarget target = rule_of(one.kind).target;
    if (target == FaultTarget::server || target == FaultTarget::connection || target == FaultTarget::call)
      throw NotSaid{{}, fmt::format("{} has no Promela yet: faults of servers, connections and calls", one.name())};
  }
  for (const ClientKind& kind : model.kinds)
    if (kind.steady && !scenario.faults.empty())
      throw NotSaid{kind.place, "clients that no fault strikes have no Promela yet"};
  for (VariableIndex index{0}; index < model.variables.size(); ++index) {
    const Variable& one = variable(index);
    if (!relevance.variable[index] && one.scope != Scope::scratch) continue;
    if (one.shape != Shape::scalar && one.shape != Shape::expiring)
      throw NotSaid{one.place,
                    fmt::format("{} holds many values: sets, maps and queues have no Promela yet", one.name)};
    if (one.kind.base == Base::instant && one.scope != Scope::scratch)
      throw NotSaid{one.place, fmt::format("{} is an instant: clocks that are read have no Promela yet", one.name)};
    if (one.kind.base == Base::client && one.scope != Scope::scratch)
      throw NotSaid{one.place, fmt::format("{} names a client, which has no Promela yet", one.name)};
  }
  for (const ClientKind& kind : model.kinds)
    if (kind.is_once) throw NotSaid{kind.place, "a client that has one round (once) has no Promela yet"};
  for (const ClientKind& kind : model.kinds)
    if (kind.is_daemon) throw NotSaid{kind.place, "a client that never idles (daemon) has no Promela yet"};
  for (const ClientKind& kind : model.kinds)
    if (!kind.backgrounds.empty())
      throw NotSaid{kind.backgrounds[0].place, "a second thread of a client (background) has no Promela yet"};
  for_each_statement(model, [](const Statement& statement) {
    if (statement.op == StatementOp::clock) throw NotSaid{statement.place, "a clock that is read has no Promela yet"};
    if (statement.op == StatementOp::timeout) throw NotSaid{statement.place, "`timeout` has no Promela yet"};
    if (statement.op == StatementOp::finally_) throw NotSaid{statement.place, "`finally` has no Promela yet"};
    if (statement.op == StatementOp::when && statement.span.low != unbounded)
      throw NotSaid{statement.place, "`when` with `within` has no Promela yet"};
    if (statement.op == StatementOp::retry && statement.flag)
      throw NotSaid{statement.place, "`retry until atomic` has no Promela yet"};
    if (statement.op == StatementOp::queued) throw NotSaid{statement.place, "a place in a queue has no Promela yet"};
  });
}

std::uint32_t Draft::first_client(std::uint32_t kind) const {
  std::uint32_t first = 0;
  while (model.clients[first].kind != kind) ++first;
  return first;
}

Who Draft::who(ClientIndex client) const {
  const Client& one = model.clients[client];
  return {one.kind, std::to_string(one.number - 1), std::to_string(client)};
}

std::string Draft::own(const std::string& what, const Who& who) const {
  return fmt::format("{}_{}[{}]", kinds_[who.kind], what, who.number);
}

std::string Draft::place_of(VariableIndex index, const Who& who) const {
  switch (variable(index).scope) {
    case Scope::local: return fmt::format("{}[{}]", cell(index), who.number);
    case Scope::connection: return fmt::format("{}[{}]", cell(index), who.client);
    case Scope::server:
    case Scope::scratch: break;
  }
  return cell(index);
}

bool Draft::waits(std::uint32_t kind) const {
  return any_statement(model.kinds[kind].program, [](const Statement& statement) {
    return statement.op == StatementOp::work || statement.op == StatementOp::sleep || statement.every != unbounded;
  });
}

bool Draft::gives_up(std::uint32_t kind) const {
  return any_statement(model.kinds[kind].program, [](const Statement& statement) {
    return statement.op == StatementOp::retry && statement.span.low != unbounded;
  });
}

bool Draft::is_watched(VariableIndex index) const {
  bool found = false;
  for_each_statement(model, [&](const Statement& statement) {
    found = found || (statement.op == StatementOp::watch && statement.variable == index);
  });
  return found;
}

std::vector<VariableIndex> Draft::watched_of(std::uint32_t server) const {
  std::vector<VariableIndex> watched;
  for (VariableIndex index{0}; index < model.variables.size(); ++index)
    if (variable(index).scope == Scope::server && variable(index).owner == server && is_watched(index))
      watched.push_back(index);
  return watched;
}

}  // namespace interlock::reports::promela
