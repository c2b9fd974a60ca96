#include "reports/owners.hpp"

#include "engine/trace/cells.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace interlock::reports {
namespace {

void keep_owners(const CellView& before, CellView& after) {
  const bool is_same = before.present && after.present && before.value == after.value;
  if (is_same && after.owner == language::nothing) after.owner = before.owner;
  for (MemberView& member : after.members) {
    if (member.owner != language::nothing) continue;
    const auto same = std::find_if(before.members.begin(), before.members.end(),
                                   [&](const MemberView& other) { return other.member == member.member; });
    if (same != before.members.end()) member.owner = same->owner;
  }
}

/// What clients of this story have had as their ids.
std::set<std::string> all_ids(const trace::Counterexample& story) {
  std::set<std::string> ids;
  for (const View& view : story.views)
    for (const ClientView& client : view.clients)
      if (!client.id.empty()) ids.insert(client.id);
  return ids;
}

/// Whose each of them is: of whom it was seen first. A round of one step leaves its id in a cell only; whoever reads it
/// there has it later.
std::map<std::string, language::ClientIndex> ids_of(const trace::Counterexample& story) {
  const std::set<std::string> all = all_ids(story);
  std::map<std::string, language::ClientIndex> ids;
  const auto note = [&](const std::string& value, language::ClientIndex owner) {
    if (owner < story.clients.size() && all.contains(value)) ids.emplace(value, owner);
  };
  for (const View& view : story.views) {
    for (language::ClientIndex client{0}; client < view.clients.size(); ++client) note(view.clients[client].id, client);
    for (const CellView& cell : view.cells) {
      if (cell.present) note(cell.value, cell.owner);
      for (const MemberView& member : cell.members) note(member.member, member.owner);
    }
  }
  return ids;
}

}  // namespace

trace::Counterexample with_last_owners(trace::Counterexample story) {
  const std::map<std::string, language::ClientIndex> ids = ids_of(story);
  for (std::size_t view = 1; view < story.views.size(); ++view) {
    for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
      keep_owners(story.views[view - 1].cells[cell], story.views[view].cells[cell]);
    }
  }
  for (View& view : story.views) {
    for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
      CellView& shown = view.cells[cell];
      // An id belongs to whose it is, whoever has copied it there.
      if (const auto id = ids.find(shown.value); id != ids.end() && shown.present) shown.owner = id->second;
      for (MemberView& member : shown.members)
        if (const auto id = ids.find(member.member); id != ids.end()) member.owner = id->second;
      if (trace::is_at_rest(story, cell, shown)) shown.owner = language::nothing;
    }
  }
  return story;
}

}  // namespace interlock::reports
