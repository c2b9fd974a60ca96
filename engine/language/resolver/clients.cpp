// Client kinds, their numbers and their bodies.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

using syntax::StatementForm;

void learn_assigned(Body& body, const syntax::Block& block) {
  for (const auto& statement : block) {
    const bool assigns = statement.form == StatementForm::assign || statement.form == StatementForm::retry;
    if (assigns && statement.target && statement.target->form == syntax::ExpressionForm::name)
      body.assigned.insert(statement.target->text);
    for (const auto& inner : statement.blocks) learn_assigned(body, inner);
  }
}

/// Sections by first appearance; critical is always the first.
void learn_sections(ClientKind& kind, const syntax::Block& block) {
  for (const auto& statement : block) {
    if (statement.form == StatementForm::critical) kind.has_critical = true;
    if (statement.form == StatementForm::section) section_index(kind, statement.text);
    for (const auto& inner : statement.blocks) learn_sections(kind, inner);
  }
}

std::int64_t count_of(const Resolution& all, const syntax::Client& text) {
  const auto set = all.settings.clients.find(text.name);
  return set == all.settings.clients.end() ? text.count : static_cast<std::int64_t>(set->second);
}

void add_kind(Resolution& all, const syntax::Client& text) {
  ClientKind kind;
  kind.name = text.name;
  kind.place = text.place;
  kind.is_once = text.is_once;
  kind.steady = text.steady;
  kind.sections = {"critical"};
  learn_sections(kind, text.body);
  if (is_too_many(TextLimit::sections, kind.sections.size()))
    report(all, "E0275", too_much(TextLimit::sections), text.place);
  const std::int64_t count = count_of(all, text);
  if (count < 1 || is_too_many(TextLimit::clients, all.model.clients.size() + static_cast<std::size_t>(count))) {
    report(all, "E0245", too_much(TextLimit::clients), text.place);
    kind.count = 1;  // so that nothing else is said about it
  } else {
    kind.count = static_cast<std::uint32_t>(count);
  }
  for (std::uint32_t number = 1; number <= kind.count; ++number)
    all.model.clients.push_back({static_cast<std::uint32_t>(all.model.kinds.size()), number});
  all.model.kinds.push_back(std::move(kind));
}

void check_names(Resolution& all) {
  std::set<std::string> names;
  std::vector<std::string> known;
  for (const auto& client : all.protocol.clients) {
    if (!names.insert(client.name).second)
      report(all, "E0203", fmt::format("there are two clients {}", client.name), client.place);
    if (client.name == "clients")
      report(all, "E0236", "clients stands for all that have a critical section", client.place,
             {{"choose another name for this kind of client"}, {}, ""});
    known.push_back(client.name);
  }
  for (const auto& [name, count] : all.settings.clients)
    if (names.count(name) == 0) report_unknown(all, "E0210", "client", name, {}, known);
  if (all.protocol.clients.empty() && all.text_is_whole)
    report(all, "E0269", "a protocol needs a client", all.protocol.place, {{"client worker[2] { ... }"}, {}, ""});
}

void resolve_body(Resolution& all, std::uint32_t index) {
  const syntax::Client& text = all.protocol.clients[index];
  const std::size_t complaints = all.diagnostics.size();
  Body body;
  body.kind = index;
  learn_assigned(body, text.body);
  Block program = resolve_block(all, body, text.body);
  resolve_backgrounds(all, body);
  if (!makes_step(program) && all.text_is_whole && all.diagnostics.size() == complaints)
    report(all, "E0271", fmt::format("{} makes no step", text.name), text.place,
           {{"a client calls a server, works or sleeps: that is what a run is made of"}, {}, ""});
  all.model.kinds[index].program = std::move(program);
}

}  // namespace

bool makes_step(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Statement& statement) {
    if (is_step(statement.op)) return true;
    return std::any_of(statement.blocks.begin(), statement.blocks.end(), makes_step);
  });
}

void resolve_clients(Resolution& all) {
  check_names(all);
  for (const auto& text : all.protocol.clients) add_kind(all, text);
  for (std::uint32_t index = 0; index < all.model.kinds.size(); ++index) resolve_body(all, index);
}

}  // namespace interlock::language
