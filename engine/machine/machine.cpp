#include "engine/machine/machine.hpp"

#include "engine/assert.hpp"
#include "engine/machine/faults/fault_scene.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace interlock::machine {

using language::ClientIndex;
using language::FaultKind;

std::uint32_t pack_action(const Action& action) {
  INTERLOCK_ASSERT(action.client < 32 && action.thread < 16 && action.index < (1u << 20), "an action fits 32 bits");
  return static_cast<std::uint32_t>(action.kind) << 29 | action.client << 24 | action.thread << 20 | action.index;
}

Action unpack_action(std::uint32_t packed) {
  return Action{static_cast<MoveKind>(packed >> 29), packed >> 24 & 31, packed >> 20 & 15, packed & 0xfffff};
}

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

void Machine::begin(Word* words) const {
  if (layout_.begun != no_register) words[layout_.begun] = 1;
}

void Machine::sort_packed(Workspace& workspace) const {
  copy_units(workspace.unsorted.data(), workspace.packed.data(), packing_->units());
  const bool moved = packed_form_->sort_blocks(workspace.packed.data());
  workspace.exchange = moved ? Workspace::Exchange::sorted : Workspace::Exchange::none;
}

/// From `words` to their normal form in `packed`. `is_packed`: they stand there as they are already. False: tokens have
/// run further apart than the state has room for.
bool Machine::finish_words(Workspace& workspace, bool is_packed) const {
  Word* words = workspace.words.data();
  const bool sorts_blocks = packed_form_->sorts_blocks();
  bool changed = workspace.normal_form.settle(words);
  if (!sorts_blocks) changed = workspace.normal_form.order(words, workspace.renaming) || changed;
  workspace.exchange = Workspace::Exchange::known;
  if ((changed || !is_packed) && !packing_->try_pack(words, workspace.packed.data())) {
    assert_only_tokens_overflow(words);
    return false;
  }
  if (sorts_blocks) sort_packed(workspace);
  return true;
}

void Machine::assert_only_tokens_overflow(const Word* words) const {
  for (Register word = 0; word < layout_.fields.size(); ++word)
    INTERLOCK_ASSERT(layout_.fields[word].role == Role::token || packing_->fits(word, words[word]),
                     "every value fits its bits");
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
  if (wanted.time) time_successor(workspace, sink);
  if (wanted.steps) {
    expiry_successors(workspace, sink);
    for (const Spot& spot : step_spots_) site_successors(workspace, sink, spot);
  }
  if (wanted.faults)
    for (const Spot& spot : fault_spots_) fault_successors(workspace, sink, spot);
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

void Machine::expiry_successors(Workspace& workspace, const SuccessorSink& sink) const {
  for (const language::VariableIndex variable : expiring_) {
    if (packing_->word(workspace.parent.data(), layout_.cells[variable].deadline) != 0) continue;
    Word* words = copy(workspace);
    expire(words, variable);
    begin(words);
    emit(workspace, sink, MoveKind::expiry, pack_action({MoveKind::expiry, 0, 0, variable}), 0);
  }
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
    default: return true;
  }
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
  workspace.choices.restart();
  const RunEnd end = execute(around_, programs_[client].code, start, run);
  if (end == RunEnd::done) labels = run.labels | (edge_checks_.empty() ? 0 : edge_labels(workspace, run));
  if ((run.entered & 1) != 0) labels |= entry_label_;
  return end;
}

std::uint64_t Machine::edge_labels(Workspace& workspace, const Run& run) const {
  std::uint64_t labels = 0;
  Run check = run;
  check.words = workspace.words.data();
  for (const Check& one : edge_checks_) {
    execute(around_, checks_code_.code, one.start, check);
    if ((check.words[one.answer] != 0) == one.when) labels |= one.bits;
  }
  return labels;
}

std::uint64_t Machine::find_labels(Workspace& workspace) const {
  load(workspace);
  std::uint64_t labels = 0;
  Run run;
  run.words = workspace.base.data();
  run.client = language::nothing;
  for (const Check& check : state_checks_) {
    if (check.client != language::nothing) {
      const auto at = static_cast<std::size_t>(run.words[layout_.clients[check.client].location[0]]);
      if ((programs_[check.client].locations[at].sections & check.sections) == 0) continue;
    }
    execute(around_, checks_code_.code, check.start, run);
    if ((run.words[check.answer] != 0) == check.when) labels |= check.bits;
  }
  return labels;
}

void Machine::clock_successors(Workspace& workspace, const SuccessorSink& sink, const language::Fault& fault,
                               ClientIndex client) const {
  const auto most = static_cast<Word>(fault.amount / ticks_.microseconds);
  const MoveKind kind = fault.kind == FaultKind::skew ? MoveKind::skew : MoveKind::drift;
  for (Word ticks = -most; ticks <= most; ++ticks) {
    Word* words = copy(workspace);
    const FaultScene scene{layout_, ticks_, fault, words};
    const bool struck = kind == MoveKind::skew ? strike_skew(scene, client, ticks) : strike_drift(scene, client, ticks);
    if (!struck) continue;
    if (kind == MoveKind::drift) begin(words);
    emit(workspace, sink, kind, pack_action({kind, client, 0, static_cast<std::uint32_t>(ticks + most)}), 0);
  }
}

void Machine::fault_successors(Workspace& workspace, const SuccessorSink& sink, const Spot& spot) const {
  if (spot.is_clock) return clock_successors(workspace, sink, scenario_.faults[spot.fault], spot.client);
  site_successors(workspace, sink, spot);
}

RunEnd Machine::strike(Workspace& workspace, const Site& site) const {
  load(workspace);
  const language::Fault& fault = scenario_.faults[site.fault];
  if (site.kind == MoveKind::pause && !holds_back(workspace, workspace.base.data(), site.client))
    return RunEnd::blocked;
  const FaultScene scene{layout_, ticks_, fault, copy(workspace)};
  const bool strikes =
      site.kind == MoveKind::pause ? strike_pause(scene, site.client) : strike_crash(scene, site.client);
  if (!strikes) return RunEnd::blocked;
  if (site.kind == MoveKind::crash) {
    Run run;
    run.words = scene.words;
    run.client = site.client;
    const Program& program = programs_[site.client];
    if (execute(around_, program.code, program.disconnect, run) == RunEnd::cut) return RunEnd::cut;
  }
  begin(scene.words);
  return RunEnd::done;
}

Move Machine::describe(Workspace& workspace, const std::byte* state, std::uint32_t packed) const {
  const Action action = unpack_action(packed);
  Move move;
  move.kind = action.kind;
  if (action.kind != MoveKind::time && action.kind != MoveKind::expiry) move.client = action.client;
  move.thread = action.thread;
  take_parent(workspace, state);
  load(workspace);
  if (action.kind == MoveKind::time) move.ticks = next_moment(workspace);
  if (action.kind == MoveKind::expiry) move.variable = action.index;
  for (const auto& fault : scenario_.faults)
    if ((fault.kind == FaultKind::skew && action.kind == MoveKind::skew) ||
        (fault.kind == FaultKind::drift && action.kind == MoveKind::drift))
      move.ticks = static_cast<std::int64_t>(action.index) - fault.amount / ticks_.microseconds;
  if (action.kind != MoveKind::step && action.kind != MoveKind::give_up) return move;

  std::uint32_t start = 0;
  start_of(workspace.base.data(), {action.kind, action.client, action.thread, 0, {}, 0}, start);
  workspace.choices.clear();
  for (std::uint32_t index = 0;; ++index) {
    std::uint64_t labels = 0;
    run_once(workspace, action.client, start, action.thread, labels);
    if (index == action.index) break;
    INTERLOCK_ASSERT(workspace.choices.next(), "an action names one of the choices of its step");
  }
  move.choices = workspace.choices.digits();
  return move;
}

Renaming Machine::renaming(Workspace& workspace, const std::byte* state, std::uint32_t packed) const {
  struct Search {
    const Machine* machine;
    std::uint32_t action;
    Workspace* workspace;
    Renaming found;
  } search{this, packed, &workspace, {}};
  const SuccessorSink sink{&search,
                           [](void* receiver, MoveKind, std::uint32_t action, std::uint64_t, const std::byte*) {
                             auto* wanted = static_cast<Search*>(receiver);
                             if (action == wanted->action)
                               wanted->found = wanted->machine->last_renaming(*wanted->workspace);
                           },
                           [](void*) {}};
  const Action action = unpack_action(packed);
  take_parent(workspace, state);
  if (action.kind == MoveKind::time) time_successor(workspace, sink);
  if (action.kind == MoveKind::expiry) expiry_successors(workspace, sink);
  const bool is_step = action.kind == MoveKind::step || action.kind == MoveKind::give_up;
  for (const Spot& spot : step_spots_)
    if (is_step && spot.client == action.client) site_successors(workspace, sink, spot);
  for (const Spot& spot : fault_spots_)
    if (is_fault(action.kind) && spot.client == action.client) fault_successors(workspace, sink, spot);
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
  const auto [first, last] = tables_.assert_parts.equal_range(name);
  return std::any_of(first, last, [&](const auto& one) { return reached_[one.second] != 0; });
}

}  // namespace interlock::machine
