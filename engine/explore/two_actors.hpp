#pragma once
// Is there a run in which two actors take edges with a label, one after the other? Where only one ever does, what is
// said of two of them proves nothing.
//
// From each such edge on, the one who took it is followed through the slots in which it stands, until somebody else
// takes one. Where there is such a run, it is usually near.

#include "engine/explore/edge_scan.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/state_store.hpp"
#include "engine/explore/thread_team.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace interlock::explore {

template <FairSystem System>
class TwoActors {
 public:
  TwoActors(const System& system, const StateStore& store, std::uint64_t label, StopWatch& watch)
      : system_(system),
        store_(store),
        label_(label),
        watch_(watch),
        slots_(system.threads().size()),
        workspace_(system.make_workspace()),
        team_(1),
        scan_(system, store, team_),
        seen_(std::size_t{store.size()} * slots_, false) {}

  /// Throws Stopped.
  bool exist() {
    if (store_.is_stored()) return exist_in_order();
    for (StateId id = 0; id < store_.size() && !found_; ++id) {
      watch_.look();
      from(id, [&](const Edge& edge, std::uint32_t actor) {
        if (is_taken(edge)) meet(edge, actor);
      });
      follow();
    }
    return found_;
  }

 private:
  using Place = std::pair<StateId, std::uint32_t>;  // and the slot of the one who took the first edge

  bool is_taken(const Edge& edge) const { return (edge.labels & label_) != 0; }

  template <class Take>
  void from(StateId id, const Take& take) {
    scan_.scan(
        id, id + 1, Cost::time | Cost::step | Cost::fault, [](const Edge&) { return true; },
        [&](const Edge& edge) { take(edge, system_.turn(edge.action).actor); });
  }

  /// The same where states are far away: in their order, and again until nothing new comes.
  bool exist_in_order() {
    constexpr StateId states_between_questions = StateId{1} << 16U;
    for (bool is_new = true; is_new && !found_;) {
      is_new = false;
      for (StateId first = 0; first < store_.size() && !found_;) {
        const StateId end = first + std::min(store_.size() - first, states_between_questions);
        scan_.scan(
            first, end, Cost::time | Cost::step | Cost::fault, [](const Edge&) { return true; },
            [&](const Edge& edge) { go_on_by(edge); });
        for (StateId id = first; id < end; ++id) watch_.look();
        is_new = is_new || !open_.empty();
        open_.clear();
        first = end;
      }
    }
    return found_;
  }

  void go_on_by(const Edge& edge) {
    const std::uint32_t actor = system_.turn(edge.action).actor;
    if (is_taken(edge)) meet(edge, actor);
    for (std::uint32_t slot = 0; slot < slots_ && !found_; ++slot) {
      if (!seen_[std::size_t{edge.from} * slots_ + slot]) continue;
      found_ = is_taken(edge) && actor != slot;
      if (!found_) meet(edge, slot);
    }
  }

  void meet(const Edge& edge, std::uint32_t slot) {
    const Standing renamed = system_.passage(workspace_, store_.state(edge.from), edge.action).renamed;
    const Place place{edge.to, renamed[slot]};
    if (seen_[std::size_t{place.first} * slots_ + place.second]) return;
    seen_[std::size_t{place.first} * slots_ + place.second] = true;
    open_.push_back(place);
  }

  void follow() {
    while (!open_.empty() && !found_) {
      const auto [id, slot] = open_.back();
      open_.pop_back();
      watch_.look();
      from(id, [&, first = slot](const Edge& edge, std::uint32_t actor) {
        found_ = found_ || (is_taken(edge) && actor != first);
        if (!found_) meet(edge, first);
      });
    }
  }

  const System& system_;
  const StateStore& store_;
  std::uint64_t label_;
  StopWatch& watch_;
  std::size_t slots_;
  WorkspaceOf<System> workspace_;
  ThreadTeam team_;
  EdgeScan<System> scan_;
  std::vector<bool> seen_;
  std::vector<Place> open_;
  bool found_ = false;
};

/// Of a complete search; nothing where `keep_going` stops it, or there is no room.
template <FairSystem System>
std::optional<bool> two_actors_take(const System& system, const StateStore& store, const Outcome& outcome,
                                    std::uint64_t label, const Settings& settings) {
  const std::uint64_t bytes = outcome.states * system.threads().size() / 4;  // what is seen, and what is open
  if (bytes > bytes_left(settings.limits, outcome, store.state_bytes())) return std::nullopt;
  try {
    StopWatch watch(settings, progress_of(outcome, Activity::looking_ahead));
    return TwoActors<System>(system, store, label, watch).exist();
  } catch (const Stopped&) {
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

}  // namespace interlock::explore
