#pragma once
// The machine of a model under a scenario: packed states, and how one follows another. Immutable while it is searched,
// but for the marks of what runs have come to; all scratch memory is in a workspace, one a thread. It knows nothing of
// searching.
//
// It is put together from parts, each of which can be understood and tested by itself:
//   blueprint    what of the model matters, how finely time is counted, where everything stands in a state
//   properties   the labels of states and edges by which a search sees the chosen specs
//   programs     what the clients execute (compiled/), and what that code refers to
//   time         when time may pass, and what it does to a state (time/)
//   steps        what a step, an expiry or a fault does to the words of a state
//   canonical    one state for all that nobody can tell apart (canonical/)
//   sites        from where steps, faults and expiries can come, and what they can see
//   expansion    all successors of a state, from memory where that is possible
//
// What counts as one step, when time may pass and what a fault does is said in ARCHITECTURE.md, "What a run is".

#include "engine/language/model.hpp"
#include "engine/machine/blueprint.hpp"
#include "engine/machine/canonical/canonical.hpp"
#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/coverage.hpp"
#include "engine/machine/expansion.hpp"
#include "engine/machine/properties.hpp"
#include "engine/machine/sites.hpp"
#include "engine/machine/steps.hpp"
#include "engine/machine/time/time.hpp"
#include "engine/machine/workspace.hpp"
#include "engine/run/move.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace interlock::machine {

/// What an action is, whatever its choices.
struct Action {
  MoveKind kind = MoveKind::step;
  language::ClientIndex client = language::nothing;  ///< `nothing`: it is no client's
  std::uint32_t thread = 0;
};

/// What the clients have under way in a state.
struct Underway {
  bool anyone_paused = false;                         ///< a pause that is not over holds a client up, or it is cut off
  std::array<std::uint32_t, most_clients> threads{};  ///< by client: a bit a thread that is in a round or a section
};

/// What a machine is put together from, for whoever goes another way with the same programs (symbolic/).
struct MachineParts {
  const Blueprint& blueprint;
  const Properties& properties;
  const std::vector<Program>& programs;
  const Surroundings& around;
  const Time& time;
  const Steps& steps;
  Coverage& coverage;
};

class Machine {
 public:
  /// `specs`: indices of the chosen specs; `searches_for` says how many there is room for. `doublings`: of the range in
  /// which gaps between instants are known; see GaveUp::range. Keeps references to the model. The constructor throws
  /// TooLarge.
  static std::variant<std::unique_ptr<Machine>, TooLarge> make(
      const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
      const Reductions& reductions, std::uint32_t doublings = 0, TimeTreatment treatment = TimeTreatment::ticks);
  Machine(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
          const Reductions& reductions, std::uint32_t doublings = 0, TimeTreatment treatment = TimeTreatment::ticks);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  std::size_t state_bytes() const { return blueprint_.packing.bytes(); }
  Workspace make_workspace() const;
  bool has_time() const { return time_.passes() || !sites_.resumes().empty(); }
  bool has_faults() const { return !blueprint_.scenario.faults.empty(); }

  /// The state in which every run begins.
  void initial(Workspace& workspace, std::byte* into) const;
  void successors(Workspace& workspace, const std::byte* state, const WantedMoves& wanted,
                  const SuccessorSink& sink) const {
    expansion_.successors(workspace, state, wanted, sink);
  }
  std::uint64_t labels(Workspace& workspace, const std::byte* state) const {
    return expansion_.labels(workspace, state);
  }

  const std::vector<PropertyBits>& properties() const { return properties_.all(); }
  const Ticks& ticks() const { return blueprint_.ticks; }
  const language::Model& model() const { return blueprint_.model; }

  Action action(std::uint32_t action) const;
  /// What an action of a state is, said of the clients as they are numbered in that state.
  Move describe(Workspace& workspace, const std::byte* state, std::uint32_t action) const;
  /// Where each client of `state` stands in the successor by this action.
  Renaming renaming(Workspace& workspace, const std::byte* state, std::uint32_t action) const;
  /// The same for the successor that a sink is being given. Only valid during `SuccessorSink::take`.
  const Renaming& last_renaming(Workspace& workspace) const { return canonical_.last_renaming(workspace); }

  /// Are there members that may be dropped? Then a machine without that reduction (`Reductions::members`), and else
  /// the same, has the same actions, states of the same size, and states that this one has not.
  bool drops_members() const { return canonical_.drops_members(); }
  /// A state of such a machine as this one has it.
  void reduce(Workspace& workspace, const std::byte* state, std::byte* into) const;

  // For what has to happen in the end.

  Underway underway(Workspace& workspace, const std::byte* state) const;
  /// The time that passes by an action of a state, in ticks.
  std::uint64_t ticks_of(Workspace& workspace, const std::byte* state, std::uint32_t action) const;
  /// By client: 1, and 1 for each of its heartbeats.
  std::vector<std::uint32_t> thread_counts() const;
  /// Does the normal form exchange clients?
  bool exchanges_clients() const { return canonical_.exchanges_clients(); }

  MachineParts parts() const { return {blueprint_, properties_, programs_, around_, time_, steps_, *coverage_}; }

  /// What runs have come to so far. Marks are made by all who search.
  Coverage& coverage() const { return *coverage_; }
  /// The label of edges on which some client enters critical; 0 where no client can.
  std::uint64_t entry_label() const { return properties_.entry_label(); }

 private:
  std::vector<Program> compile();
  Surroundings look_around(const std::vector<std::uint32_t>& specs) const;
  std::vector<std::uint32_t> choices_of(Workspace& workspace, std::uint32_t action) const;

  Blueprint blueprint_;
  Tables tables_;
  Properties properties_;
  Program own_faults_;
  std::vector<std::uint32_t> own_fault_starts_;
  std::vector<Program> programs_;
  std::unique_ptr<Coverage> coverage_;
  Surroundings around_;
  Time time_;
  Steps steps_;
  Canonical canonical_;
  Sites sites_;
  Expansion expansion_;
};

}  // namespace interlock::machine
