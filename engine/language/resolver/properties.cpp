// Conditions of properties: quantifiers are written out over the clients, and events are asked of each of them.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace interlock::language {

namespace {

using syntax::ExpressionForm;

/// The protocol lacks what the property speaks of: a complaint for its own specs, and a reason for the others.
Expression lack(Resolution& all, Body& body, const std::string& why, const Place& place) {
  if (body.is_own)
    report(all, "E0401", fmt::format("this property cannot be asked: {}", why), place);
  else if (body.why_not.empty())
    body.why_not = why;
  return poisoned(all, place);
}

bool any_kind(const Resolution& all, bool ClientKind::*flag) {
  return std::any_of(all.model.kinds.begin(), all.model.kinds.end(), [&](const auto& kind) { return kind.*flag; });
}

const ClientKind& kind_of(const Resolution& all, ClientIndex client) {
  return all.model.kinds[all.model.clients[client].kind];
}

/// The section's index for this client; `nothing` if its kind does not have it.
std::uint32_t section_of(const Resolution& all, ClientIndex client, const std::string& name) {
  const ClientKind& kind = kind_of(all, client);
  if (name == "critical" && !kind.has_critical) return nothing;
  const auto found = std::find(kind.sections.begin(), kind.sections.end(), name);
  return found == kind.sections.end() ? nothing : static_cast<std::uint32_t>(found - kind.sections.begin());
}

Expression of_client(Resolution& all, ExpressionOp op, ClientIndex client, const Place& place) {
  Expression expression = make(all, op, all.kinds.known(Base::boolean), place);
  expression.client = client;
  return expression;
}

std::vector<std::string> section_names(const Resolution& all) {
  std::vector<std::string> names;
  for (const ClientKind& kind : all.model.kinds)
    for (const auto& section : kind.sections) names.push_back(section);
  return names;
}

/// in, enters, leaves.
Expression section_event(Resolution& all, Body& body, ExpressionOp op, ClientIndex client, const std::string& name,
                         const Place& place) {
  const std::uint32_t section = section_of(all, client, name);
  if (section == nothing) {
    for (ClientIndex other{0}; other < all.model.clients.size(); ++other)
      if (section_of(all, other, name) != nothing) return truth(all, false, place);
    std::string why =
        name == "critical" ? "no client has a critical section" : fmt::format("no client has a section {}", name);
    if (const auto meant = nearest_name(name, section_names(all))) why += fmt::format("; there is {}", *meant);
    return lack(all, body, why, place);
  }
  Expression expression = of_client(all, op, client, place);
  expression.section = section;
  return expression;
}

std::optional<ClientIndex> quantified(const Body& body, const syntax::Expression& text) {
  const auto found = text.form == ExpressionForm::name ? body.quantified.find(text.text) : body.quantified.end();
  return found == body.quantified.end() ? std::nullopt : std::optional(found->second);
}

/// `event` is what is asked of the client: "in critical".
std::optional<ClientIndex> expect_client(Resolution& all, const Body& body, const syntax::Expression& text,
                                         const std::string& event) {
  const auto client = quantified(body, text);
  if (client) return client;
  const auto is_named = [&](const ClientKind& kind) { return kind.name == text.text; };
  if (text.form == ExpressionForm::name && std::any_of(all.model.kinds.begin(), all.model.kinds.end(), is_named)) {
    report(all, "E0402", fmt::format("{} is a kind of client, not one of them", text.text), text.place,
           {{fmt::format("some(c in {} where c {})", text.text, event)}, {}, ""});
    return std::nullopt;
  }
  std::vector<std::string> known;
  for (const auto& [name, index] : body.quantified) known.push_back(name);
  report_unknown(all, "E0402", "client", text.text, text.place, known);
  return std::nullopt;
}

Expression before_deadline(Resolution& all, Body& body, ClientIndex client, const Place& place) {
  const bool any = std::any_of(all.model.kinds.begin(), all.model.kinds.end(),
                               [](const auto& kind) { return !kind.deadlines.empty(); });
  if (!any) return lack(all, body, "no critical section says `until` when it trusts its lock", place);
  const ClientKind& kind = kind_of(all, client);
  if (!kind.has_critical) return truth(all, false, place);
  if (!kind.deadlines.empty()) return of_client(all, ExpressionOp::before_deadline, client, place);
  Expression always = of_client(all, ExpressionOp::in_section, client, place);  // it trusts its lock to the end
  always.section = 0;
  return always;
}

Expression holds_lease(Resolution& all, Body& body, ClientIndex client, const Place& place) {
  const bool any = std::any_of(all.model.variables.begin(), all.model.variables.end(), [](const auto& variable) {
    return variable.shape == Shape::expiring && variable.scope == Scope::server;
  });
  if (!any) return lack(all, body, "no server has an expiring cell", place);
  return of_client(all, ExpressionOp::holds_lease, client, place);
}

/// Is it inside a section that it shares, and in none that it does not? Where all sections of its kind that lock are
/// shared, so is whatever it holds.
Expression sharing(Resolution& all, Body& body, ClientIndex client, const syntax::Expression& text) {
  body.folds = true;
  const bool of_lease = text.text == "sharing lease";
  const std::uint32_t kind = all.model.clients[client].kind;
  const bool anybody = std::any_of(all.lock_sections.begin(), all.lock_sections.end(),
                                   [](const auto& section) { return section.second; });
  if (!anybody && body.is_own) return lack(all, body, "no client has a shared section", text.place);
  std::vector<std::uint32_t> shared;
  for (const auto& [section, is_shared] : all.lock_sections)
    if (section.first == kind && is_shared) shared.push_back(section.second);
  if (shared.empty()) return truth(all, false, text.place);
  if (!all.has_unshared.contains(kind)) return truth(all, true, text.place);
  if (of_lease)
    return lack(
        all, body,
        fmt::format("whether {} shares its lease is known inside its sections only", all.model.kinds[kind].name),
        text.place);
  std::optional<Expression> result;
  const auto join = [&](ExpressionOp op, Expression one) {
    result = !result ? std::move(one)
                     : with_operands(make(all, op, all.kinds.known(Base::boolean), text.place),
                                     {std::move(*result), std::move(one)});
  };
  const auto inside = [&](std::uint32_t section) {
    Expression expression = of_client(all, ExpressionOp::in_section, client, text.place);
    expression.section = section;
    return expression;
  };
  for (const std::uint32_t section : shared) join(ExpressionOp::or_, inside(section));
  for (const auto& [section, is_shared] : all.lock_sections)
    if (section.first == kind && !is_shared)
      join(ExpressionOp::and_, with_operands(make(all, ExpressionOp::not_, all.kinds.known(Base::boolean), text.place),
                                             {inside(section.second)}));
  return std::move(*result);
}

Expression queued_before(Resolution& all, Body& body, ClientIndex client, const syntax::Expression& text) {
  if (!any_kind(all, &ClientKind::says_queued)) return lack(all, body, "no client says when it is queued", text.place);
  const auto other =
      text.operands.size() > 1 ? expect_client(all, body, text.operands[1], "queued before d") : std::nullopt;
  if (!other) return poisoned(all, text.place);
  Expression expression = of_client(all, ExpressionOp::queued_before, client, text.place);
  expression.other = *other;
  return expression;
}

Expression compare_clients(Resolution& all, ClientIndex left, ClientIndex right, const syntax::Expression& text) {
  return truth(all, (left == right) == (text.text == "=="), text.place);
}

std::map<std::string, VariableIndex> variables_of(const Resolution& all, std::uint32_t kind) {
  std::map<std::string, VariableIndex> found;
  for (VariableIndex index{0}; index < all.model.variables.size(); ++index) {
    const Variable& variable = all.model.variables[index];
    const bool is_own = variable.scope == Scope::local && variable.owner == kind && variable.name[0] != '(';
    if (is_own) found.emplace(variable.name, index);
  }
  return found;
}

}  // namespace

std::optional<Expression> resolve_client_variable(Resolution& all, Body& body, const syntax::Expression& text) {
  const auto client = quantified(body, text.operands[0]);
  if (!client) return std::nullopt;
  const auto variables = variables_of(all, all.model.clients[*client].kind);
  const auto found = variables.find(text.text);
  if (found == variables.end()) {
    std::vector<std::string> known;
    for (const auto& [name, index] : variables) known.push_back(name);
    std::string why = fmt::format("{} has no variable {}", kind_of(all, *client).name, text.text);
    if (const auto meant = nearest_name(text.text, known)) why += fmt::format("; there is {}", *meant);
    return lack(all, body, why, text.text_place.line == 0 ? text.place : text.text_place);
  }
  all.facts[found->second].is_read = true;
  Expression variable = read(all, found->second, text.place);
  variable.client = *client;
  return variable;
}

Expression resolve_client_event(Resolution& all, Body& body, const syntax::Expression& text) {
  static const std::map<std::string, ExpressionOp> plain{{"ends round", ExpressionOp::ends_round},
                                                         {"waiting", ExpressionOp::waiting},
                                                         {"idle", ExpressionOp::idle},
                                                         {"alive", ExpressionOp::alive},
                                                         {"paused", ExpressionOp::paused}};
  const auto client =
      expect_client(all, body, text.operands[0], text.variable.empty() ? text.text : text.text + " " + text.variable);
  if (!client) return poisoned(all, text.place);
  const auto op = plain.find(text.text);
  if (op != plain.end()) return of_client(all, op->second, *client, text.place);
  if (text.text == "before deadline") return before_deadline(all, body, *client, text.place);
  if (text.text == "holds lease") return holds_lease(all, body, *client, text.place);
  if (text.text == "sharing" || text.text == "sharing lease") return sharing(all, body, *client, text);
  if (text.text == "queued before") return queued_before(all, body, *client, text);
  const ExpressionOp event = text.text == "enters" ? ExpressionOp::enters : ExpressionOp::leaves;
  return section_event(all, body, event, *client, text.variable, text.place);
}

std::vector<ClientIndex> domain_clients(Resolution& all, Body& body, const syntax::Expression& domain) {
  std::vector<ClientIndex> clients;
  const bool everyone = domain.text == "clients" && domain.form == ExpressionForm::name;
  for (ClientIndex client{0}; client < all.model.clients.size(); ++client) {
    const ClientKind& kind = kind_of(all, client);
    if (everyone ? kind.has_critical : kind.name == domain.text) clients.push_back(client);
  }
  if (!clients.empty()) return clients;
  if (everyone) {
    lack(all, body, "no client has a critical section", domain.place);
  } else if (body.is_own) {
    std::vector<std::string> known{"clients"};
    for (const auto& kind : all.model.kinds) known.push_back(kind.name);
    report_unknown(all, "E0210", "client", domain.text, domain.place, known);
  } else {
    lack(all, body, fmt::format("it has no client {}", domain.text), domain.place);
  }
  return {};
}

Expression resolve_quantifier(Resolution& all, Body& body, const syntax::Expression& text) {
  if (text.operands.size() < 2) return poisoned(all, text.place);
  const auto shadowed = body.quantified.find(text.variable);
  const auto before = shadowed == body.quantified.end() ? nothing : shadowed->second;
  std::vector<Expression> each;
  for (const ClientIndex client : domain_clients(all, body, text.operands[0])) {
    body.quantified[text.variable] = client;
    each.push_back(resolve_condition(all, body, text.operands[1]));
    if (is_too_many(TextLimit::statements, ++all.statements)) {
      report_size(all, text.place);
      break;
    }
  }
  if (before == nothing)
    body.quantified.erase(text.variable);
  else
    body.quantified[text.variable] = before;
  if (text.text == "count")
    return with_operands(make(all, ExpressionOp::number_of_true, all.kinds.known(Base::integer), text.place),
                         std::move(each));
  if (each.empty()) return truth(all, text.text == "every", text.place);
  const auto is_false = [&](const Expression& one) { return as_truth(all, one) == std::optional(false); };
  if (body.folds && text.text == "some") {
    each.erase(std::remove_if(each.begin(), each.end(), is_false), each.end());
    if (each.empty()) return truth(all, false, text.place);
  }
  const ExpressionOp op = text.text == "some" ? ExpressionOp::or_ : ExpressionOp::and_;
  Expression result = std::move(each[0]);
  for (std::size_t index = 1; index < each.size(); ++index)
    result = with_operands(make(all, op, all.kinds.known(Base::boolean), text.place),
                           {std::move(result), std::move(each[index])});
  return result;
}

Expression resolve_property(Resolution& all, Body& body, const syntax::Expression& text) {
  if (text.form == ExpressionForm::quantifier) return resolve_quantifier(all, body, text);
  if (text.form == ExpressionForm::client_event) return resolve_client_event(all, body, text);
  const auto client = quantified(body, text.operands[0]);
  if (text.text == "in" && text.operands[1].form == ExpressionForm::name) {
    const auto inside = expect_client(all, body, text.operands[0], "in " + text.operands[1].text);
    if (!inside) return poisoned(all, text.place);
    return section_event(all, body, ExpressionOp::in_section, *inside, text.operands[1].text, text.operands[1].place);
  }
  const auto other = quantified(body, text.operands[1]);
  if (client && other && (text.text == "==" || text.text == "!=")) return compare_clients(all, *client, *other, text);
  return resolve_plain_binary(all, body, text);
}

}  // namespace interlock::language
