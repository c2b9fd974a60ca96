#pragma once
// Decides `always possible` in dense time: backwards, from where the goal is so, within all that the search has
// reached. A symbolic state has moments from which the goal can be reached and moments from which it cannot, so what is
// carried back is a part of it: the step is made with the moments before kept beside those after
// (SymbolicMachine::onward), met with the part after it, and what this leaves of the moments before is the part before
// it; then whatever comes to that by waiting is taken in. (Backward reachability of zones, after Henzinger, Nicollin,
// Sifakis and Yovine, 1994.)
//
// What the search has widened states to does no harm: a part is exact, and of what is left over counts what a run is
// made to.

#include "engine/check/searched_zones.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/machine/symbolic/zone_union.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace interlock::check {

/// Moments of a state that was reached, where it is asked and from which the goal cannot be reached.
struct ZoneTrap {
  explore::StateId state = explore::no_state;
  std::vector<machine::Zone> zones;
};

struct ZoneTraps {
  bool never_asked = true;
  std::uint32_t faults = 0;  ///< of the traps
  std::uint32_t steps = 0;
  std::vector<ZoneTrap> traps;  ///< those with the fewest faults and, with these, steps, in order
};

class ZonePossibilities {
 public:
  /// Of a search that has seen all runs. Throws explore::Stopped.
  ZonePossibilities(machine::SymbolicMachine& machine, const ZoneSearch& search, const explore::Settings& settings);

  /// None: the parts are too many. Throws explore::Stopped.
  std::optional<ZoneTraps> answer(const explore::Obligation& obligation);

 private:
  /// States that are alike in all that is discrete.
  struct Group {
    std::vector<explore::StateId> states;
    std::vector<machine::SymbolicPart> parts;
    std::vector<std::size_t> passages_here;  ///< that lead here
    machine::ZoneUnion possible;
    bool is_whole = false;  ///< all of it is possible: what is found further says nothing new
  };
  struct Passage {
    std::size_t from = 0;
    std::size_t to = 0;
    std::uint64_t labels = 0;
    machine::ZoneRelation relation;
  };
  struct Work {
    std::size_t group = 0;
    machine::Zone zone;
  };

  std::size_t group_of(const machine::SymbolicState& state);
  void find_passages(explore::StateId id);
  void begin(const explore::Obligation& obligation);
  void add(std::size_t group, const machine::Zone& zone);
  void draw_together(std::size_t group);
  ZoneTrap trap_in(explore::StateId id, const explore::Obligation& obligation, bool& is_asked);
  /// Throws explore::Stopped.
  void look();

  machine::SymbolicMachine& machine_;
  const ZoneSearch& search_;
  explore::StopWatch watch_;
  std::vector<Group> groups_;
  std::unordered_map<std::string_view, std::size_t> numbers_;  ///< the keys lie in the states of the search
  std::vector<Passage> passages_;
  std::deque<Work> work_;
  std::size_t pieces_ = 0;
};

}  // namespace interlock::check
