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
    for (const auto* blocks : {&statement.blocks, &statement.timeout})
      for (const auto& inner : *blocks) learn_assigned(body, inner);
  }
}

/// Sections by first appearance; critical is always the first.
void learn_sections(ClientKind& kind, const syntax::Block& block) {
  for (const auto& statement : block) {
    const bool is_locked = statement.form == StatementForm::section && statement.sharing != syntax::Sharing::unsaid;
    if (statement.form == StatementForm::critical || is_locked) kind.has_critical = true;
    if (statement.form == StatementForm::section) section_index(kind, statement.text);
    for (const auto* blocks : {&statement.blocks, &statement.timeout})
      for (const auto& inner : *blocks) learn_sections(kind, inner);
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
  kind.is_daemon = text.is_daemon;
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

const syntax::Client* find_client(const syntax::Protocol& protocol, const std::string& name) {
  const auto found = std::find_if(protocol.clients.begin(), protocol.clients.end(),
                                  [&](const syntax::Client& client) { return client.name == name; });
  return found == protocol.clients.end() ? nullptr : &*found;
}

const syntax::Param* find_param(const std::vector<syntax::Param>& params, const std::string& name) {
  const auto found =
      std::find_if(params.begin(), params.end(), [&](const syntax::Param& param) { return param.name == name; });
  return found == params.end() ? nullptr : &*found;
}

/// `client slow like worker(busy = 20s)`: there is such a client, with such params.
void check_like(Resolution& all, const syntax::Client& client) {
  if (client.like.empty()) return;
  const syntax::Client* const other = find_client(all.protocol, client.like);
  if (other == nullptr || other == &client) {
    std::vector<std::string> known;
    for (const auto& one : all.protocol.clients)
      if (one.like.empty()) known.push_back(one.name);
    return report_unknown(all, "E0284", "other client", client.like, client.like_place, known);
  }
  if (!other->like.empty())
    return report(all, "E0284", fmt::format("{} has no program of its own", client.like), client.like_place,
                  {{fmt::format("write like {}", other->like)}, {}, ""});
  for (const auto& param : client.params)
    if (!find_param(other->params, param.name) && !find_param(all.protocol.params, param.name))
      report(all, "E0284", fmt::format("{} has no param {}", client.like, param.name), param.place,
             {{"what is given here is a param of the other client, or of the protocol"}, {}, ""});
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
    check_like(all, client);
  }
  for (const auto& [name, count] : all.settings.clients)
    if (names.count(name) == 0) report_unknown(all, "E0210", "client", name, {}, known);
  if (all.protocol.clients.empty() && all.text_is_whole)
    report(all, "E0269", "a protocol needs a client", all.protocol.place, {{"client worker[2] { ... }"}, {}, ""});
}

/// Who shares is known by the names of sections: so a name says the same everywhere, and none that is shared stands
/// inside a plain critical section.
void check_sharing(Resolution& all, const syntax::Block& block, bool in_critical,
                   std::map<std::string, syntax::Sharing>& known) {
  for (const auto& statement : block) {
    if (statement.form == StatementForm::section) {
      const auto [other, is_new] = known.emplace(statement.text, statement.sharing);
      if (!is_new && other->second != statement.sharing)
        report(all, "E0285",
               fmt::format("section {} is said in two ways: shared, exclusive or neither", statement.text),
               statement.place, {{"give one of the two another name"}, {}, ""});
      if (in_critical && statement.sharing == syntax::Sharing::shared)
        report(all, "E0285", "a shared section inside critical would be neither shared nor exclusive", statement.place,
               {{"give the outer one a name: section writing exclusive { ... }"}, {}, ""});
    }
    for (const auto* blocks : {&statement.blocks, &statement.timeout})
      for (const auto& inner : *blocks)
        check_sharing(all, inner, in_critical || statement.form == StatementForm::critical, known);
  }
}

void resolve_body(Resolution& all, std::uint32_t index) {
  const syntax::Client& text = all.protocol.clients[index];
  if (!text.like.empty() && text.body.empty()) return;  // there is no such program
  const std::size_t complaints = all.diagnostics.size();
  std::map<std::string, syntax::Sharing> known;
  check_sharing(all, text.body, false, known);
  Body body;
  body.kind = index;
  learn_assigned(body, text.body);
  if (!text.body.empty() && text.body.back().form == StatementForm::finally_) body.cleanup = &text.body.back();
  Block program = resolve_block(all, body, text.body);
  if (body.cleanup != nullptr) resolve_cleanup(all, body, program);
  resolve_backgrounds(all, body);
  if (body.cleanup != nullptr) check_ends_of_threads(all, all.model.kinds[index]);
  if (!makes_step(program) && all.text_is_whole && all.diagnostics.size() == complaints)
    report(all, "E0271", fmt::format("{} makes no step", text.name), text.place,
           {{"a client calls a server, works or sleeps: that is what a run is made of"}, {}, ""});
  all.model.kinds[index].program = std::move(program);
}

}  // namespace

syntax::Protocol with_programs(const syntax::Protocol& protocol) {
  syntax::Protocol whole = protocol;
  for (syntax::Client& client : whole.clients) {
    const syntax::Client* const other = client.like.empty() ? nullptr : find_client(protocol, client.like);
    if (other == nullptr || !other->like.empty()) continue;
    client.body = other->body;
    client.is_once = client.is_once || other->is_once;
    client.is_daemon = client.is_daemon || other->is_daemon;
    client.steady = client.steady || other->steady;
    for (const syntax::Param& param : other->params)
      if (!find_param(client.params, param.name)) client.params.push_back(param);
  }
  return whole;
}

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
