#include "reports/page/step_labels.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/storyboard.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

namespace interlock::reports {
namespace {

std::string signed_text(std::int64_t offset) {
  return (offset < 0 ? "-" : "+") + language::duration_text(std::abs(offset));
}

std::string client_text(const ClientView& client) {
  std::vector<std::string> parts;
  if (client.gone)
    parts.emplace_back(client.crashed ? "crashed for ever" : "done");
  else if (client.crashed)
    parts.emplace_back("crashed");
  else if (client.inside_critical)
    parts.emplace_back("inside critical");
  else if (client.in_round)
    parts.emplace_back(client.waiting_for_lock ? "in its round, waits for the lock" : "in its round");
  else
    parts.emplace_back("idle");
  for (const std::string& section : client.sections) parts.push_back("in " + section);
  if (!client.waits_for.empty()) parts.push_back("waits for " + client.waits_for);
  if (client.working) parts.emplace_back("at work or asleep");
  if (client.paused) parts.emplace_back("paused");
  if (!client.id.empty()) parts.push_back("id " + client.id);
  if (!client.token.empty()) parts.push_back("token " + client.token);
  if (client.clock_offset != 0) parts.push_back("clock " + signed_text(client.clock_offset));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string cell_text(const trace::Counterexample& story, const trace::Cell& cell, const CellView& view) {
  std::string text = cell_label(story, cell, view);
  if (!view.members.empty()) {
    std::vector<std::string> members;
    for (const MemberView& member : view.members)
      members.push_back(member_label(member) +
                        (member.owner < story.clients.size() ? " (" + story.clients[member.owner] + ")" : ""));
    text = fmt::format("{}", fmt::join(members, ", "));
  }
  if (view.present && view.deadline) text += ", until " + language::duration_text(*view.deadline);
  return text;
}

}  // namespace

std::string step_label(const trace::Counterexample& story, std::size_t index) {
  const trace::Event& event = story.events[index];
  std::string actor;
  if (event.client < story.clients.size())
    actor = story.clients[event.client] + " ";
  else if (event.kind != EventKind::time && event.server < story.servers.size())
    actor = story.servers[event.server] + " ";
  std::string does = event.does;
  if (does.empty() && event.kind == EventKind::time) does = language::duration_text(event.passed) + " pass";
  const std::string number = event.number == 0 ? "" : fmt::format("{}, ", event.number);
  const std::string fault = event.fault == 0 ? "" : fmt::format(" (fault {})", event.fault);
  return one_line(fmt::format("{}at {}: {}{}{}", number, language::duration_text(event.at), actor, does, fault));
}

std::vector<std::pair<std::string, std::string>> state_lines(const trace::Counterexample& story, const View& view) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (std::size_t client = 0; client < view.clients.size(); ++client)
    lines.emplace_back(story.clients[client], client_text(view.clients[client]));
  for (std::size_t cell = 0; cell < view.cells.size(); ++cell) {
    const trace::Cell& known = story.cells[cell];
    lines.emplace_back(story.servers[known.server] + "." + known.name, cell_text(story, known, view.cells[cell]));
  }
  return lines;
}

}  // namespace interlock::reports
