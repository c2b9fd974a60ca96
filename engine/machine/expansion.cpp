#include "engine/machine/expansion.hpp"

#include "engine/assert.hpp"

namespace interlock::machine {

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

void give(Workspace& workspace, const SuccessorSink& sink, MoveKind kind, std::uint32_t action, std::uint64_t labels) {
  sink.take(sink.receiver, kind, action, labels, reinterpret_cast<const std::byte*>(workspace.packed.data()));
}

}  // namespace

Expansion::Expansion(const Blueprint& blueprint, const Properties& properties, const Time& time, const Steps& steps,
                     const Canonical& canonical, const Sites& sites, Coverage& coverage)
    : layout_(blueprint.layout),
      packing_(blueprint.packing),
      reductions_(blueprint.reductions),
      properties_(properties),
      time_(time),
      steps_(steps),
      canonical_(canonical),
      sites_(sites),
      coverage_(coverage) {}

void Expansion::successors(Workspace& workspace, const std::byte* state, const WantedMoves& wanted,
                           const SuccessorSink& sink) const {
  workspace.take_parent(state);
  if (wanted.time) {
    pass_time(workspace, sink);
    for (const std::uint32_t site : sites_.resumes()) resume(workspace, site, sink);
  }
  const auto from = [&](const std::vector<Spot>& spots) {
    for (const Spot& spot : spots) {
      const std::uint32_t site = spot.sites[bits_at(workspace.parent.data(), spot.location)];
      if (site != no_site) look_up(workspace, site, sink);
    }
  };
  if (wanted.steps) {
    for (const std::uint32_t site : sites_.expiries()) expire(workspace, site, sink);
    from(sites_.steps());
  }
  if (wanted.faults) from(sites_.faults());
}

void Expansion::successors_of(Workspace& workspace, const std::byte* state, std::uint32_t site,
                              const SuccessorSink& sink) const {
  workspace.take_parent(state);
  switch (sites_[site].way.kind) {
    case MoveKind::time: return pass_time(workspace, sink);
    case MoveKind::expiry: return expire(workspace, site, sink);
    case MoveKind::resume: return resume(workspace, site, sink);
    case MoveKind::step:
    case MoveKind::give_up:
    case MoveKind::arrival:
    case MoveKind::fault: return look_up(workspace, site, sink);
  }
}

void Expansion::emit(Workspace& workspace, std::uint32_t site, const SuccessorSink& sink) const {
  if (canonical_.finish(workspace, Canonical::Stands::in_words))
    give(workspace, sink, sites_[site].way.kind, sites_.action_of(site, 0), 0);
  else
    sink.cut(sink.receiver);
}

void Expansion::pass_time(Workspace& workspace, const SuccessorSink& sink) const {
  if (!time_.passes()) return;
  if (!time_.may_pass(workspace.base(), workspace.guarded)) return;
  const Word ticks = time_.next_moment(workspace.base());
  Word* words = workspace.copy();
  time_.pass(words, ticks, workspace.guarded);
  steps_.begin(words);
  emit(workspace, Sites::passing_of_time, sink);
}

void Expansion::expire(Workspace& workspace, std::uint32_t site, const SuccessorSink& sink) const {
  const language::VariableIndex variable = sites_[site].way.variable;
  if (packing_.word(workspace.parent.data(), layout_.cells[variable].deadline.word()) != 0) return;
  Word* words = workspace.copy();
  steps_.expire(words, variable);
  steps_.begin(words);
  emit(workspace, site, sink);
}

/// A pause of several threads may end without a step: some go on working, others sleep on. So does a partition.
void Expansion::resume(Workspace& workspace, std::uint32_t site, const SuccessorSink& sink) const {
  const language::ClientIndex client = sites_[site].way.client;
  if (const std::uint32_t server = sites_[site].way.server; server != language::nothing) {
    const Register cut_off = layout_.clients[client].cut_off[server];
    if (packing_.word(workspace.parent.data(), cut_off) == 0) return;
    workspace.copy()[cut_off] = 0;
    return emit(workspace, site, sink);
  }
  if (packing_.word(workspace.parent.data(), layout_.clients[client].paused) == 0) return;
  steps_.end_pause(workspace.copy(), client);
  emit(workspace, site, sink);
}

void Expansion::look_up(Workspace& workspace, std::uint32_t index, const SuccessorSink& sink) const {
  const Site& site = sites_[index];
  if (!site.footprint.fits || !reductions_.memory || reductions_.distrust_memory)
    return work_out(workspace, index, 0, sink);
  const Unit* parent = workspace.parent.data();
  for (std::uint32_t choice = 0;; ++choice) {
    const auto lesson = workspace.memory.find(lesson_number(index, choice), site.footprint, parent);
    if (!lesson) return work_out(workspace, index, choice, sink);
    const std::uint32_t outcome = lesson.outcome();
    if ((outcome & successor) != 0) {
      copy_units(workspace.packed.data(), parent, packing_.units());
      for (std::uint32_t part = 0; part < site.footprint.size; ++part)
        workspace.packed[site.footprint.parts[part].unit] ^= lesson.change(part);
      const std::uint64_t labels = lesson.labels();
      if (canonical_.finish(workspace, Canonical::Stands::packed))
        give(workspace, sink, site.way.kind, sites_.action_of(index, choice), labels);
      else
        sink.cut(sink.receiver);
    }
    if ((outcome & was_cut) != 0) sink.cut(sink.receiver);
    if ((outcome & more_choices) == 0) return;
  }
}

void Expansion::compare_with_memory(const Workspace& workspace, std::uint64_t number, std::uint32_t outcome,
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

void Expansion::remember(Workspace& workspace, std::uint64_t number, std::uint32_t outcome, std::uint64_t labels,
                         const Footprint& footprint, const std::vector<Unit>& after) const {
  compare_with_memory(workspace, number, outcome, labels, footprint, after);
  workspace.memory.put(number, outcome, labels, footprint, workspace.parent.data(), after.data());
}

/// Runs the program with its choices from `first` on.
void Expansion::work_out(Workspace& workspace, std::uint32_t index, std::uint32_t first,
                         const SuccessorSink& sink) const {
  const Site& site = sites_[index];
  workspace.choices.clear();
  std::uint32_t choice = 0;
  for (bool more = true; more; ++choice) {
    if (sites_.choice_of(choice) != choice) {
      coverage_.note(GaveUp::choices);
      return sink.cut(sink.receiver);
    }
    std::uint64_t labels = 0;
    const RunEnd end = steps_.take(site.way, workspace, labels);
    more = workspace.choices.next();
    if (choice < first) continue;
    const bool is_done = end == RunEnd::done;
    const bool fits = !is_done || packing_.try_pack(workspace.words.data(), workspace.base(), workspace.parent.data(),
                                                    workspace.packed.data());
    if (fits && site.footprint.fits && reductions_.memory) {
      INTERLOCK_ASSERT(!is_done || stays_within(site.footprint, workspace.parent, workspace.packed),
                       "a step changes only what it was found to change");
      const std::uint32_t outcome =
          (is_done ? successor : 0) | (end == RunEnd::cut ? was_cut : 0) | (more ? more_choices : 0);
      remember(workspace, lesson_number(index, choice), outcome, labels, site.footprint,
               is_done ? workspace.packed : workspace.parent);
    }
    if (end == RunEnd::cut) sink.cut(sink.receiver);
    if (!is_done) continue;
    if (fits ? canonical_.finish(workspace, Canonical::Stands::in_both) : canonical_.finish_words(workspace))
      give(workspace, sink, site.way.kind, sites_.action_of(index, choice), labels);
    else
      sink.cut(sink.receiver);
  }
}

std::uint64_t Expansion::labels(Workspace& workspace, const std::byte* state) const {
  if (properties_.state_checks().empty()) return 0;
  workspace.take_parent(state);
  const Footprint& footprint = sites_.checks();
  if (!footprint.fits || !reductions_.memory) return steps_.labels(workspace);
  const auto lesson = workspace.memory.find(checks_number, footprint, workspace.parent.data());
  if (lesson && !reductions_.distrust_memory) return lesson.labels();
  const std::uint64_t labels = steps_.labels(workspace);
  remember(workspace, checks_number, 0, labels, footprint, workspace.parent);
  return labels;
}

}  // namespace interlock::machine
