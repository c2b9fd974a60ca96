#include "reports/owners.hpp"

#include "engine/trace/cells.hpp"

#include <algorithm>
#include <map>
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

/// Whose each id is, that a client has had in this story.
std::map<std::string, language::ClientIndex> ids_of(const trace::Counterexample& story) {
  std::map<std::string, language::ClientIndex> ids;
  for (const View& view : story.views) {
    for (std::uint32_t client = 0; client < view.clients.size(); ++client)
      if (!view.clients[client].id.empty()) ids.emplace(view.clients[client].id, client);
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
