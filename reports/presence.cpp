#include "reports/presence.hpp"

#include "engine/trace/cells.hpp"

#include <algorithm>
#include <optional>
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
  const bool is_shared = std::find(view.shared.begin(), view.shared.end(), client) != view.shared.end();
  if (view.members.empty()) return view.owner == client || is_shared;
  std::size_t within = view.members.size();
  if (cell.limit) within = std::min(within, static_cast<std::size_t>(std::max<std::int64_t>(0, *cell.limit)));
  return std::any_of(view.members.begin(), view.members.begin() + static_cast<std::ptrdiff_t>(within),
                     [client](const MemberView& member) { return member.owner == client; });
}

/// Cells of one name on the servers of one array are a vote: they belong to whoever has most of them.
std::vector<std::vector<std::size_t>> votes_of(const trace::Counterexample& story) {
  std::vector<std::vector<std::size_t>> votes;
  for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
    const auto is_its = [&](const std::vector<std::size_t>& vote) {
      return trace::are_one_vote(story, vote.front(), cell);
    };
    const auto vote = std::find_if(votes.begin(), votes.end(), is_its);
    if (vote == votes.end())
      votes.push_back({cell});
    else
      vote->push_back(cell);
  }
  return votes;
}

/// What a client has had in its present round by the cells of a vote, up to its entry into critical.
struct Held {
  std::size_t most = 0;       ///< of these cells at the same time; 0: it has not owned any of them
  bool tells_who = false;     ///< by an id, or a client's name
  bool has_deadline = false;  ///< it ends by itself
};

/// Through which cells each client has owned something in its present round, up to its entry into critical. What it
/// puts somewhere while it is inside (a heartbeat, what the lock protects) it does not hold the lock by.
class Holdings {
 public:
  explicit Holdings(const trace::Counterexample& story)
      : story_(story),
        votes_(votes_of(story)),
        held_(story.clients.size(), std::vector<Held>(votes_.size())),
        lease_(story.clients.size()),
        was_inside_(story.clients.size(), false) {}

  void update(const View& view) {
    for (language::ClientIndex client{0}; client < held_.size(); ++client) {
      const ClientView& shown = view.clients[client];
      if (!shown.in_round) held_[client].assign(votes_.size(), {});
      if (!shown.in_round) lease_[client].reset();
      for (std::size_t vote = 0; vote < votes_.size() && !was_inside_[client]; ++vote)
        if (shown.in_round && count(view, vote, client) > 0) note_held(view, vote, client);
      if (shown.lease) lease_[client] = vote_of(*shown.lease);
      was_inside_[client] = shown.inside_critical;
    }
  }

  /// It has owned something, and owns none of it any more, or less than most and than it came in with: said only when
  /// there is no doubt. Beside what says whose it is, moments say nothing; beside its lease, what ends by itself.
  bool has_lost(const View& view, language::ClientIndex client) const {
    const std::vector<Held>& held = held_[client];
    const bool has_names = std::any_of(held.begin(), held.end(), [](const Held& one) { return one.tells_who; });
    const std::optional<std::size_t> lease = lease_[client];
    const bool has_lease = lease && held[*lease].most > 0;
    bool held_any = false;
    for (std::size_t vote = 0; vote < votes_.size(); ++vote) {
      if (held[vote].most == 0 || (has_names && !held[vote].tells_who)) continue;
      if (has_lease && vote != *lease && held[vote].has_deadline) continue;
      held_any = true;
      const std::size_t now = count(view, vote, client);
      if (2 * now > votes_[vote].size() || now >= held[vote].most) return false;
    }
    return held_any;
  }

 private:
  std::size_t vote_of(std::size_t cell) const {
    const auto has_it = [cell](const std::vector<std::size_t>& vote) {
      return std::find(vote.begin(), vote.end(), cell) != vote.end();
    };
    return static_cast<std::size_t>(std::find_if(votes_.begin(), votes_.end(), has_it) - votes_.begin());
  }

  void note_held(const View& view, std::size_t vote, language::ClientIndex client) {
    Held& held = held_[client][vote];
    held.most = std::max(held.most, count(view, vote, client));
    for (const std::size_t cell : votes_[vote]) {
      if (!owns(story_, cell, view.cells[cell], client)) continue;
      held.has_deadline = held.has_deadline || view.cells[cell].deadline;
      held.tells_who = held.tells_who || !trace::is_moment(story_.cells[cell], view.cells[cell]);
    }
  }

  std::size_t count(const View& view, std::size_t vote, language::ClientIndex client) const {
    return static_cast<std::size_t>(std::count_if(votes_[vote].begin(), votes_[vote].end(), [&](std::size_t cell) {
      return owns(story_, cell, view.cells[cell], client);
    }));
  }

  const trace::Counterexample& story_;
  std::vector<std::vector<std::size_t>> votes_;
  std::vector<std::vector<Held>> held_;            // by client, then vote
  std::vector<std::optional<std::size_t>> lease_;  // by client: the vote that its lease is on
  std::vector<bool> was_inside_;                   // by client
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
