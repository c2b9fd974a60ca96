// What can come after a state: from which of its moments, and how these lie to the moments after.

#include "engine/machine/symbolic/symbolic_machine.hpp"

#include <utility>

namespace interlock::machine {

using language::ClientIndex;

std::vector<SymbolicPart> SymbolicMachine::parts_of(const SymbolicState& state) {
  std::vector<SymbolicPart> parts;
  Choices choices;
  do {
    choices.restart();
    SymbolicTime time(scene_.zone, choices);
    load(state.words, state.zone, 0, time);
    SymbolicPart part;
    part.may_wait = !is_anyone_urgent(time);
    // What was taken in beyond the moments that time does not pass by.
    if (part.may_wait) keep_before_ends(time);
    part.zone = scene_.zone;
    if (!part.zone.is_empty()) parts.push_back(std::move(part));
  } while (choices.next());
  return parts;
}

/// Elsewhere the next step ends it.
bool SymbolicMachine::may_end_a_pause(const SymbolicState& state) const {
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
    const ClientWords& block = layout_.clients[client];
    if (!block.pause_left || !runs(block.pause_left, state.words.data())) continue;
    const auto at = static_cast<std::size_t>(state.words[block.location[0]]);
    if (parts_.programs[client].locations[at].kind == LocationKind::when) return true;
  }
  return false;
}

SymbolicSuccessors SymbolicMachine::onward(const SymbolicState& state) {
  const std::size_t moments = state.zone.size() - 1;
  std::vector<MomentSource> twice;
  for (int copy = 0; copy < 2; ++copy)
    for (std::size_t moment = 1; moment <= moments; ++moment) twice.push_back({moment, 0});
  twice.push_back({now_moment, 0});
  const Zone zone = state.zone.arranged(twice);
  SymbolicSuccessors successors;
  for (const Way& way : ways(false)) {
    const bool is_client = way.client != language::nothing;
    if (is_client && way.thread > 0 && state.words[layout_.clients[way.client].location[way.thread]] == 0) continue;
    explore(state, zone, moments + 1, way, successors);
  }
  if (!may_end_a_pause(state)) return successors;
  SymbolicSuccessors by_waiting;
  explore(state, zone, moments + 1, {.kind = MoveKind::time}, by_waiting);
  for (SymbolicSuccessor& next : by_waiting.found)
    if (next.state.words != state.words) successors.found.push_back(std::move(next));
  return successors;
}

SymbolicUnderway SymbolicMachine::underway(const SymbolicState& state) const {
  SymbolicUnderway underway;
  const Word* words = state.words.data();
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
    underway.all.anyone_paused = underway.all.anyone_paused || parts_.time.is_held_up(words, client);
    const ClientWords& block = layout_.clients[client];
    for (std::size_t thread = 0; thread < block.location.size(); ++thread) {
      const auto at = static_cast<std::size_t>(words[block.location[thread]]);
      if (at == 0) continue;
      const std::uint32_t bit = std::uint32_t{1} << thread;
      underway.all.threads[client] |= bit;
      const Location& here = parts_.programs[client].locations[at];
      const bool waits = here.kind == LocationKind::work || here.kind == LocationKind::sleep || here.punctual;
      if (waits && runs(block.timer[thread], words)) underway.waiting[client] |= bit;
    }
  }
  return underway;
}

std::vector<std::size_t> SymbolicMachine::bounding(const SymbolicState& state) {
  Choices choices;
  SymbolicTime time(scene_.zone, choices);
  load(state.words, state.zone, 0, time);
  scene_.zone.pass(moments_of_clocks(time));
  keep_before_ends(time);
  std::vector<std::size_t> moments;
  for (std::size_t moment = 1; moment < scene_.zone.size(); ++moment)
    if (scene_.zone.bound(now_moment, moment) <= Bound::at_most(0)) moments.push_back(moment);
  return moments;
}

std::vector<std::pair<std::uint64_t, Zone>> SymbolicMachine::labelled(const SymbolicState& state, const Zone& zone,
                                                                      std::uint64_t labels) {
  std::vector<std::pair<std::uint64_t, Zone>> found;
  for (const Check& check : parts_.properties.state_checks()) {
    if ((check.bits & labels) == 0) continue;
    Choices choices;
    do {
      choices.restart();
      SymbolicTime time(scene_.zone, choices);
      load(state.words, zone, 0, time);
      const std::uint64_t here = labels_of(parts_.around, {check}, scene_.words.data(), time);
      if (here != 0 && !scene_.zone.is_empty()) found.emplace_back(here, scene_.zone);
    } while (choices.next());
  }
  return found;
}

}  // namespace interlock::machine
