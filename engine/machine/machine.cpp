#include "engine/machine/machine.hpp"

#include "engine/assert.hpp"
#include "engine/machine/faults/fault_scene.hpp"
#include "engine/machine/time/time_operations.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace interlock::machine {

using language::ClientIndex;

Workspace::Workspace(const Machine& machine)
    : parent(machine.packing_->units()),
      packed(machine.packing_->units()),
      unsorted(machine.packing_->units()),
      base(machine.tables_.registers),
      words(machine.tables_.registers),
      guarded(machine.tables_.registers),
      normal_form(machine.layout_, machine.rules_, machine.reductions_),
      memory(machine.most_parts_) {}

void Machine::take_parent(Workspace& workspace, const std::byte* state) const {
  std::memcpy(workspace.parent.data(), state, packing_->bytes());
  workspace.is_loaded = false;
}

void Machine::load(Workspace& workspace) const {
  if (workspace.is_loaded) return;
  packing_->unpack(workspace.parent.data(), workspace.base.data());
  workspace.is_loaded = true;
}

Word* Machine::copy(Workspace& workspace) const {
  load(workspace);
  std::copy(workspace.base.begin(), workspace.base.begin() + static_cast<std::ptrdiff_t>(layout_.fields.size()),
            workspace.words.begin());
  return workspace.words.data();
}

/// What an operation on time gives up for it notes by itself.
void Machine::note_end(const Run& run) const {
  if (run.gave_up != GaveUp::range) note(run.gave_up);
}

/// Several threads may say so.
void Machine::note(GaveUp reason) const {
  const std::atomic_ref<std::uint8_t> shared(reached_[tables_.parts.size() + static_cast<std::size_t>(reason)]);
  if (shared.load(std::memory_order_relaxed) == 0) shared.store(1, std::memory_order_relaxed);
}

void Machine::begin(Word* words) const {
  if (layout_.begun != no_register) words[layout_.begun] = 1;
}

void Machine::sort_packed(Workspace& workspace) const {
  copy_units(workspace.unsorted.data(), workspace.packed.data(), packing_->units());
  const bool moved = packed_form_->sort_blocks(workspace.packed.data());
  workspace.exchange = moved ? Workspace::Exchange::sorted : Workspace::Exchange::none;
}

/// From `words` to their normal form in `packed`. `is_packed`: they stand there as they are already. False: tokens or
/// instants have run further apart than the state has room for.
bool Machine::finish_words(Workspace& workspace, bool is_packed) const {
  Word* words = workspace.words.data();
  const bool sorts_blocks = packed_form_->sorts_blocks();
  bool changed = dead_members_.drop(layout_, words);
  changed = workspace.normal_form.settle(words) || changed;
  if (workspace.normal_form.lacks_range()) {
    note(GaveUp::range);
    return false;
  }
  if (!sorts_blocks) changed = workspace.normal_form.order(words, workspace.renaming) || changed;
  workspace.exchange = Workspace::Exchange::known;
  if ((changed || !is_packed) && !packing_->try_pack(words, workspace.packed.data())) {
    note_overflow(words);
    return false;
  }
  if (sorts_blocks) sort_packed(workspace);
  return true;
}

/// Tokens may have run apart, and deadlines and spans may be longer than there is room for; nothing else overflows.
void Machine::note_overflow(const Word* words) const {
  for (Register word = 0; word < layout_.fields.size(); ++word) {
    if (packing_->fits(word, words[word])) continue;
    const Role role = layout_.fields[word].role;
    INTERLOCK_ASSERT(role != Role::identity && role != Role::client, "every name fits its bits");
    note(role == Role::token ? GaveUp::tokens : GaveUp::range);
  }
}

/// From `packed`, a successor of `parent`, to its normal form. Only what the step has changed can be out of it.
/// `has_words`: the successor stands in `words`, too. False as above.
bool Machine::finish_packed(Workspace& workspace, bool has_words) const {
  const Unit* before = workspace.parent.data();
  const Unit* after = workspace.packed.data();
  const bool must_settle = packed_form_->must_settle(before, after);
  if (!must_settle && packed_form_->sorts_blocks()) {
    sort_packed(workspace);
    return true;
  }
  workspace.exchange = Workspace::Exchange::none;
  if (!must_settle && !packed_form_->must_order(before, after)) return true;
  if (!has_words) packing_->unpack(after, workspace.words.data());
  return finish_words(workspace, true);
}

const Renaming& Machine::last_renaming(Workspace& workspace) const {
  if (workspace.exchange == Workspace::Exchange::none)
    std::iota(workspace.renaming.begin(), workspace.renaming.end(), std::uint8_t{0});
  if (workspace.exchange == Workspace::Exchange::sorted)
    workspace.renaming = packed_form_->sorting_of(workspace.unsorted.data());
  workspace.exchange = Workspace::Exchange::known;
  return workspace.renaming;
}

void Machine::give(Workspace& workspace, const SuccessorSink& sink, MoveKind kind, std::uint32_t action,
                   std::uint64_t labels) {
  sink.take(sink.receiver, kind, action, labels, reinterpret_cast<const std::byte*>(workspace.packed.data()));
}

void Machine::emit(Workspace& workspace, const SuccessorSink& sink, MoveKind kind, std::uint32_t action,
                   std::uint64_t labels) const {
  if (finish_words(workspace, false))
    give(workspace, sink, kind, action, labels);
  else
    sink.cut(sink.receiver);
}

void Machine::initial(Workspace& workspace, std::byte* into) const {
  std::copy(layout_.initial.begin(), layout_.initial.end(), workspace.words.begin());
  const bool fits = finish_words(workspace, false);
  INTERLOCK_ASSERT(fits, "a run begins with values that fit");
  std::memcpy(into, workspace.packed.data(), packing_->bytes());
}

void Machine::successors(Workspace& workspace, const std::byte* state, const WantedMoves& wanted,
                         const SuccessorSink& sink) const {
  take_parent(workspace, state);
  if (wanted.time) {
    time_successor(workspace, sink);
    for (const std::uint32_t site : resume_sites_) resume_successor(workspace, sink, site);
  }
  const auto from = [&](const std::vector<Spot>& spots) {
    for (const Spot& spot : spots) {
      const std::uint32_t site = spot.sites[bits_at(workspace.parent.data(), spot.location)];
      if (site != no_site) site_successors(workspace, sink, site);
    }
  };
  if (wanted.steps) {
    for (const std::uint32_t site : expiry_sites_) expiry_successor(workspace, sink, site);
    from(step_spots_);
  }
  if (wanted.faults) from(fault_spots_);
}

void Machine::expire(Word* words, std::size_t variable) const {
  const Cell& cell = layout_.cells[variable];
  words[cell.present] = 0;
  words[cell.value] = layout_.initial[cell.value];
  words[cell.deadline] = -1;
  if (cell.writer != no_register) words[cell.writer] = -1;
  if (cell.watched < 0) return;
  const auto index = static_cast<std::size_t>(cell.watched);
  for (ClientIndex client = 0; client < layout_.clients.size(); ++client)
    if (words[layout_.watched[index].watching[client]] != 0)
      words[layout_.touched[around_.server_of_watched[index]][client]] = 1;
}

void Machine::expiry_successor(Workspace& workspace, const SuccessorSink& sink, std::uint32_t index) const {
  const language::VariableIndex variable = sites_[index].variable;
  if (packing_->word(workspace.parent.data(), layout_.cells[variable].deadline) != 0) return;
  Word* words = copy(workspace);
  expire(words, variable);
  begin(words);
  emit(workspace, sink, MoveKind::expiry, packed(index, 0), 0);
}

bool Machine::step_start(const Word* words, ClientIndex client, std::size_t thread, std::uint32_t& start) const {
  const ClientWords& block = layout_.clients[client];
  const Program& program = programs_[client];
  const Location& location = program.locations[static_cast<std::size_t>(words[block.location[thread]])];
  start = location.entry;
  switch (location.kind) {
    case LocationKind::idle:
      start = program.begin;
      return thread == 0 && (block.gone == no_register || words[block.gone] == 0);
    case LocationKind::work:
    case LocationKind::sleep: return words[block.timer[thread]] <= location.timer_window;
    case LocationKind::poll: return !location.punctual || words[block.timer[thread]] == 0;
    case LocationKind::call:
    case LocationKind::when: return true;
    case LocationKind::passing: return false;
  }
  return false;
}

RunEnd Machine::run_once(Workspace& workspace, ClientIndex client, std::uint32_t start, std::size_t thread,
                         std::uint64_t& labels) const {
  Word* words = copy(workspace);
  const ClientWords& block = layout_.clients[client];
  Run run;
  run.words = words;
  run.client = client;
  run.from_idle = thread == 0 && words[block.location[0]] == 0;
  run.choices = &workspace.choices;
  run.parts = reached_.data();
  begin(words);
  if (block.paused != no_register) words[block.paused] = 0;
  if (block.pause_left != no_register) words[block.pause_left] = -1;
  if (!block.delayed.empty()) words[block.delayed[thread]] = 0;
  workspace.choices.restart();
  const RunEnd end = execute(around_, programs_[client].code, start, run);
  if (end == RunEnd::cut) note_end(run);
  if (end == RunEnd::done) labels = run.labels | (edge_checks_.empty() ? 0 : edge_labels(workspace, run));
  if ((run.entered & 1) != 0) labels |= entry_label_;
  return end;
}

std::uint64_t Machine::edge_labels(Workspace& workspace, const Run& run) const {
  std::uint64_t labels = 0;
  Run check = run;
  check.words = workspace.words.data();
  for (const Check& one : edge_checks_) {
    if (execute(around_, checks_code_.code, one.start, check) == RunEnd::cut) continue;
    if ((check.words[one.answer] != 0) == one.when) labels |= one.bits;
  }
  return labels;
}

std::uint64_t Machine::find_labels(Workspace& workspace) const {
  load(workspace);
  return labels_of(around_, state_checks_, workspace.base.data());
}

RunEnd Machine::strike(Workspace& workspace, const Site& site) const {
  load(workspace);
  const language::Fault& fault = scenario_.faults[site.fault];
  const FaultAct& act = act_of(fault.kind);
  if (act.delays && !may_be_paused(workspace, workspace.base.data(), site.client)) return RunEnd::blocked;
  const FaultScene scene{layout_, ticks_, fault, copy(workspace), site.client, site.server, workspace.choices};
  workspace.choices.restart();
  if (!act.strike(scene)) return RunEnd::blocked;
  if (act.delays) note_delays(workspace, scene.words, site.client);
  if (act.disconnects) {
    Run run;
    run.words = scene.words;
    run.client = site.client;
    const Program& program = programs_[site.client];
    if (execute(around_, program.code, program.disconnect, run) == RunEnd::cut) {
      note_end(run);
      return RunEnd::cut;
    }
  }
  if (act.begins_the_run) begin(scene.words);
  return RunEnd::done;
}

Action Machine::action(std::uint32_t action) const {
  const Site& site = sites_[site_of(action)];
  return {.kind = site.kind, .client = site.client, .thread = site.thread};
}

Move Machine::describe(Workspace& workspace, const std::byte* state, std::uint32_t action) const {
  const Site& site = sites_[site_of(action)];
  const std::uint32_t choice = choice_of(action);
  Move move;
  move.kind = site.kind;
  move.client = site.client;
  move.thread = site.thread;
  move.variable = site.variable;
  take_parent(workspace, state);
  load(workspace);
  if (site.kind == MoveKind::time) move.ticks = next_moment(workspace);
  const auto kind = fault_of(site.kind);
  if (kind && language::rule_of(*kind).target == language::FaultTarget::clock)
    move.ticks = static_cast<std::int64_t>(choice) - scenario_.faults[site.fault].amount / ticks_.microseconds;
  if (site.kind != MoveKind::step && site.kind != MoveKind::give_up) return move;

  workspace.choices.clear();
  for (std::uint32_t index = 0;; ++index) {
    std::uint64_t labels = 0;
    run_site(workspace, site, labels);
    if (index == choice) break;
    INTERLOCK_ASSERT(workspace.choices.next(), "an action names one of the choices of its step");
  }
  move.choices = workspace.choices.digits();
  return move;
}

Renaming Machine::renaming(Workspace& workspace, const std::byte* state, std::uint32_t action) const {
  struct Search {
    const Machine* machine;
    std::uint32_t action;
    Workspace* workspace;
    Renaming found;
  } search{this, action, &workspace, {}};
  const SuccessorSink sink{&search,
                           [](void* receiver, MoveKind, std::uint32_t taken, std::uint64_t, const std::byte*) {
                             auto* wanted = static_cast<Search*>(receiver);
                             if (taken == wanted->action)
                               wanted->found = wanted->machine->last_renaming(*wanted->workspace);
                           },
                           [](void*) {}};
  const std::uint32_t site = site_of(action);
  take_parent(workspace, state);
  switch (sites_[site].kind) {
    case MoveKind::time: time_successor(workspace, sink); break;
    case MoveKind::expiry: expiry_successor(workspace, sink, site); break;
    case MoveKind::resume: resume_successor(workspace, sink, site); break;
    case MoveKind::step:
    case MoveKind::give_up:
    case MoveKind::pause:
    case MoveKind::crash:
    case MoveKind::skew:
    case MoveKind::drift: site_successors(workspace, sink, site); break;
  }
  return search.found;
}

void Machine::add_reached(const std::vector<std::uint8_t>& reached) const {
  INTERLOCK_ASSERT(reached.size() == reached_.size(), "what was reached is of this machine");
  for (std::size_t part = 0; part < reached.size(); ++part) reached_[part] |= reached[part];
}

std::vector<language::Place> Machine::unreached_parts() const {
  std::vector<bool> is_assert(tables_.parts.size(), false);
  for (const auto& [name, part] : tables_.assert_parts) is_assert[part] = true;
  std::vector<language::Place> places;
  for (std::size_t part = 0; part < tables_.parts.size(); ++part)
    if (reached_[part] == 0 && !is_assert[part]) places.push_back(tables_.parts[part]);
  std::sort(places.begin(), places.end(),
            [](const auto& a, const auto& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); });
  return places;
}

bool Machine::came_to_assert(const std::string& name) const {
  if (tables_.forbidden.contains(name)) return true;
  const auto [first, last] = tables_.assert_parts.equal_range(name);
  return std::any_of(first, last, [&](const auto& one) { return reached_[one.second] != 0; });
}

}  // namespace interlock::machine
