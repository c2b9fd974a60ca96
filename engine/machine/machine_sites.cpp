// Sites: the places from which a client's step or a fault can come. What came of one before, in another state that
// looks the same from there, is looked up (step_memory.hpp); otherwise the program is run and remembered.

#include "engine/assert.hpp"
#include "engine/machine/footprint.hpp"
#include "engine/machine/machine.hpp"

#include <algorithm>

namespace interlock::machine {

using language::ClientIndex;
using language::FaultKind;

namespace {

/// Outcomes as they are remembered.
constexpr std::uint32_t successor = 1;
constexpr std::uint32_t was_cut = 2;
constexpr std::uint32_t more_choices = 4;

constexpr std::uint32_t choice_bits = 20;

/// The lessons of the checks that give states their labels.
constexpr std::uint64_t checks_number = 1;

bool stays_within(const Footprint& footprint, const std::vector<Unit>& before, std::vector<Unit> after) {
  for (std::uint32_t part = 0; part < footprint.size; ++part) {
    const auto [unit, mask] = footprint.parts[part];
    after[unit] = (after[unit] & ~mask) | (before[unit] & mask);
  }
  return before == after;
}

std::uint64_t lesson_number(std::uint32_t site, std::uint32_t choice) {
  return (std::uint64_t{site} + 1) << choice_bits | choice;
}

}  // namespace

std::uint32_t Machine::add_site(const Site& site, const FootprintFinder& finder) {
  sites_.push_back(site);
  sites_.back().footprint = finder.footprint();
  sites_.back().action = pack_action({site.kind, site.client, site.thread, 0});
  most_parts_ = std::max<std::size_t>(most_parts_, sites_.back().footprint.size);
  return static_cast<std::uint32_t>(sites_.size() - 1);
}

void Machine::find_step_sites(ClientIndex client) {
  const Program& program = programs_[client];
  const ClientWords& block = layout_.clients[client];
  const auto footprint = [&](std::uint32_t start, bool begins_round) {
    FootprintFinder finder(around_, *packing_);
    finder.add_client(client);
    finder.add(layout_.begun);
    finder.add_code(program.code, start, begins_round);
    for (const Check& check : edge_checks_) finder.add_code(checks_code_.code, check.start);
    return finder;
  };
  for (std::uint32_t thread = 0; thread < block.location.size(); ++thread) {
    Spot spot{packing_->range_of(block.location[thread]), {}, client, 0, false};
    for (std::uint32_t at = 0; at < program.locations.size(); ++at) {
      const Location& location = program.locations[at];
      const bool is_idle = thread == 0 && at == 0;
      const bool is_here = is_idle || (at != 0 && location.thread == thread);
      const Site site{MoveKind::step, client, thread, 0, {}, 0};
      spot.sites.push_back(is_here ? add_site(site, footprint(is_idle ? program.begin : location.entry, is_idle))
                                   : no_site);
    }
    step_spots_.push_back(std::move(spot));
  }
  Spot give_up{packing_->range_of(block.location[0]), {}, client, 0, false};
  bool can_give_up = false;
  for (const Location& location : program.locations) {
    const bool is_here = location.limited && location.thread == 0;
    can_give_up = can_give_up || is_here;
    const Site site{MoveKind::give_up, client, 0, 0, {}, 0};
    give_up.sites.push_back(is_here ? add_site(site, footprint(location.give_up, false)) : no_site);
  }
  if (can_give_up) step_spots_.push_back(std::move(give_up));
}

void Machine::find_fault_sites(ClientIndex client) {
  const Program& program = programs_[client];
  const ClientWords& block = layout_.clients[client];
  for (std::size_t fault = 0; fault < scenario_.faults.size(); ++fault) {
    const FaultKind kind = scenario_.faults[fault].kind;
    const bool is_clock = kind == FaultKind::skew || kind == FaultKind::drift;
    Spot spot{packing_->range_of(block.location[0]), {}, client, fault, is_clock};
    for (std::uint32_t at = 0; at < program.locations.size() && !is_clock; ++at) {
      if (kind == FaultKind::crash && at == 0) {  // nothing to lose
        spot.sites.push_back(no_site);
        continue;
      }
      FootprintFinder finder(around_, *packing_);
      finder.add_client(client);
      finder.add(layout_.begun);
      finder.add(layout_.strikes[static_cast<std::size_t>(kind)]);
      if (kind == FaultKind::crash) {
        for (const Register word : layout_.client_names) finder.add(word);
        finder.add_code(program.code, program.disconnect);
      } else {
        for (const Location& location : program.locations)
          if (location.kind == LocationKind::when) finder.add_code(program.code, location.guard);
      }
      const MoveKind move = kind == FaultKind::crash ? MoveKind::crash : MoveKind::pause;
      spot.sites.push_back(add_site({move, client, 0, fault, {}, 0}, finder));
    }
    fault_spots_.push_back(std::move(spot));
  }
}

void Machine::find_sites() {
  for (ClientIndex client = 0; client < layout_.clients.size(); ++client) {
    find_step_sites(client);
    find_fault_sites(client);
  }
  FootprintFinder finder(around_, *packing_);
  for (const Check& check : state_checks_) {
    finder.add_code(checks_code_.code, check.start);
    if (check.client != language::nothing) finder.add(layout_.clients[check.client].location[0]);
  }
  checks_footprint_ = finder.footprint();
  most_parts_ = std::max<std::size_t>(most_parts_, checks_footprint_.size);
}

bool Machine::start_of(const Word* words, const Site& site, std::uint32_t& start) const {
  if (site.kind == MoveKind::step) return step_start(words, site.client, site.thread, start);
  const ClientWords& block = layout_.clients[site.client];
  start = programs_[site.client].locations[static_cast<std::size_t>(words[block.location[0]])].give_up;
  return words[block.timer[0]] == 0;
}

RunEnd Machine::run_site(Workspace& workspace, const Site& site, std::uint64_t& labels) const {
  if (is_fault(site.kind)) return strike(workspace, site);
  std::uint32_t start = 0;
  if (!start_of(workspace.base.data(), site, start)) return RunEnd::blocked;
  return run_once(workspace, site.client, start, site.thread, labels);
}

void Machine::site_successors(Workspace& workspace, const SuccessorSink& sink, const Spot& spot) const {
  const Unit* parent = workspace.parent.data();
  const std::uint32_t index = spot.sites[bits_at(parent, spot.location)];
  if (index == no_site) return;
  const Site& site = sites_[index];
  for (std::uint32_t choice = 0;; ++choice) {
    const auto lesson = workspace.memory.find(lesson_number(index, choice), site.footprint, parent);
    if (!lesson) return explore_site(workspace, sink, index, choice);
    const std::uint32_t outcome = lesson.outcome();
    if ((outcome & successor) != 0) {
      copy_units(workspace.packed.data(), parent, packing_->units());
      for (std::uint32_t part = 0; part < site.footprint.size; ++part)
        workspace.packed[site.footprint.parts[part].unit] ^= lesson.change(part);
      const std::uint64_t labels = lesson.labels();
      if (finish_packed(workspace, false))
        give(workspace, sink, site.kind, site.action | choice, labels);
      else
        sink.cut(sink.receiver);
    }
    if ((outcome & was_cut) != 0) sink.cut(sink.receiver);
    if ((outcome & more_choices) == 0) return;
  }
}

/// Runs the program with its choices from `first` on.
void Machine::explore_site(Workspace& workspace, const SuccessorSink& sink, std::uint32_t index,
                           std::uint32_t first) const {
  const Site& site = sites_[index];
  load(workspace);
  workspace.choices.clear();
  std::uint32_t choice = 0;
  for (bool more = true; more; ++choice) {
    INTERLOCK_ASSERT(choice < 1U << choice_bits, "an action fits 32 bits");
    std::uint64_t labels = 0;
    const RunEnd end = run_site(workspace, site, labels);
    more = workspace.choices.next();
    if (choice < first) continue;
    const bool is_done = end == RunEnd::done;
    const bool fits = !is_done || packing_->try_pack(workspace.words.data(), workspace.packed.data());
    if (fits && site.footprint.fits) {
      INTERLOCK_ASSERT(!is_done || stays_within(site.footprint, workspace.parent, workspace.packed),
                       "a step changes only what it was found to change");
      const std::uint32_t outcome =
          (is_done ? successor : 0) | (end == RunEnd::cut ? was_cut : 0) | (more ? more_choices : 0);
      workspace.memory.put(lesson_number(index, choice), outcome, labels, site.footprint, workspace.parent.data(),
                           is_done ? workspace.packed.data() : workspace.parent.data());
    }
    if (end == RunEnd::cut) sink.cut(sink.receiver);
    if (!is_done) continue;
    if (fits ? finish_packed(workspace, true) : finish_words(workspace, false))
      give(workspace, sink, site.kind, site.action | choice, labels);
    else
      sink.cut(sink.receiver);
  }
}

std::uint64_t Machine::labels(Workspace& workspace, const std::byte* state) const {
  if (state_checks_.empty()) return 0;
  take_parent(workspace, state);
  if (!checks_footprint_.fits) return find_labels(workspace);
  const Unit* parent = workspace.parent.data();
  if (const auto lesson = workspace.memory.find(checks_number, checks_footprint_, parent)) return lesson.labels();
  const std::uint64_t labels = find_labels(workspace);
  workspace.memory.put(checks_number, 0, labels, checks_footprint_, parent, parent);
  return labels;
}

}  // namespace interlock::machine
