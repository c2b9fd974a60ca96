// Sites: the places from which a client's step or a fault can come. What came of one before, in another state that
// looks the same from there, is looked up (step_memory.hpp); otherwise the program is run and remembered.

#include "engine/assert.hpp"
#include "engine/machine/compiled/footprint.hpp"
#include "engine/machine/faults/fault_scene.hpp"
#include "engine/machine/machine.hpp"

#include <algorithm>
#include <bit>

namespace interlock::machine {

using language::ClientIndex;
using language::FaultKind;

namespace {

/// Outcomes as they are remembered.
constexpr std::uint32_t successor = 1;
constexpr std::uint32_t was_cut = 2;
constexpr std::uint32_t more_choices = 4;

/// Of the number of a lesson. An action has no more choices than that, and mostly fewer.
constexpr std::uint32_t lesson_choice_bits = 32;

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
  return (std::uint64_t{site} + 1) << lesson_choice_bits | choice;
}

}  // namespace

std::uint32_t Machine::add_site(const Site& site, const FootprintFinder& finder) {
  sites_.push_back(site);
  sites_.back().footprint = finder.footprint();
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
    for (const Check& check : edge_checks_) finder.add_check(checks_code_.code, check.start, check.answer);
    return finder;
  };
  for (std::uint32_t thread = 0; thread < block.location.size(); ++thread) {
    Spot spot{packing_->range_of(block.location[thread]), {}};
    for (std::uint32_t at = 0; at < program.locations.size(); ++at) {
      const Location& location = program.locations[at];
      const bool is_idle = thread == 0 && at == 0;
      const bool is_place = at != 0 && location.kind != LocationKind::passing;
      const bool is_here = is_idle || (is_place && location.thread == thread);
      const Site site{.kind = MoveKind::step, .client = client, .thread = thread};
      spot.sites.push_back(is_here ? add_site(site, footprint(is_idle ? program.begin : location.entry, is_idle))
                                   : no_site);
    }
    step_spots_.push_back(std::move(spot));
    if (block.limit[thread] == no_register) continue;
    Spot give_up{packing_->range_of(block.location[thread]), {}};
    for (const Location& location : program.locations) {
      const Site site{.kind = MoveKind::give_up, .client = client, .thread = thread};
      const bool is_here = location.limited && location.thread == thread;
      give_up.sites.push_back(is_here ? add_site(site, footprint(location.give_up, false)) : no_site);
    }
    step_spots_.push_back(std::move(give_up));
  }
}

/// Where a fault may strike a client or its clock.
Machine::Spot Machine::fault_spot(ClientIndex client, std::size_t fault) {
  const Program& program = programs_[client];
  const FaultKind kind = scenario_.faults[fault].kind;
  const FaultAct& act = act_of(kind);
  const auto site_at = [&](std::uint32_t at) {
    if (act.spares_idle && at == 0) return no_site;
    FootprintFinder finder(around_, *packing_);
    finder.add_client(client);
    finder.add(layout_.begun);
    finder.add(layout_.strikes[static_cast<std::size_t>(kind)]);
    if (act.disconnects) {
      for (const Register word : layout_.client_names) finder.add(word);
      finder.add_code(program.code, program.disconnect);
    }
    if (act.delays)
      for (const Location& location : program.locations)
        if (location.kind == LocationKind::when) finder.add_check(program.code, location.guard, location.guard_answer);
    return add_site({.kind = move_of(kind), .client = client, .fault = fault}, finder);
  };
  if (act.is_alike_everywhere) return {{}, {site_at(0)}};
  Spot spot{packing_->range_of(layout_.clients[client].location[0]), {}};
  for (std::uint32_t at = 0; at < program.locations.size(); ++at)
    spot.sites.push_back(program.locations[at].kind == LocationKind::passing ? no_site : site_at(at));
  return spot;
}

void Machine::find_sites() {
  const auto target_of = [&](std::size_t fault) { return language::rule_of(scenario_.faults[fault].kind).target; };
  sites_.push_back({.kind = MoveKind::time});
  for (const language::VariableIndex variable : expiring_) {
    expiry_sites_.push_back(static_cast<std::uint32_t>(sites_.size()));
    sites_.push_back({.kind = MoveKind::expiry, .variable = variable});
  }
  for (ClientIndex client = 0; client < layout_.clients.size(); ++client) {
    if (layout_.clients[client].delayed.empty()) continue;
    resume_sites_.push_back(static_cast<std::uint32_t>(sites_.size()));
    sites_.push_back({.kind = MoveKind::resume, .client = client});
  }
  for (ClientIndex client = 0; client < layout_.clients.size(); ++client) {
    find_step_sites(client);
    for (std::size_t fault = 0; fault < scenario_.faults.size(); ++fault)
      if (target_of(fault) != language::FaultTarget::server) fault_spots_.push_back(fault_spot(client, fault));
  }
  // A fault of a server may see and change everything, wherever the clients are.
  FootprintFinder all(around_, *packing_);
  for (Register word = 0; word < layout_.fields.size(); ++word) all.add(word);
  for (std::size_t fault = 0; fault < scenario_.faults.size(); ++fault)
    for (std::uint32_t server = 0; server < model_.servers.size(); ++server)
      if (target_of(fault) == language::FaultTarget::server)
        fault_spots_.push_back(
            {{}, {add_site({.kind = move_of(scenario_.faults[fault].kind), .server = server, .fault = fault}, all)}});
  // No action has all its bits set: that one is the search's word for none.
  choice_bits_ = static_cast<std::uint32_t>(32 - std::bit_width(sites_.size()));
  for (const language::Fault& fault : scenario_.faults)
    if (language::rule_of(fault.kind).target == language::FaultTarget::clock) {
      const auto offsets = static_cast<std::uint64_t>(2 * (fault.amount / ticks_.microseconds) + 1);
      require_within(Limit::clock_offsets, offsets);
    }
  FootprintFinder finder(around_, *packing_);
  finder.add_checks(state_checks_);
  checks_footprint_ = finder.footprint();
  most_parts_ = std::max<std::size_t>(most_parts_, checks_footprint_.size);
}

bool Machine::start_of(const Word* words, const Site& site, std::uint32_t& start) const {
  if (site.kind == MoveKind::step) return step_start(words, site.client, site.thread, start);
  const ClientWords& block = layout_.clients[site.client];
  const auto at = static_cast<std::size_t>(words[block.location[site.thread]]);
  start = programs_[site.client].locations[at].give_up;
  return words[block.limit[site.thread]] == 0;
}

RunEnd Machine::run_site(Workspace& workspace, const Site& site, std::uint64_t& labels) const {
  if (is_fault(site.kind)) return strike(workspace, site);
  std::uint32_t start = 0;
  if (!start_of(workspace.base.data(), site, start)) return RunEnd::blocked;
  return run_once(workspace, site.client, start, site.thread, labels);
}

void Machine::site_successors(Workspace& workspace, const SuccessorSink& sink, std::uint32_t index) const {
  if (!reductions_.memory || reductions_.distrust_memory) return explore_site(workspace, sink, index, 0);
  const Unit* parent = workspace.parent.data();
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
        give(workspace, sink, site.kind, packed(index, choice), labels);
      else
        sink.cut(sink.receiver);
    }
    if ((outcome & was_cut) != 0) sink.cut(sink.receiver);
    if ((outcome & more_choices) == 0) return;
  }
}

void Machine::compare_with_memory(const Workspace& workspace, std::uint64_t number, std::uint32_t outcome,
                                  std::uint64_t labels, const Footprint& footprint,
                                  const std::vector<Unit>& after) const {
  const std::vector<Unit>& before = workspace.parent;
  const auto lesson = workspace.memory.find(number, footprint, before.data());
  if (!reductions_.distrust_memory || !lesson) return;
  INTERLOCK_ASSERT(lesson.outcome() == outcome && lesson.labels() == labels,
                   "what is looked up is what would be found");
  for (std::uint32_t part = 0; part < footprint.size; ++part) {
    const auto [unit, mask] = footprint.parts[part];
    INTERLOCK_ASSERT(lesson.change(part) == ((before[unit] ^ after[unit]) & mask),
                     "what is looked up is what would be");
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
    if (choice_of(choice) != choice) {
      note(GaveUp::choices);
      return sink.cut(sink.receiver);
    }
    std::uint64_t labels = 0;
    const RunEnd end = run_site(workspace, site, labels);
    more = workspace.choices.next();
    if (choice < first) continue;
    const bool is_done = end == RunEnd::done;
    const bool fits = !is_done || packing_->try_pack(workspace.words.data(), workspace.packed.data());
    if (fits && site.footprint.fits && reductions_.memory) {
      INTERLOCK_ASSERT(!is_done || stays_within(site.footprint, workspace.parent, workspace.packed),
                       "a step changes only what it was found to change");
      const std::uint32_t outcome =
          (is_done ? successor : 0) | (end == RunEnd::cut ? was_cut : 0) | (more ? more_choices : 0);
      const std::vector<Unit>& after = is_done ? workspace.packed : workspace.parent;
      const std::uint64_t number = lesson_number(index, choice);
      compare_with_memory(workspace, number, outcome, labels, site.footprint, after);
      workspace.memory.put(number, outcome, labels, site.footprint, workspace.parent.data(), after.data());
    }
    if (end == RunEnd::cut) sink.cut(sink.receiver);
    if (!is_done) continue;
    if (fits ? finish_packed(workspace, true) : finish_words(workspace, false))
      give(workspace, sink, site.kind, packed(index, choice), labels);
    else
      sink.cut(sink.receiver);
  }
}

std::uint64_t Machine::labels(Workspace& workspace, const std::byte* state) const {
  if (state_checks_.empty()) return 0;
  take_parent(workspace, state);
  if (!checks_footprint_.fits || !reductions_.memory) return find_labels(workspace);
  const Unit* parent = workspace.parent.data();
  const auto lesson = workspace.memory.find(checks_number, checks_footprint_, parent);
  if (lesson && !reductions_.distrust_memory) return lesson.labels();
  const std::uint64_t labels = find_labels(workspace);
  compare_with_memory(workspace, checks_number, 0, labels, checks_footprint_, workspace.parent);
  workspace.memory.put(checks_number, 0, labels, checks_footprint_, parent, parent);
  return labels;
}

}  // namespace interlock::machine
