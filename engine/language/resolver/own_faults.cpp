// Faults that a protocol declares: what happens to its servers from outside.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

using syntax::ExpressionForm;
using syntax::StatementForm;

/// Only cells are changed, by nobody.
bool is_allowed(const syntax::Statement& statement) {
  switch (statement.form) {
    case StatementForm::assign: return statement.target && statement.target->form != ExpressionForm::name;
    case StatementForm::if_:
    case StatementForm::either:
    case StatementForm::clear:
    case StatementForm::expire:
    case StatementForm::persist:
    case StatementForm::add:
    case StatementForm::remove:
    case StatementForm::remove_up_to:
    case StatementForm::push:
    case StatementForm::drop_first: return true;
    default: return false;
  }
}

bool check_statements(Resolution& all, const syntax::Block& block) {
  bool fine = true;
  for (const auto& statement : block) {
    if (!is_allowed(statement)) {
      report(all, "E0430", "a fault only changes cells of a server", statement.place,
             {{"SERVER.CELL = value, clear, expire, remove and the like; if and either"}, {}, ""});
      fine = false;
    }
    for (const auto& inner : statement.blocks) fine = check_statements(all, inner) && fine;
  }
  return fine;
}

void resolve_own_fault(Resolution& all, const syntax::OwnFault& text) {
  OwnFault fault;
  fault.name = text.name;
  fault.sentence = text.sentence;
  fault.place = text.place;
  Body body;
  body.room = Room::fault;
  if (check_statements(all, text.body)) {
    fault.body = resolve_block(all, body, text.body);
    if (body.server == nothing)
      report(all, "E0431", fmt::format("the fault {} changes nothing", text.name), text.place,
             {{"what happens to a server's cell? For example: clear redis.lock"}, {}, ""});
  }
  fault.server = body.server == nothing ? 0 : body.server;
  all.model.own_faults.push_back(std::move(fault));
}

bool is_name_of_all(const std::string& name) {
  const auto is_named = [&](const FaultRule& rule) { return !is_own(rule.kind) && rule.name == name; };
  return name == "none" || name == "session" || std::any_of(fault_rules.begin(), fault_rules.end(), is_named) ||
         std::find(later_faults.begin(), later_faults.end(), name) != later_faults.end();
}

}  // namespace

void resolve_own_faults(Resolution& all) {
  std::map<std::string, Place> known;
  for (const auto& text : all.protocol.own_faults) {
    const auto [first, is_new] = known.emplace(text.name, text.place);
    if (is_name_of_all(text.name))
      report(all, "E0432",
             fmt::format("{} is a word of scenarios already: this fault needs a name of its own", text.name),
             text.place);
    else if (!is_new)
      report(all, "E0203", fmt::format("there are two faults {}", text.name), text.place,
             {{}, {{first->second, "here already"}}, ""});
    else
      resolve_own_fault(all, text);
  }
}

}  // namespace interlock::language
