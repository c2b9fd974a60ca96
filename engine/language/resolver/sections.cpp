// Named stretches of a client's body, and what goes on beside them: heartbeats and kept conditions.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

using syntax::StatementForm;

std::uint32_t section_index(ClientKind& kind, const std::string& name) {
  const auto found = std::find(kind.sections.begin(), kind.sections.end(), name);
  const auto index = static_cast<std::uint32_t>(found - kind.sections.begin());
  if (found == kind.sections.end()) kind.sections.push_back(name);
  return index;
}

namespace {

bool check_place(Resolution& all, const Body& body, const syntax::Statement& text) {
  const bool critical = text.form == StatementForm::critical;
  const std::string name = critical ? "critical" : "a section";
  if (body.in_cleanup) {
    report(all, "E0288", fmt::format("{} cannot be in finally: the round is over there", name), text.place);
    return false;
  }
  if (body.room == Room::client && !body.in_background) return true;
  report(all, "E0250",
         body.in_background ? fmt::format("{} cannot be in a background block", name)
                            : fmt::format("{} cannot be inside one atomic step", name),
         text.place);
  return false;
}

void add_to_deadlines(ClientKind& kind, VariableIndex deadline) {
  if (std::find(kind.deadlines.begin(), kind.deadlines.end(), deadline) == kind.deadlines.end())
    kind.deadlines.push_back(deadline);
}

/// `critical until D`: a variable of the client is followed, whoever sets it. Anything else is what it was at the
/// entry, kept in a hidden variable.
void add_deadline(Resolution& all, Body& body, Block& out, Statement& section, const syntax::Statement& text) {
  hoist_calls(all, body, out, {&*text.value}, text);
  Expression deadline = resolve_expression(all, body, *text.value);
  body.hoisted.clear();
  expect(all, body, deadline, Base::instant, "the deadline of critical until");
  const bool is_local = deadline.op == ExpressionOp::read && text.value->form == syntax::ExpressionForm::name;
  if (is_local) {
    section.variable = deadline.variable;
  } else {
    section.variable = hidden_local(all, body.kind, &text, "(deadline)", text.value->place);
    all.kinds.flow(slot_of(deadline), all.facts[section.variable].value);
    section.expressions.push_back(std::move(deadline));
  }
  add_to_deadlines(all.model.kinds[body.kind], section.variable);
}

}  // namespace

namespace {

/// `section reading shared { }`, `section writing exclusive { }` are critical sections with a name: outside the named
/// one, so that whoever is inside critical is inside it, too.
bool locks(const syntax::Statement& text) { return text.sharing != syntax::Sharing::unsaid; }

bool check_critical(Resolution& all, const Body& body, const syntax::Statement& text) {
  if (text.form != StatementForm::critical || !body.in_shared) return true;
  report(all, "E0285", "critical inside a shared section would be neither shared nor exclusive", text.place,
         {{"give it a name: section writing exclusive { ... }"}, {}, ""});
  return false;
}

Block resolve_inside(Resolution& all, Body& body, const syntax::Statement& text, std::uint32_t section) {
  const bool is_critical = text.form == StatementForm::critical || locks(text);
  const std::uint32_t outer = std::exchange(body.section, section);
  const int branches = std::exchange(body.section_branches, 0);
  const bool in_critical = std::exchange(body.in_critical, body.in_critical || is_critical);
  const bool in_shared =
      std::exchange(body.in_shared, locks(text) ? text.sharing == syntax::Sharing::shared : body.in_shared);
  Block inside = resolve_block(all, body, text.blocks[0]);
  body.section = outer;
  body.section_branches = branches;
  body.in_critical = in_critical;
  body.in_shared = in_shared;
  return inside;
}

}  // namespace

void resolve_section(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (!check_place(all, body, text) || !check_critical(all, body, text)) return;
  const bool critical = text.form == StatementForm::critical;
  Statement statement = make_statement(all, StatementOp::section, text);
  statement.section = critical ? 0 : section_index(all.model.kinds[body.kind], text.text);
  statement.name = critical ? "critical" : text.text;
  if (critical && text.value) add_deadline(all, body, out, statement, text);
  if (locks(text)) all.lock_sections[{body.kind, statement.section}] = text.sharing == syntax::Sharing::shared;
  if (critical || text.sharing == syntax::Sharing::exclusive) all.has_unshared.insert(body.kind);
  Block inside = resolve_inside(all, body, text, statement.section);
  if (locks(text) && !body.in_critical) {
    Statement held = make_statement(all, StatementOp::section, text);
    held.section = 0;
    held.name = "critical";
    held.blocks.push_back(std::move(inside));
    inside.clear();
    inside.push_back(std::move(held));
  }
  statement.blocks.push_back(std::move(inside));
  out.push_back(std::move(statement));
}

namespace {

bool check_background(Resolution& all, const Body& body, const syntax::Statement& text) {
  const bool misplaced = body.room != Room::client || body.branches > 0 || body.in_background || body.in_cleanup;
  if (misplaced)
    report(all, "E0265", "background stands at the top of a client's body", text.place,
           {{"not in an if, a loop or another block: it runs whenever the client is in its section"}, {}, ""});
  const bool shaped = text.blocks.size() == 1 && text.blocks[0].size() == 1 &&
                      text.blocks[0][0].form == StatementForm::every && text.blocks[0][0].range &&
                      !text.blocks[0][0].blocks.empty();
  if (!misplaced && !shaped)
    report(all, "E0253", "a background block holds one every, and nothing else", text.place,
           {{"background while in critical { every 3s { ... } }"}, {}, ""});
  return !misplaced && shaped;
}

void add_background(Resolution& all, Body& body, const syntax::Statement& text) {
  const auto& sections = all.model.kinds[body.kind].sections;
  const auto found = std::find(sections.begin(), sections.end(), text.text);
  if (found == sections.end() || (text.text == "critical" && !all.model.kinds[body.kind].has_critical)) {
    report_unknown(all, "E0266", "section", text.text, text.text_place.line ? text.text_place : text.place, sections);
    return;
  }
  const syntax::Statement& every = text.blocks[0][0];
  Background background;
  background.section = static_cast<std::uint32_t>(found - sections.begin());
  background.place = every.place;
  background.comment = every.comment.empty() ? text.comment : every.comment;
  const auto span = constant_range(all, body, *every.range, Base::duration, "the time between two heartbeats");
  if (span && span->low == 0) report(all, "E0267", "every 0s would leave no time for anything else", every.place);
  if (span) background.every = *span;
  body.in_background = true;
  background.body = resolve_block(all, body, every.blocks[0]);
  body.in_background = false;
  all.model.kinds[body.kind].backgrounds.push_back(std::move(background));
}

}  // namespace

void resolve_background(Resolution& all, Body& body, const syntax::Statement& text) {
  if (check_background(all, body, text)) body.backgrounds.push_back(&text);
}

void resolve_backgrounds(Resolution& all, Body& body) {
  for (const auto* text : body.backgrounds) add_background(all, body, *text);
}

void resolve_keep(Resolution& all, Body& body, const syntax::Statement& text) {
  if (body.room != Room::client || body.in_background || body.section == nothing || body.section_branches > 0) {
    report(all, "E0268", "keep stands directly in critical or a section", text.place,
           {{"it is checked for as long as the client is in there"}, {}, ""});
    return;
  }
  body.room = Room::keep;
  body.hoisted.clear();
  Kept kept;
  kept.name = text.text;
  kept.place = text.place;
  kept.section = body.section;
  kept.condition = resolve_condition(all, body, *text.value);
  body.room = Room::client;
  all.asserted.emplace(text.text, text.place);
  all.model.kinds[body.kind].kept.push_back(std::move(kept));
}

}  // namespace interlock::language
