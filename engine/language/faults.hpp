#pragma once
// The faults that there are, in one table: what they are called, whom they strike, what may be said of them, how they
// are told and drawn. Scenarios, matrix, machine, evaluator, stories, reports and help read it. What a fault does is in
// engine/machine/faults, a file each, and a second time in engine/evaluator/faults.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace interlock::language {

/// Calls X(NAME) for each fault, in the order in which they are told and counted. Whoever has something of each fault
/// (an act of the machine, a function of the evaluator) declares it by this list, and the linker names what is missing.
#define INTERLOCK_EACH_FAULT(X) X(pause) X(crash) X(skew) X(drift)

#define INTERLOCK_NAME_OF_FAULT(name) name,
enum class FaultKind { INTERLOCK_EACH_FAULT(INTERLOCK_NAME_OF_FAULT) };
#undef INTERLOCK_NAME_OF_FAULT

/// Words for faults that the language will have: they are refused as not built yet.
inline constexpr std::array<std::string_view, 8> later_faults{"stall", "clock_jump", "failover",  "restart",
                                                              "loss",  "late",       "duplicate", "partition"};

enum class FaultTarget { client, clock, server };  // clock: that of a client

/// What stands behind the name of a fault.
enum class FaultAmount {
  none,
  longest,  // `<=` and a duration: no strike lasts longer. May be left out
  offset,   // a duration: how far off a clock may be. Must be there
};

/// What becomes of whom it strikes, as far as stories and pictures tell more of it than its words.
enum class FaultEffect {
  holds_up,     // for a while: how long is told
  ends_rounds,  // a client is idle and has forgotten everything
  sets_clock,   // the clock is told
  other,        // its words say it
};

/// How it is drawn in a lane, beside its words.
enum class FaultSign { bars, cross, dot };

struct FaultRule {
  FaultKind kind = FaultKind::pause;
  std::string_view name;  ///< in scenarios, verdicts, JSON
  FaultTarget target = FaultTarget::client;
  FaultAmount amount = FaultAmount::none;
  bool may_be_for_ever = false;
  bool comes_first = false;  ///< before anything else has happened
  FaultEffect effect = FaultEffect::other;
  std::string_view one;              ///< of one that a run used: "pause"
  std::string_view many;             ///< "pauses"
  std::string_view told;             ///< what it does to whom it strikes, in a story; of a clock: "its clock is now"
  std::string_view told_for_ever{};  ///< likewise, where it is for ever
  std::string_view help;             ///< how it is written
  FaultSign sign = FaultSign::dot;
  char mark = 'X';           ///< its sign in a timeline of text
  std::string_view in_lane;  ///< what stands behind the mark: "paused"
  bool in_matrix = true;     ///< it has columns there
  std::int64_t usual = 0;    ///< the amount of these, microseconds; 0: none
};

/// By kind.
inline constexpr std::array fault_rules{
    FaultRule{.kind = FaultKind::pause,
              .name = "pause",
              .target = FaultTarget::client,
              .amount = FaultAmount::longest,
              .effect = FaultEffect::holds_up,
              .one = "pause",
              .many = "pauses",
              .told = "pauses",
              .help = "pause, pause <= 3s or pause 1 time",
              .sign = FaultSign::bars,
              .mark = '#',
              .in_lane = "paused"},
    FaultRule{.kind = FaultKind::crash,
              .name = "crash",
              .target = FaultTarget::client,
              .may_be_for_ever = true,
              .effect = FaultEffect::ends_rounds,
              .one = "crash",
              .many = "crashes",
              .told = "crashes, and loses all it knew",
              .told_for_ever = "crashes for ever",
              .help = "crash, crash 1 time, or crash for ever",
              .sign = FaultSign::cross,
              .mark = 'X',
              .in_lane = "crash"},
    FaultRule{.kind = FaultKind::skew,
              .name = "skew",
              .target = FaultTarget::clock,
              .amount = FaultAmount::offset,
              .comes_first = true,
              .effect = FaultEffect::sets_clock,
              .one = "skewed clock",
              .many = "skewed clocks",
              .told = "its clock is off",
              .help = "skew 10ms",
              .mark = '~',
              .in_lane = "clock now",
              .usual = 10'000},
    FaultRule{.kind = FaultKind::drift,
              .name = "drift",
              .target = FaultTarget::clock,
              .amount = FaultAmount::offset,
              .effect = FaultEffect::sets_clock,
              .one = "drift",
              .many = "drifts",
              .told = "its clock is off from now on",
              .help = "drift 10ms",
              .mark = '~',
              .in_lane = "clock now",
              .usual = 10'000},
};

constexpr const FaultRule& rule_of(FaultKind kind) { return fault_rules[static_cast<std::size_t>(kind)]; }

namespace faults {

#define INTERLOCK_COUNT_FAULT(name) +1
inline constexpr std::size_t count = INTERLOCK_EACH_FAULT(INTERLOCK_COUNT_FAULT);
#undef INTERLOCK_COUNT_FAULT

constexpr bool are_complete() {
  for (std::size_t place = 0; place < fault_rules.size(); ++place) {
    const FaultRule& rule = fault_rules[place];
    if (rule.kind != static_cast<FaultKind>(place)) return false;
    if (rule.name.empty() || rule.one.empty() || rule.many.empty() || rule.told.empty() || rule.help.empty() ||
        rule.in_lane.empty())
      return false;
    if (rule.may_be_for_ever == rule.told_for_ever.empty()) return false;
    if (rule.in_matrix && rule.amount == FaultAmount::offset && rule.usual == 0) return false;
  }
  return fault_rules.size() == count;
}
static_assert(are_complete(), "each fault has a row, in their order, with all its words");

}  // namespace faults

}  // namespace interlock::language
