#pragma once
// The faults that there are, in one table: what they are called, whom they strike, what may be said of them, and the
// words for them. Scenarios, the machine, the evaluator, stories, reports and help read it. What a fault does is in
// engine/machine/faults, and a second time in engine/evaluator.

#include <array>
#include <cstddef>
#include <string_view>

namespace interlock::language {

/// In the order in which they are told and counted.
enum class FaultKind { pause, crash, skew, drift };

enum class FaultTarget { client, clock, server };  // clock: that of a client

/// What stands behind the name of a fault.
enum class FaultAmount {
  none,
  longest,  // `<=` and a duration: no strike lasts longer. May be left out
  offset,   // a duration: how far off a clock may be. Must be there
};

struct FaultRule {
  FaultKind kind = FaultKind::pause;
  std::string_view name;  ///< in scenarios, verdicts, JSON
  FaultTarget target = FaultTarget::client;
  FaultAmount amount = FaultAmount::none;
  bool may_be_for_ever = false;
  std::string_view one;   ///< of one that a run used: "pause"
  std::string_view many;  ///< "pauses"
  std::string_view told;  ///< what it does to whom it strikes, in a story; empty: told by what it changes
  std::string_view help;  ///< how it is written
};

/// By kind.
inline constexpr std::array fault_rules{
    FaultRule{.kind = FaultKind::pause,
              .name = "pause",
              .target = FaultTarget::client,
              .amount = FaultAmount::longest,
              .one = "pause",
              .many = "pauses",
              .told = "pauses",
              .help = "pause, pause <= 3s or pause 1 time"},
    FaultRule{.kind = FaultKind::crash,
              .name = "crash",
              .target = FaultTarget::client,
              .amount = FaultAmount::none,
              .may_be_for_ever = true,
              .one = "crash",
              .many = "crashes",
              .told = "crashes, and loses all it knew",
              .help = "crash, crash 1 time, or crash for ever"},
    FaultRule{.kind = FaultKind::skew,
              .name = "skew",
              .target = FaultTarget::clock,
              .amount = FaultAmount::offset,
              .one = "skewed clock",
              .many = "skewed clocks",
              .told = "",
              .help = "skew 10ms"},
    FaultRule{.kind = FaultKind::drift,
              .name = "drift",
              .target = FaultTarget::clock,
              .amount = FaultAmount::offset,
              .one = "drift",
              .many = "drifts",
              .told = "",
              .help = "drift 10ms"},
};

constexpr const FaultRule& rule_of(FaultKind kind) { return fault_rules[static_cast<std::size_t>(kind)]; }

static_assert([] {
  for (std::size_t place = 0; place < fault_rules.size(); ++place)
    if (fault_rules[place].kind != static_cast<FaultKind>(place)) return false;
  return true;
}());

}  // namespace interlock::language
