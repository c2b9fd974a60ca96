#include "reports/presence.hpp"

#include "engine/trace/cells.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace interlock::reports {
namespace {

/// A ranked set counts where its rank is asked for; if none is, each of them does.
bool decides(const trace::Counterexample& story, const trace::Cell& cell) {
  if (cell.shape != language::Shape::ranked || cell.limit) return true;
  return std::none_of(story.cells.begin(), story.cells.end(),
                      [](const trace::Cell& other) { return other.shape == language::Shape::ranked && other.limit; });
}

/// Does the server treat `client` as an owner through this cell? A member counts only within the limit, if one is
/// known; a token is a number, not a lock.
bool owns(const trace::Counterexample& story, std::size_t index, const CellView& view, language::ClientIndex client) {
  const trace::Cell& cell = story.cells[index];
  if (cell.is_token || !cell.matters || !view.present || !decides(story, cell)) return false;
  if (trace::is_at_rest(story, index, view) || trace::is_plain_value(cell, view)) return false;
  if (view.members.empty()) return view.owner == client;
  std::size_t within = view.members.size();
  if (cell.limit) within = std::min(within, static_cast<std::size_t>(std::max<std::int64_t>(0, *cell.limit)));
  return std::any_of(view.members.begin(), view.members.begin() + static_cast<std::ptrdiff_t>(within),
                     [client](const MemberView& member) { return member.owner == client; });
}

std::string array_of(const std::string& server) { return server.substr(0, server.find('[')); }

/// Cells of one name on the servers of one array are a vote: they belong to whoever has most of them.
std::vector<std::vector<std::size_t>> votes_of(const trace::Counterexample& story) {
  std::vector<std::vector<std::size_t>> votes;
  for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
    const auto is_its = [&](const std::vector<std::size_t>& vote) {
      const trace::Cell& first = story.cells[vote.front()];
      return first.server != story.cells[cell].server && first.name == story.cells[cell].name &&
             story.servers[first.server].find('[') != std::string::npos &&
             array_of(story.servers[first.server]) == array_of(story.servers[story.cells[cell].server]);
    };
    const auto vote = std::find_if(votes.begin(), votes.end(), is_its);
    if (vote == votes.end())
      votes.push_back({cell});
    else
      vote->push_back(cell);
  }
  return votes;
}

/// Through which cells each client has owned something in its present round, up to its entry into critical. What it
/// puts somewhere while it is inside (a heartbeat, what the lock protects) it does not hold the lock by.
class Holdings {
 public:
  explicit Holdings(const trace::Counterexample& story)
      : story_(story),
        votes_(votes_of(story)),
        held_(story.clients.size(), std::vector<bool>(votes_.size(), false)),
        tells_who_(held_),
        was_inside_(story.clients.size(), false) {}

  void update(const View& view) {
    for (language::ClientIndex client{0}; client < held_.size(); ++client) {
      const ClientView& shown = view.clients[client];
      if (!shown.in_round) held_[client].assign(votes_.size(), false);
      if (!shown.in_round) tells_who_[client].assign(votes_.size(), false);
      for (std::size_t vote = 0; vote < votes_.size() && !was_inside_[client]; ++vote) {
        if (shown.in_round && count(view, vote, client) > 0) note_held(view, vote, client);
      }
      was_inside_[client] = shown.inside_critical;
    }
  }

  /// It has owned something, and owns none of it any more, or less than most: said only when there is no doubt. Beside
  /// what says whose it is, moments say nothing.
  bool has_lost(const View& view, language::ClientIndex client) const {
    const auto& names = tells_who_[client];
    const bool has_names = std::find(names.begin(), names.end(), true) != names.end();
    bool held_any = false;
    for (std::size_t vote = 0; vote < votes_.size(); ++vote) {
      if (!held_[client][vote] || (has_names && !names[vote])) continue;
      held_any = true;
      if (2 * count(view, vote, client) > votes_[vote].size()) return false;
    }
    return held_any;
  }

 private:
  void note_held(const View& view, std::size_t vote, language::ClientIndex client) {
    held_[client][vote] = true;
    for (const std::size_t cell : votes_[vote])
      if (owns(story_, cell, view.cells[cell], client) && !trace::is_moment(story_.cells[cell], view.cells[cell]))
        tells_who_[client][vote] = true;
  }

  std::size_t count(const View& view, std::size_t vote, language::ClientIndex client) const {
    return static_cast<std::size_t>(std::count_if(votes_[vote].begin(), votes_[vote].end(), [&](std::size_t cell) {
      return owns(story_, cell, view.cells[cell], client);
    }));
  }

  const trace::Counterexample& story_;
  std::vector<std::vector<std::size_t>> votes_;
  std::vector<std::vector<bool>> held_;       // by client, then vote
  std::vector<std::vector<bool>> tells_who_;  // likewise: by an id, or a client's name
  std::vector<bool> was_inside_;              // by client
};

Presence presence_of(const ClientView& client, bool has_lost) {
  if (client.crashed) return Presence::dead;  // who is gone without a crash has had its only round
  if (client.inside_critical) return has_lost ? Presence::overhang : Presence::inside;
  return client.in_round ? Presence::in_round : Presence::idle;
}

/// Of those outside critical, the innermost that has a name.
std::string section_of(const ClientView& client) {
  return client.inside_critical || client.sections.empty() ? std::string() : client.sections.back();
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
    for (language::ClientIndex client{0}; client < view.clients.size(); ++client) {
      row.push_back({presence_of(view.clients[client], holdings.has_lost(view, client)), view.clients[client].paused,
                     false, section_of(view.clients[client])});
    }
  }
  mark_could_go(story, moments);
  return moments;
}

}  // namespace interlock::reports
