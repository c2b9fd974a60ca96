#include "reports/presence.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

/// Does the server treat `client` as an owner through this cell? A member counts only within the limit, if one is
/// known; a token is a number, not a lock.
bool owns(const trace::Counterexample& story, std::size_t cell, const CellView& view,
          language::ClientIndex client) {
  if (story.cells[cell].is_token || !view.present) return false;
  if (view.members.empty()) return view.owner == client;
  std::size_t within = view.members.size();
  if (story.limit && story.cells[cell].shape == language::Shape::ranked)
    within = std::min(within, static_cast<std::size_t>(std::max<std::int64_t>(0, *story.limit)));
  return std::any_of(view.members.begin(), view.members.begin() + static_cast<std::ptrdiff_t>(within),
                     [client](const MemberView& member) { return member.owner == client; });
}

/// The cells through which each client has owned something in its present round.
class Holdings {
 public:
  explicit Holdings(const trace::Counterexample& story)
      : story_(story), held_(story.clients.size(), std::vector<bool>(story.cells.size(), false)) {}

  void update(const View& view) {
    for (std::uint32_t client = 0; client < held_.size(); ++client) {
      if (!view.clients[client].in_round) held_[client].assign(story_.cells.size(), false);
      for (std::size_t cell = 0; cell < story_.cells.size(); ++cell) {
        if (view.clients[client].in_round && owns(story_, cell, view.cells[cell], client)) held_[client][cell] = true;
      }
    }
  }

  /// It has owned something, and owns none of it any more: said only when there is no doubt.
  bool has_lost(const View& view, std::uint32_t client) const {
    bool held_any = false;
    for (std::size_t cell = 0; cell < story_.cells.size(); ++cell) {
      if (!held_[client][cell]) continue;
      held_any = true;
      if (owns(story_, cell, view.cells[cell], client)) return false;
    }
    return held_any;
  }

 private:
  const trace::Counterexample& story_;
  std::vector<std::vector<bool>> held_;
};

Presence presence_of(const ClientView& client, bool has_lost) {
  if (client.crashed || client.gone) return Presence::dead;
  if (client.inside_critical) return has_lost ? Presence::overhang : Presence::inside;
  return client.in_round ? Presence::in_round : Presence::idle;
}

/// Where a loop begins and where it is back is one situation: what could happen there is marked at both.
void mark_could_go(const trace::Counterexample& story, std::vector<std::vector<ClientMoment>>& moments) {
  for (const trace::CouldGo& could : story.could_go) {
    if (could.client >= story.clients.size() || could.view >= moments.size()) continue;
    moments[could.view][could.client].could_go = true;
    const bool is_end = could.view == story.loop_start || could.view + 1 == moments.size();
    if (is_end) moments[story.loop_start][could.client].could_go = moments.back()[could.client].could_go = true;
  }
}

}  // namespace

std::vector<std::vector<ClientMoment>> client_moments(const trace::Counterexample& story) {
  std::vector<std::vector<ClientMoment>> moments;
  Holdings holdings(story);
  for (const View& view : story.views) {
    holdings.update(view);
    std::vector<ClientMoment>& row = moments.emplace_back();
    for (std::uint32_t client = 0; client < view.clients.size(); ++client) {
      row.push_back(
          {presence_of(view.clients[client], holdings.has_lost(view, client)), view.clients[client].paused, false});
    }
  }
  mark_could_go(story, moments);
  return moments;
}

}  // namespace interlock::reports
