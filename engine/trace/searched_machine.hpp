#pragma once
// A machine as the search wants to see it (explore/transition_system.hpp): the one place where the two meet.

#include "engine/explore/transition_system.hpp"
#include "engine/machine/machine.hpp"

#include <algorithm>

namespace interlock::trace {

class SearchedMachine {
 public:
  /// Keeps a reference.
  explicit SearchedMachine(const machine::Machine& machine) : machine_(machine) {}

  std::size_t state_bytes() const { return machine_.state_bytes(); }
  machine::Workspace make_workspace() const { return machine_.make_workspace(); }

  bool has(explore::Cost cost) const {
    if (cost == explore::Cost::time) return machine_.has_time();
    return cost == explore::Cost::step || machine_.has_faults();
  }

  template <class Sink>
  void initial(machine::Workspace& workspace, Sink& sink) const {
    std::vector<std::uint64_t> state(state_bytes() / 8);
    auto* bytes = reinterpret_cast<std::byte*>(state.data());
    machine_.initial(workspace, bytes);
    sink(explore::Cost::time, explore::ActionId{0}, 0, bytes);
  }

  template <class Sink>
  void successors(machine::Workspace& workspace, const std::byte* state, explore::Selection wanted, Sink& sink) const {
    const machine::SuccessorSink takes{
        &sink,
        [](void* receiver, MoveKind kind, std::uint32_t action, std::uint64_t labels, const std::byte* next) {
          (*static_cast<Sink*>(receiver))(cost_of(kind), explore::ActionId{action}, labels, next);
        },
        [](void* receiver) { static_cast<Sink*>(receiver)->cut(); }};
    machine_.successors(
        workspace, state,
        {wanted.has(explore::Cost::time), wanted.has(explore::Cost::step), wanted.has(explore::Cost::fault)}, takes);
  }

  std::uint64_t labels(machine::Workspace& workspace, const std::byte* state) const {
    return machine_.labels(workspace, state);
  }

  /// Actors beyond the number that a search tells apart count as nobody: only ties between stories depend on them.
  explore::EdgeDetail edge_detail(machine::Workspace& workspace, const std::byte* state,
                                  explore::ActionId action) const {
    explore::EdgeDetail detail;
    const Move move = machine_.describe(workspace, state, action);
    const std::size_t clients = machine_.model().clients.size();
    if (move.kind == MoveKind::time) detail.ticks = static_cast<std::uint64_t>(move.ticks);
    if (clients > explore::most_actors) return detail;
    if (move.client != language::nothing) detail.actor = move.client;
    const machine::Renaming renaming = machine_.renaming(workspace, state, action);
    std::copy(renaming.begin(), renaming.begin() + static_cast<std::ptrdiff_t>(clients), detail.renamed.begin());
    return detail;
  }

  // For what has to happen in the end.

  std::vector<std::uint32_t> threads() const { return machine_.thread_counts(); }
  bool exchanges() const { return machine_.exchanges_clients(); }

  explore::Turn turn(explore::ActionId packed) const {
    const machine::Action action = machine_.action(packed);
    switch (action.kind) {
      case MoveKind::step: return {action.client, action.thread, false};
      case MoveKind::give_up: return {action.client, action.thread, true};
      case MoveKind::fault:  // of a call: its client steps
        if (action.client == language::nothing) return {};
        return {action.client, action.thread, false};
      case MoveKind::expiry: return {explore::no_actor, 0, true};
      default: return {};
    }
  }

  explore::Passage passage(machine::Workspace& workspace, const std::byte* state, explore::ActionId action) const {
    return {machine_.ticks_of(workspace, state, action), machine_.renaming(workspace, state, action)};
  }

  explore::Underway underway(machine::Workspace& workspace, const std::byte* state) const {
    const machine::Underway underway = machine_.underway(workspace, state);
    return {underway.anyone_paused, underway.threads};
  }

  /// Which parts of the programs some run has reached.
  std::vector<std::uint8_t> observed() const { return machine_.coverage().marks(); }
  void observe(const std::vector<std::uint8_t>& reached) const { machine_.coverage().add(reached); }

  static explore::Cost cost_of(MoveKind kind) {
    if (!counts_as_step(kind)) return explore::Cost::time;
    return is_fault(kind) ? explore::Cost::fault : explore::Cost::step;
  }

 private:
  const machine::Machine& machine_;
};

static_assert(explore::DetailedSystem<SearchedMachine>);
static_assert(explore::FairSystem<SearchedMachine>);
static_assert(explore::most_fair_actors == machine::most_clients);
static_assert(explore::ObservingSystem<SearchedMachine>);

}  // namespace interlock::trace
