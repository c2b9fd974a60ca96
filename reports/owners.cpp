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

/// An entry that is granted to a second client by an id that it has from a first one is both's, as long as both are in
/// their rounds and it stays as it is.
class SharedEntries {
 public:
  explicit SharedEntries(const trace::Counterexample& story) : story_(story), granted_(story.cells.size()) {}

  /// `view`: as it is told, before ids say whose an entry is.
  void update(std::size_t view) {
    const View& now = story_.views[view];
    for (std::size_t cell = 0; cell < granted_.size(); ++cell) {
      std::vector<language::ClientIndex>& granted = granted_[cell];
      const bool is_same = view > 0 && now.cells[cell].present && story_.views[view - 1].cells[cell].present &&
                           now.cells[cell].value == story_.views[view - 1].cells[cell].value;
      if (!is_same) granted.clear();
      std::erase_if(granted, [&](language::ClientIndex client) { return !now.clients[client].in_round; });
      if (view > 0 && is_granted(view - 1, cell)) granted.push_back(story_.events[view - 1].client);
    }
  }

  /// By cell, in order.
  const std::vector<std::vector<language::ClientIndex>>& all() const { return granted_; }

 private:
  bool is_granted(std::size_t event, std::size_t cell) const {
    const trace::Event& made = story_.events[event];
    const CellView& after = story_.views[event + 1].cells[cell];
    const std::vector<language::ClientIndex>& granted = granted_[cell];
    return (made.is_granted || made.enters_critical) && !made.refused && after.present && after.members.empty() &&
           after.owner == made.client &&
           std::find(made.touches.begin(), made.touches.end(), cell) != made.touches.end() &&
           std::find(granted.begin(), granted.end(), made.client) == granted.end();
  }

  const trace::Counterexample& story_;
  std::vector<std::vector<language::ClientIndex>> granted_;  // by cell, in order
};

void give_to(CellView& cell, language::ClientIndex owner, const std::vector<language::ClientIndex>& granted) {
  const bool is_owners = granted.empty() || std::find(granted.begin(), granted.end(), owner) != granted.end();
  cell.owner = is_owners ? owner : granted.front();
  for (const language::ClientIndex client : granted)
    if (client != cell.owner) cell.shared.push_back(client);
}

}  // namespace

trace::Counterexample with_last_owners(trace::Counterexample story) {
  const std::map<std::string, language::ClientIndex> ids = ids_of(story);
  SharedEntries shared(story);
  std::vector<std::vector<std::vector<language::ClientIndex>>> granted;  // by view, then cell
  for (std::size_t view = 0; view < story.views.size(); ++view) {
    shared.update(view);
    granted.push_back(shared.all());
  }
  for (std::size_t view = 1; view < story.views.size(); ++view) {
    for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
      keep_owners(story.views[view - 1].cells[cell], story.views[view].cells[cell]);
    }
  }
  for (std::size_t view = 0; view < story.views.size(); ++view) {
    for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
      CellView& shown = story.views[view].cells[cell];
      // An id belongs to whose it is, whoever has copied it there; unless that was granted to others by it.
      if (const auto id = ids.find(shown.value); id != ids.end() && shown.present)
        give_to(shown, id->second, granted[view][cell]);
      for (MemberView& member : shown.members)
        if (const auto id = ids.find(member.member); id != ids.end()) member.owner = id->second;
      if (trace::is_at_rest(story, cell, shown)) shown.owner = language::nothing;
    }
  }
  return story;
}

}  // namespace interlock::reports
