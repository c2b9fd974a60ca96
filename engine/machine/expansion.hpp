#pragma once
// The successors of a state: each site is tried, and what came of it before, in another state that looks the same from
// there, is looked up (step_memory.hpp); otherwise the program is run and remembered.

#include "engine/machine/blueprint.hpp"
#include "engine/machine/canonical/canonical.hpp"
#include "engine/machine/coverage.hpp"
#include "engine/machine/properties.hpp"
#include "engine/machine/sites.hpp"
#include "engine/machine/steps.hpp"
#include "engine/machine/time/time.hpp"
#include "engine/machine/workspace.hpp"
#include "engine/run/move.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace interlock::machine {

/// Receives successors one by one. `state` is valid during the call.
struct SuccessorSink {
  void* receiver = nullptr;
  void (*take)(void* receiver, MoveKind kind, std::uint32_t action, std::uint64_t labels,
               const std::byte* state) = nullptr;
  void (*cut)(void* receiver) = nullptr;  ///< a run exceeded the capacity of a container or of its
                                          ///< tokens and was given up
};

struct WantedMoves {
  bool time = true;
  bool steps = true;
  bool faults = true;
};

class Expansion {
 public:
  /// Keeps references.
  Expansion(const Blueprint& blueprint, const Properties& properties, const Time& time, const Steps& steps,
            const Canonical& canonical, const Sites& sites, Coverage& coverage);

  void successors(Workspace& workspace, const std::byte* state, const WantedMoves& wanted,
                  const SuccessorSink& sink) const;
  /// Those that come of one site.
  void successors_of(Workspace& workspace, const std::byte* state, std::uint32_t site, const SuccessorSink& sink) const;
  std::uint64_t labels(Workspace& workspace, const std::byte* state) const;

 private:
  void pass_time(Workspace& workspace, const SuccessorSink& sink) const;
  void expire(Workspace& workspace, std::uint32_t site, const SuccessorSink& sink) const;
  void resume(Workspace& workspace, std::uint32_t site, const SuccessorSink& sink) const;
  void look_up(Workspace& workspace, std::uint32_t site, const SuccessorSink& sink) const;
  void work_out(Workspace& workspace, std::uint32_t site, std::uint32_t first, const SuccessorSink& sink) const;
  void remember(Workspace& workspace, std::uint64_t number, std::uint32_t outcome, std::uint64_t labels,
                const Footprint& footprint, const std::vector<Unit>& after) const;
  void compare_with_memory(const Workspace& workspace, std::uint64_t number, std::uint32_t outcome,
                           std::uint64_t labels, const Footprint& footprint, const std::vector<Unit>& after) const;
  void emit(Workspace& workspace, std::uint32_t site, const SuccessorSink& sink) const;

  const Layout& layout_;
  const Packing& packing_;
  const Reductions& reductions_;
  const Properties& properties_;
  const Time& time_;
  const Steps& steps_;
  const Canonical& canonical_;
  const Sites& sites_;
  Coverage& coverage_;
};

}  // namespace interlock::machine
