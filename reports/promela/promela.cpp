#include "reports/promela/promela.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "engine/language/walk.hpp"
#include "engine/machine/limits.hpp"
#include "reports/promela/machine_text.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace interlock::reports {

using namespace language;
using namespace promela;

namespace {

bool asks_of_a_step(const Spec& spec) {
  bool found = false;
  for (const auto* expressions : {&spec.given, &spec.condition})
    for (const Expression& whole : *expressions)
      for_each_expression(whole, [&](const Expression& part) {
        found = found || part.op == ExpressionOp::enters || part.op == ExpressionOp::leaves ||
                part.op == ExpressionOp::ends_round || part.op == ExpressionOp::queued_before ||
                part.op == ExpressionOp::before_deadline;
      });
  return found;
}

/// Why no assertion about single states says it; empty where one does.
std::string why_not(const Spec& spec) {
  if (!spec.applies) return "it does not apply: " + spec.why_not;
  switch (spec.form) {
    case PropertyForm::always_possible: return "it asks what stays possible";
    case PropertyForm::leads_to:
    case PropertyForm::again_and_again: return "it asks what comes in the end";
    case PropertyForm::always:
    case PropertyForm::never:
    case PropertyForm::reachable:
    case PropertyForm::asserted:
    case PropertyForm::witnessed: break;
  }
  return asks_of_a_step(spec) ? "it asks of steps, queues or clocks, which have no Promela yet" : "";
}

/// Of the whole system, or of each client.
std::string condition_of(const Draft& draft, const Spec& spec) {
  std::vector<std::string> parts;
  for (std::size_t which = 0; which < spec.condition.size(); ++which) {
    const std::string condition = draft.expression(spec.condition[which], {});
    const bool is_given = which < spec.given.size();
    const std::string given = is_given ? draft.expression(spec.given[which], {}) : "";
    parts.push_back(is_given ? fmt::format("(!({}) || {})", given, condition) : condition);
  }
  const std::string all = fmt::format("({})", fmt::join(parts, spec.form == PropertyForm::always ? " && " : " || "));
  return spec.form == PropertyForm::always ? all : "!" + all;
}

std::string kept(const Draft& draft) {
  std::string text;
  for (ClientIndex client{0}; client < draft.model.clients.size(); ++client) {
    const Who who = draft.who(client);
    for (const Kept& keep : draft.model.kinds[who.kind].kept) {
      if (!draft.relevance.checked.contains(keep.name)) continue;
      const std::string inside = keep.section == nothing
                                     ? draft.own("at", who) + " != 0"
                                     : fmt::format("{}_in_{}({})", draft.kind_name(who.kind), keep.section, who.number);
      text += fmt::format("  holds_{0} = (!({1}) || {2}); assert(holds_{0});\n", keep.name, inside,
                          draft.expression(keep.condition, who));
    }
  }
  return text;
}

/// Does the server do this to the variable, or for `unwatch` at all, when a client is gone?
bool ends_by(const Server& server, StatementOp op, VariableIndex variable) {
  bool found = false;
  for_each_statement(server.on_disconnect, [&](const Statement& statement) {
    found = found || (op == StatementOp::unwatch ? statement.op == op : statement.variable == variable);
  });
  return found;
}

/// " || ...": what a client that is idle may lose by a crash.
std::string something_to_lose(const Draft& draft, std::uint32_t kind) {
  const std::string prefix = draft.kind_name(kind) + "_";
  const std::uint32_t first = draft.first_client(kind);
  const Fault* crash = draft.fault(FaultKind::crash);
  std::string text = crash->for_ever ? fmt::format(" || !{}gone[self]", prefix) : "";
  for (VariableIndex index{0}; index < draft.model.variables.size(); ++index) {
    const Variable& variable = draft.variable(index);
    const bool is_kept = variable.scope == Scope::server || variable.scope == Scope::connection;
    const Server* server = is_kept ? &draft.model.servers[variable.owner] : nullptr;
    if (variable.scope == Scope::server && draft.is_watched(index) && ends_by(*server, StatementOp::unwatch, index))
      text += fmt::format(" || {}_watched[self + {}]", draft.cell(index), first);
    if (!draft.matters(index)) continue;
    if (variable.scope == Scope::server && draft.relevance.writer[index])
      text += fmt::format(" || {} == self + {}", draft.writer(index), first);
    if (variable.scope == Scope::connection && ends_by(*server, StatementOp::write, index))
      text += fmt::format(" || {}[self + {}] != {}", draft.cell(index), first,
                          draft.literal(variable.kind, variable.initial));
  }
  return text;
}

std::string client_process(const Draft& draft, std::uint32_t kind, const ClientText& client) {
  const ClientKind& of_model = draft.model.kinds[kind];
  const std::string prefix = draft.kind_name(kind) + "_";
  const std::uint32_t first = draft.first_client(kind);
  std::string text = fmt::format("active [{}] proctype {}() {{\n  byte self = _pid{};\nend:\n  do\n", of_model.count,
                                 draft.kind_name(kind), first == 0 ? "" : fmt::format(" - {}", first));
  text += client.steps;
  for (const Fault& fault : draft.scenario.faults) {
    const std::string strikes = fault.times == unbounded ? "" : fmt::format("{}_strikes", rule_of(fault.kind).name);
    const std::string may = strikes.empty() ? "" : fmt::format(" && {} < {}", strikes, fault.times);
    const std::string count = strikes.empty() ? "" : strikes + "++; ";
    if (fault.kind == FaultKind::pause) {
      const std::string left = fault.amount == unbounded
                                   ? ""
                                   : fmt::format("{}pause_left[self] = {}; ", prefix, draft.duration(fault.amount));
      text += fmt::format(
          "  :: d_step {{ {0}holds_time_back(self) && !{0}paused[self]{1} ->  /* fault: a pause */\n"
          "       {0}paused[self] = true; {2}{3}settle(); look()\n     }}\n",
          prefix, may, left, count);
    }
    if (fault.kind == FaultKind::crash)
      text += fmt::format(
          "  :: d_step {{ ({0}at[self] != {0}idle{3}){1} ->  /* fault: a crash */\n       {0}crashes(self); "
          "{2}settle(); "
          "look()\n     }}\n",
          prefix, may, count, something_to_lose(draft, kind));
  }
  return text + "  od\n}\n\n";
}

/// What a crashed client wrote is nobody's.
std::string crashes(const Draft& draft, std::uint32_t kind, const ClientText& client) {
  const Fault* crash = draft.fault(FaultKind::crash);
  if (!crash) return "";
  const std::string prefix = draft.kind_name(kind) + "_";
  const std::uint32_t first = draft.first_client(kind);
  std::string text = fmt::format("inline {0}crashes(self) {{\n  {0}forgets(self);\n", prefix);
  const Fault* pause = draft.fault(FaultKind::pause);
  if (pause) text += fmt::format("  {}paused[self] = false;\n", prefix);
  if (pause && pause->amount != unbounded) text += fmt::format("  {}pause_left[self] = -1;\n", prefix);
  if (crash->for_ever) text += fmt::format("  {}gone[self] = true;\n", prefix);
  for (VariableIndex index{0}; index < draft.model.variables.size(); ++index)
    if (draft.variable(index).scope == Scope::server && draft.matters(index) && draft.relevance.writer[index])
      text += fmt::format("  if :: {0} == self + {1} -> {0} = none :: else -> skip fi;\n", draft.writer(index), first);
  return text + client.disconnect + "  skip\n}\n\n";
}

std::string header(const Draft& draft, const Promela& about) {
  std::string passed;
  for (const std::string& reason : about.passed) passed += "   Not asserted: " + reason + ".\n";
  return fmt::format(
      "/* {}, {}, under {}; a tick is {}{}. Made by interlock export.\n"
      "   spin -a -o2 FILE && cc -O2 -DSAFETY -o pan pan.c && ./pan -m1000000\n"
      "   An assertion that fails has the name of what it breaks: {}.\n{}*/\n\n",
      draft.model.name, size_text(draft.model), to_text(draft.scenario), duration_text(draft.ticks.microseconds),
      draft.ticks.is_exact ? "" : ", which leaves out some behaviour between two of them",
      about.asked.empty() ? "nothing is asked" : fmt::format("{}", fmt::join(about.asked, ", ")), passed);
}

std::string write(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
                  const Promela& about) {
  Draft draft(model, scenario, specs);
  std::vector<ClientText> clients;
  for (std::uint32_t kind = 0; kind < model.kinds.size(); ++kind) {
    StepWriter writer(draft, kind);
    ClientText client;
    client.steps = writer.steps();
    for (const Server& server : model.servers) client.disconnect += writer.disconnect(server);
    client.spots = writer.spots();
    clients.push_back(std::move(client));
  }
  std::string text = header(draft, about) + declarations(draft, clients);
  text += "hidden int holds_in_range;\n";
  for (const std::string& name : about.asked)
    if (name != "in_range") text += fmt::format("hidden int holds_{};\n", name);
  text += "\n" + situations(draft, clients) + "\n" + common_parts(draft) +
          "\n/* Asked after every step. */\ninline look() {\n";
  for (const std::uint32_t index : specs) {
    const Spec& spec = model.specs[index];
    if (!spec.condition.empty())
      text += fmt::format("  holds_{0} = {1}; assert(holds_{0});\n", spec.name, condition_of(draft, spec));
  }
  text += kept(draft) + "  skip\n}\n\n";
  for (std::uint32_t kind = 0; kind < clients.size(); ++kind) text += crashes(draft, kind, clients[kind]);
  for (std::uint32_t kind = 0; kind < clients.size(); ++kind) text += client_process(draft, kind, clients[kind]);
  return text + time_process(draft, clients);
}

}  // namespace

Promela to_promela(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs) {
  Promela result;
  std::vector<std::uint32_t> chosen;
  for (const std::uint32_t index : specs) {
    const std::string reason = why_not(model.specs[index]);
    if (!model.specs[index].applies && specs.size() > 1) continue;
    if (reason.empty()) {
      chosen.push_back(index);
      result.asked.push_back(model.specs[index].name);
    } else {
      result.passed.push_back(model.specs[index].name + ": " + reason);
    }
  }
  try {
    result.text = write(model, scenario, chosen, result);
  } catch (const machine::TooLarge& too_large) {
    result.problems.push_back(too_large.diagnostic());
  } catch (const NotSaid& trouble) {
    Diagnostic problem;
    problem.number = "E0701";
    problem.sentence = trouble.sentence;
    problem.place = trouble.place;
    result.problems.push_back(problem);
  }
  return result;
}

}  // namespace interlock::reports
