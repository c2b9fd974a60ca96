#pragma once
// A verdict's story, as a plain value: what happened, when, to whom, and what everybody believed at each moment.
// Made by the evaluator from a run that it has executed again; all that reports/ draws comes from here.

#include "engine/language/model.hpp"
#include "engine/run/view.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::trace {

/// path: a run to the moment at which a property is false. trap: a run to a state from which there is no way out.
/// lasso: a run and a loop. witness: a run to a situation that was asked for (drawn in green).
enum class StoryKind { path, trap, lasso, witness };

using Cell = ShownCell;

struct Event {
  EventKind kind = EventKind::call;
  std::uint32_t number = 0;  ///< from 1; 0 for the passing of time, which is no step
  std::int64_t at = 0;       ///< microseconds since the start of the run, after the event
  std::int64_t passed = 0;   ///< time: how much
  language::ClientIndex client = language::nothing;
  std::uint32_t thread = 0;
  std::uint32_t server = language::nothing;  ///< expiry: the server; call: the first one called
  std::string does;  ///< in plain words: "redis.SET(lock, a, NX, PX 10s) -> true, enters critical"
  std::vector<MadeCall> calls;
  bool atomic = false;   ///< the calls were one block
  bool refused = false;  ///< a poll or call that was refused
  bool enters_critical = false;
  bool leaves_critical = false;
  std::vector<std::string> enters;    ///< sections, in order; also one that it leaves in the same step
  std::vector<std::string> leaves;    ///< likewise
  std::vector<std::string> branches;  ///< of an `either`: its comment, or which it is: "branch 1 of 2"
  bool ends_round = false;
  bool returns = false;                       ///< its first step since it crashed
  std::uint32_t fault = 0;                    ///< number of the fault, from 1; 0: no fault
  std::optional<language::FaultKind> struck;  ///< which fault it was
  bool reply_is_lost = false;                 ///< of a call without an answer: it has taken effect
  bool is_unheard = false;                    ///< a call of a client that is cut off: it does not arrive
  bool reaches_again = false;                 ///< a client is cut off no longer
  std::string own_fault;                      ///< its name, where the protocol declares it
  std::uint32_t step = 0;                     ///< the number of the step in the model's margin; 0: none
  language::Place place;                      ///< its line in the model; line 0: none
  std::string comment;                        ///< of that line
  bool reads_clock = false;
  bool writes = false;      ///< its calls may write: refused, nothing was written
  bool queues = false;      ///< it stands in a queue from here on (`queued`)
  bool is_granted = false;  ///< it has a new grant (`granted`, or the entry into critical)
  std::vector<Change> changes;
  std::vector<std::size_t> touches;  ///< cells that its calls read or write, in order
};

/// A call that no server has heard of.
inline bool is_lost_request(const Event& event) {
  if (event.is_unheard) return true;
  if (!event.struck || event.reply_is_lost) return false;
  const language::FaultRule& rule = language::rule_of(*event.struck);
  return rule.target == language::FaultTarget::call && !rule.is_answered;
}

/// Has its client forgotten everything with this event?
inline bool forgets_all(const Event& event) {
  return event.struck && language::rule_of(*event.struck).effect == language::FaultEffect::ends_rounds;
}

/// Beside its mark: what the fault is.
inline std::string_view words_in_lane(const Event& event) {
  if (!event.own_fault.empty()) return event.own_fault;
  if (!event.struck) return {};
  const language::FaultRule& rule = language::rule_of(*event.struck);
  return event.reply_is_lost ? rule.in_lane_of_reply : rule.in_lane;
}

/// In a trap: something that can still happen, and why it leads nowhere.
struct StillPossible {
  std::string what;     ///< "worker 2 polls"
  std::string why_not;  ///< "redis.SETNX(lock, c) -> false"
  language::Place place;
};

/// In a loop: a moment at which somebody could have gone on, had it been first.
struct CouldGo {
  std::size_t view = 0;  ///< index into Counterexample::views: in this situation
  language::ClientIndex client = language::nothing;
  std::string what;  ///< "worker 2: redis.SET(lock, c, NX, PX 10s) -> true, enters critical"
};

struct Counterexample {
  std::string protocol;
  std::string spec;
  StoryKind kind = StoryKind::path;
  std::string headline;  ///< "mutual_exclusion fails: 1 pause, 4 steps"
  std::string asked;     ///< "set_nx_px, 2 workers, ttl 10 s, busy 1 s to 5 s, under pause"
  std::string sentence;  ///< "At 10 s worker 1 and worker 2 are both inside critical."
  std::string rule;      ///< what the property says, as a rule: "At most one client is inside its critical section."
  std::vector<std::string>
      remarks;  ///< further sentences: "The lock of worker 1 expired at 10 s, and worker 1 cannot know."
  std::vector<std::string> footnotes;  ///< under the table: moments shared by events; what tokens mean
  std::uint32_t faults = 0;
  std::uint32_t steps = 0;
  std::vector<language::UsedFault> used;
  std::vector<std::string> clients;  ///< "worker 1", as Model::clients
  std::vector<std::string> servers;  ///< as Model::servers
  std::vector<std::string> stores;   ///< of each server: "redis"
  std::vector<Cell> cells;           ///< in order of server
  std::vector<Event> events;
  std::vector<View> views;  ///< views[0]: the start; views[i + 1]: after events[i]
  /// Events of which was shown that without them the run would pass (drawn in amber): faults, expiries, what one
  /// client did to what another had, and reads that were stale when they were used.
  std::vector<std::size_t> cause;
  std::optional<std::int64_t> limit;          ///< of holders, when the property counts them
  std::vector<language::ClientIndex> blamed;  ///< the clients that the sentence names
  std::vector<language::ClientIndex> wrong;   ///< of these, who has no right to be there (drawn with a cross)
  std::string judgement;                      ///< of the last step, beside its call: "1 < 2, accepted"
  std::vector<StillPossible> still_possible;  ///< trap
  /// lasso: index of the first event of the loop. views[loop_start] is where it begins, views.back() where it is back:
  /// the same situation but for new identities, higher tokens and later times.
  std::size_t loop_start = 0;
  std::uint32_t loop_steps = 0;           ///< lasso: those of `steps` that are in the loop
  std::int64_t loop_time = 0;             ///< lasso: microseconds that one turn takes; more than 0
  std::vector<CouldGo> could_go;          ///< lasso: by view
  std::vector<std::string> fair_because;  ///< lasso: "worker 1 steps at 3 and 4", "worker 2 polls at 2 in each turn"
  std::vector<std::string> same_at_both_ends;  ///< lasso: "worker 1 inside", "lock owned by worker 1 (a is now b)"
};

}  // namespace interlock::trace
