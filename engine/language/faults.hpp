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
#define INTERLOCK_EACH_FAULT(X) \
  X(pause)                      \
  X(crash)                      \
  X(skew) X(drift) X(clock_jump) X(restart) X(failover) X(session_end) X(loss) X(late) X(duplicate) X(partition) X(own)

/// The faults that a protocol declares itself are own and the numbers behind it, in their order.
#define INTERLOCK_NAME_OF_FAULT(name) name,
enum class FaultKind : std::uint32_t { INTERLOCK_EACH_FAULT(INTERLOCK_NAME_OF_FAULT) };
#undef INTERLOCK_NAME_OF_FAULT

constexpr FaultKind own_fault(std::size_t index) {
  return static_cast<FaultKind>(static_cast<std::size_t>(FaultKind::own) + index);
}
constexpr bool is_own(FaultKind kind) { return kind >= FaultKind::own; }
/// Among those that the protocol declares.
constexpr std::size_t own_index(FaultKind kind) {
  return static_cast<std::size_t>(kind) - static_cast<std::size_t>(FaultKind::own);
}

/// Words for faults that the language will have: they are refused as not built yet.
inline constexpr std::array<std::string_view, 1> later_faults{"stall"};

/// Of one client, at the same time, where requests may come late or twice: runs with more are given up.
inline constexpr std::int64_t most_requests_under_way = 2;

enum class FaultTarget {
  client,
  clock,  // that of a client
  server,
  connection,  // of a client to a server
  call,        // that a thread of a client is about to make
};

/// What stands behind the name of a fault.
enum class FaultAmount {
  none,
  longest,  // `<=` and a duration: no strike lasts longer. May be left out
  offset,   // a duration: how far off a clock may be. Must be there
  lag,      // `lag <= N writes`: how far back. May be left out
};

/// What becomes of whom it strikes, as far as stories and pictures tell more of it than its words.
enum class FaultEffect {
  holds_up,     // for a while: how long is told
  ends_rounds,  // a client is idle and has forgotten everything
  sets_clock,   // the clock is told
  moves_clock,  // by how much is told
  other,        // its words say it
};

/// How it is drawn in a lane, beside its words.
enum class FaultSign { bars, cross, dot, ring };

/// For which protocols a matrix has columns with it.
enum class FaultColumns {
  all,     // every one
  naming,  // those whose own expectations name it: by itself, and together with one other fault
};

struct FaultRule {
  FaultKind kind = FaultKind::pause;
  std::string_view name;  ///< in scenarios, verdicts, JSON
  FaultTarget target = FaultTarget::client;
  FaultAmount amount = FaultAmount::none;
  bool may_be_for_ever = false;
  bool comes_first = false;     ///< before anything else has happened
  bool is_answered = false;     ///< of a call: its client gets the answer
  bool cuts_off = false;        ///< of a connection: until it is over all calls get no answer
  bool leaves_request = false;  ///< of a call: its request, or one more of them, is under way behind it
  FaultEffect effect = FaultEffect::other;
  std::string_view one;                ///< of one that a run used: "pause"
  std::string_view many;               ///< "pauses"
  std::string_view told;               ///< what it does to whom it strikes, in a story; of a clock: "its clock is now"
  std::string_view told_for_ever{};    ///< likewise, where it is for ever
  std::string_view told_of_durable{};  ///< likewise, of a server that is durable; empty: the same
  std::string_view told_of_reply{};    ///< likewise, of a call that has taken effect
  std::string_view help;               ///< how it is written
  FaultSign sign = FaultSign::dot;
  char mark = 'X';                      ///< its sign in a timeline of text
  std::string_view in_lane;             ///< what stands behind the mark: "paused"
  std::string_view in_lane_of_reply{};  ///< likewise, of a call that has taken effect
  FaultColumns columns = FaultColumns::all;
  std::int64_t usual = 0;  ///< the amount in columns, microseconds; 0: none
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
    FaultRule{.kind = FaultKind::clock_jump,
              .name = "clock_jump",
              .target = FaultTarget::server,
              .amount = FaultAmount::offset,
              .effect = FaultEffect::moves_clock,
              .one = "clock jump",
              .many = "clock jumps",
              .told = "its clock jumps",
              .help = "clock_jump 5s or clock_jump 5s 1 time",
              .sign = FaultSign::ring,
              .mark = '~',
              .in_lane = "clock jumps",
              .columns = FaultColumns::naming,
              .usual = 1'000'000},
    FaultRule{.kind = FaultKind::restart,
              .name = "restart",
              .target = FaultTarget::server,
              .one = "restart",
              .many = "restarts",
              .told = "restarts, and is empty",
              .told_of_durable = "restarts, and all connections end",
              .help = "restart or restart 1 time",
              .sign = FaultSign::ring,
              .mark = '@',
              .in_lane = "restarts",
              .columns = FaultColumns::naming},
    FaultRule{.kind = FaultKind::failover,
              .name = "failover",
              .target = FaultTarget::server,
              .amount = FaultAmount::lag,
              .one = "failover",
              .many = "failovers",
              .told = "fails over to an older copy",
              .help = "failover, failover lag <= 3 writes or failover 1 time",
              .sign = FaultSign::ring,
              .mark = '@',
              .in_lane = "fails over",
              .columns = FaultColumns::naming},
    FaultRule{.kind = FaultKind::session_end,
              .name = "session end",
              .target = FaultTarget::connection,
              .one = "session end",
              .many = "session ends",
              .told = "does not know that its session ends",
              .help = "session end or session end 1 time",
              .sign = FaultSign::ring,
              .mark = '%',
              .in_lane = "session ends",
              .columns = FaultColumns::naming},
    FaultRule{.kind = FaultKind::loss,
              .name = "loss",
              .target = FaultTarget::call,
              .one = "loss",
              .many = "losses",
              .told = "the request is lost",
              .told_of_reply = "the reply is lost",
              .help = "loss or loss 1 time",
              .sign = FaultSign::ring,
              .mark = '?',
              .in_lane = "request lost",
              .in_lane_of_reply = "reply lost",
              .columns = FaultColumns::naming},
    FaultRule{.kind = FaultKind::late,
              .name = "late",
              .target = FaultTarget::call,
              .leaves_request = true,
              .one = "late request",
              .many = "late requests",
              .told = "the request is late, and no answer will come",
              .help = "late or late 1 time",
              .sign = FaultSign::ring,
              .mark = '?',
              .in_lane = "request late",
              .columns = FaultColumns::naming},
    FaultRule{.kind = FaultKind::duplicate,
              .name = "duplicate",
              .target = FaultTarget::call,
              .is_answered = true,
              .leaves_request = true,
              .one = "duplicate",
              .many = "duplicates",
              .told = "the request will come a second time",
              .help = "duplicate or duplicate 1 time",
              .sign = FaultSign::ring,
              .mark = '?',
              .in_lane = "request doubled",
              .columns = FaultColumns::naming},
    FaultRule{.kind = FaultKind::partition,
              .name = "partition",
              .target = FaultTarget::connection,
              .cuts_off = true,
              .one = "partition",
              .many = "partitions",
              .told = "is cut off: what it sends does not arrive",
              .help = "partition or partition 1 time",
              .sign = FaultSign::ring,
              .mark = '%',
              .in_lane = "cut off",
              .columns = FaultColumns::naming},
    // Its words are those of its declaration; here stands what they replace.
    FaultRule{.kind = FaultKind::own,
              .name = "fault",
              .target = FaultTarget::server,
              .one = "fault",
              .many = "faults",
              .told = "changes",
              .help = "the name of a fault that the protocol declares",
              .sign = FaultSign::ring,
              .mark = '@',
              .in_lane = "changes",
              .columns = FaultColumns::naming},
};

/// Its row in the table, and wherever there is something of each fault.
constexpr std::size_t row_of(FaultKind kind) { return static_cast<std::size_t>(is_own(kind) ? FaultKind::own : kind); }
constexpr const FaultRule& rule_of(FaultKind kind) { return fault_rules[row_of(kind)]; }
/// May a call get no answer by it?
constexpr bool leaves_unanswered(FaultKind kind) {
  const FaultRule& rule = rule_of(kind);
  return rule.cuts_off || (rule.target == FaultTarget::call && !rule.is_answered);
}

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
    if (rule.amount == FaultAmount::offset && rule.usual == 0) return false;
  }
  return fault_rules.size() == count;
}
static_assert(are_complete(), "each fault has a row, in their order, with all its words");

}  // namespace faults

}  // namespace interlock::language
