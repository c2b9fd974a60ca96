#pragma once
// From what was found in symbolic states to runs that can be made, and their stories.

#include "engine/check/checker.hpp"
#include "engine/check/searched_zones.hpp"
#include "engine/check/zone_graph.hpp"
#include "engine/explore/explore.hpp"
#include "engine/trace/moments.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace interlock::check {

class ZoneStories {
 public:
  /// Keeps references. `specs`: those of the search.
  ZoneStories(const language::Model& model, const language::Scenario& scenario, std::vector<std::uint32_t> specs,
              const Settings& settings, const machine::Machine& machine, machine::SymbolicMachine& symbolic,
              const ZoneSearch& search)
      : model_(model),
        scenario_(scenario),
        settings_(settings),
        specs_(std::move(specs)),
        machine_(machine),
        symbolic_(symbolic),
        search_(search) {}

  /// How a hit was found; `label`: of the state, where it is one. None: the run cannot be made.
  std::optional<trace::ConcreteRun> to_hit(const explore::CoveringHit& hit, std::uint64_t label);
  /// To a moment of a zone of a state.
  std::optional<trace::ConcreteRun> to_zone(explore::StateId state, const machine::Zone& zone);
  /// To a state of the graph of all that was seen, and round a loop of it. None: or no turn was found that ends where
  /// it began.
  std::optional<trace::ConcreteRun> round_loop(const ZoneGraph& graph, const explore::Exploration& exploration,
                                               const explore::Finding& finding);
  /// Has the run confirmed by the evaluator, and told, as one that shows a property; the answer says so if it is not.
  void tell(Answer& answer, SpecResult& found, const machine::PropertyBits& property, const trace::ConcreteRun& run,
            bool is_stuck = false);

 private:
  machine::SymbolicRun run_to(explore::StateId state);
  machine::SymbolicMove move_of(explore::StateId state, explore::Cost cost, std::uint32_t way);
  std::optional<trace::ConcreteRun> make(const machine::SymbolicRun& run);
  std::optional<trace::ConcreteRun> decide_clocks(machine::SymbolicRun& run, const std::vector<std::int64_t>& most_off,
                                                  std::size_t decided, std::size_t& attempts);

  const language::Model& model_;
  const language::Scenario& scenario_;
  const Settings& settings_;
  std::vector<std::uint32_t> specs_;
  const machine::Machine& machine_;
  machine::SymbolicMachine& symbolic_;
  const ZoneSearch& search_;
};

}  // namespace interlock::check
