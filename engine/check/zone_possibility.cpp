#include "engine/check/zone_possibility.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace interlock::check {

using explore::Obligation;
using explore::StateId;
using machine::SymbolicPart;
using machine::SymbolicState;
using machine::Zone;

ZonePossibilities::ZonePossibilities(machine::SymbolicMachine& machine, const ZoneSearch& search,
                                     const explore::Settings& settings)
    : machine_(machine), search_(search), watch_(settings, search.progress(explore::Activity::looking_ahead)) {
  for (StateId id = 0; id < search_.states(); ++id) {
    const auto largest = search_.largest(search_.state(id));
    if (std::find(largest.begin(), largest.end(), id) == largest.end()) continue;
    const std::size_t group = group_of(search_.state(id));
    groups_[group].states.push_back(id);
    for (SymbolicPart& part : machine_.parts_of(search_.state(id))) groups_[group].parts.push_back(std::move(part));
  }
  for (StateId id = 0; id < search_.states(); ++id) {
    const auto largest = search_.largest(search_.state(id));
    if (std::find(largest.begin(), largest.end(), id) != largest.end()) find_passages(id);
  }
}

std::size_t ZonePossibilities::group_of(const SymbolicState& state) {
  const auto [found, is_new] = numbers_.emplace(SearchedZones::key(state), groups_.size());
  if (is_new) groups_.emplace_back();
  return found->second;
}

void ZonePossibilities::find_passages(StateId id) {
  const SymbolicState& state = search_.state(id);
  const std::size_t from = group_of(state);
  for (machine::SymbolicSuccessor& next : machine_.onward(state).found) {
    watch_.look();
    const auto to = numbers_.find(SearchedZones::key(next.state));
    INTERLOCK_ASSERT(to != numbers_.end(), "a search that was finished has seen all that follows");
    groups_[to->second].passages_here.push_back(passages_.size());
    passages_.push_back({from, to->second, next.labels, std::move(next.relation)});
  }
}

/// From these moments of a group the goal can be reached, and so it can by waiting for them.
void ZonePossibilities::add(std::size_t group, const Zone& zone) {
  if (zone.is_empty() || groups_[group].is_whole) return;
  bool has_grown = false;
  for (const SymbolicPart& part : groups_[group].parts) {
    Zone here = zone;
    here.meet(part.zone);
    if (here.is_empty()) continue;
    if (part.may_wait) {
      here.go_back();
      here.meet(part.zone);
    }
    if (auto added = groups_[group].possible.add(std::move(here))) {
      work_.push_back({group, std::move(*added)});
      ++pieces_;
      has_grown = true;
    }
  }
  if (has_grown) draw_together(group);
}

/// Where all of a group is possible, its parts stand for the many pieces that they were found in.
void ZonePossibilities::draw_together(std::size_t group) {
  Group& whole = groups_[group];
  const auto is_possible = [&](const SymbolicPart& part) { return whole.possible.includes(part.zone); };
  if (!std::all_of(whole.parts.begin(), whole.parts.end(), is_possible)) return;
  whole.is_whole = true;
  whole.possible = {};
  for (const SymbolicPart& part : whole.parts) whole.possible.add(part.zone);
  for (const Zone& zone : whole.possible.pieces()) work_.push_back({group, zone});
}

/// Where the goal is so, or comes about with the next step.
void ZonePossibilities::begin(const Obligation& obligation) {
  work_.clear();
  pieces_ = 0;
  for (Group& group : groups_) {
    group.possible = {};
    group.is_whole = false;
  }
  for (std::size_t group = 0; group < groups_.size(); ++group)
    for (const SymbolicPart& part : std::vector(groups_[group].parts))
      for (const auto& [labels, zone] :
           machine_.labelled(search_.state(groups_[group].states.front()), part.zone, obligation.states))
        if ((labels & obligation.states) != 0) add(group, zone);
  for (const Passage& passage : passages_)
    if ((passage.labels & obligation.edges) != 0) add(passage.from, passage.relation.before(Zone()));
}

ZoneTrap ZonePossibilities::trap_in(StateId id, const Obligation& obligation, bool& is_asked) {
  const SymbolicState& state = search_.state(id);
  ZoneTrap trap{id, {}};
  for (const SymbolicPart& part : machine_.parts_of(state)) {
    std::vector<Zone> asked;
    if (obligation.asked == 0)
      asked.push_back(part.zone);
    else
      for (auto& [labels, zone] : machine_.labelled(state, part.zone, obligation.asked))
        if ((labels & obligation.asked) != 0) asked.push_back(std::move(zone));
    is_asked = is_asked || !asked.empty();
    for (const Zone& zone : asked)
      for (Zone& rest : groups_[group_of(state)].possible.without(zone)) trap.zones.push_back(std::move(rest));
  }
  return trap;
}

std::optional<ZoneTraps> ZonePossibilities::answer(const Obligation& obligation) {
  constexpr std::size_t most_pieces = 200'000;
  begin(obligation);
  while (!work_.empty()) {
    const Work work = std::move(work_.front());
    work_.pop_front();
    // What was drawn together with others has been put here again.
    const std::vector<Zone>& known = groups_[work.group].possible.pieces();
    if (std::find(known.begin(), known.end(), work.zone) == known.end()) continue;
    for (const std::size_t index : groups_[work.group].passages_here) {
      watch_.look();
      add(passages_[index].from, passages_[index].relation.before(work.zone));
      if (pieces_ > most_pieces) return std::nullopt;
    }
  }
  ZoneTraps result;
  for (StateId id = 0; id < search_.states(); ++id) {
    if (!search_.is_expanded(id)) continue;
    if (!result.traps.empty() && search_.cost(id) != std::pair(result.faults, result.steps)) break;
    bool is_asked = false;
    ZoneTrap trap = trap_in(id, obligation, is_asked);
    if (is_asked) result.never_asked = false;
    if (trap.zones.empty()) continue;
    std::tie(result.faults, result.steps) = search_.cost(id);
    result.traps.push_back(std::move(trap));
  }
  return result;
}

}  // namespace interlock::check
