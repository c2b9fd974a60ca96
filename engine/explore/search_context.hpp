#pragma once
// What the parts of one search share.

#include <cstdint>
#include <span>

#include "engine/explore/findings.hpp"
#include "engine/explore/journal.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/pace.hpp"
#include "engine/explore/state_store.hpp"
#include "engine/explore/transition_system.hpp"

namespace interlock::explore {

/// Counts, and asks now and then whether to go on.
class Meter {
 public:
  Meter(const Settings& settings, const StateStore& store) : settings_(settings), store_(store) {}

  /// Goes on with the counts of an earlier search.
  void resume(const Checkpoint& from);

  void start_level(std::uint32_t faults, std::uint32_t steps, std::uint64_t frontier);
  void finish_level();
  void add_edges(std::uint64_t edges) { edges_ += edges; }
  void add_cuts(std::uint64_t cuts) { level_cuts_ += cuts; }

  /// Notes expanded states; false when the search is to end.
  bool expanded(std::uint64_t states) {
    expanded_ += states;
    return expanded_ < asked_at_ || ask();
  }
  bool ask();

  std::uint64_t edges() const { return edges_; }
  std::uint64_t cuts() const { return cuts_; }  ///< in finished levels

 private:
  const Settings& settings_;
  const StateStore& store_;
  Pace pace_;
  std::uint32_t faults_ = 0;
  std::uint32_t steps_ = 0;
  std::uint64_t frontier_ = 0;
  std::uint64_t level_first_ = 0;
  std::uint64_t edges_ = 0;
  std::uint64_t cuts_ = 0;
  std::uint64_t level_cuts_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t asked_at_ = 0;
};

template <TransitionSystem System>
struct SearchContext {
  const System& system;
  std::span<const Obligation> obligations;
  StateStore& store;
  Findings& findings;
  Meter& meter;
};

/// How the expansion of some states ended.
enum class Expansion : std::uint8_t { finished, full, stopped };

}  // namespace interlock::explore
