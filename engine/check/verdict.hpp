#pragma once
// What is found out about a protocol, as plain values: one verdict a spec, one answer a search. Words for them are made
// in reports/.

#include "engine/language/model.hpp"
#include "engine/machine/limits.hpp"
#include "engine/trace/counterexample.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace interlock::check {

using machine::GaveUp;
using machine::TooLarge;

/// reachable, unreachable: of specs that ask for a witness.
enum class Verdict { holds, fails, reachable, unreachable, unknown, not_applicable };

/// Why a verdict proves less than it seems to.
enum class Remark {
  never_asked,       ///< no run comes to a state in which it is asked
  timeless,          ///< there are runs without end in which no time passes, and it was not asked of them
  nobody_enters,     ///< nobody ever enters critical
  no_contention,     ///< it is about two clients inside, and no second one ever enters critical after a first
  never_comes_to,    ///< no run comes to what it is about
  pushed_on,         ///< unknown, because instants lay too far apart to be told
  mixed_clocks,      ///< unknown, because two clocks that are off may have shown the same at different moments
  too_large,         ///< unknown: there is no machine of that size
  gave_up_at_limit,  ///< unknown, because runs were given up whose steps or ids are too many
  gave_up_at_full,   ///< unknown, because runs were given up where a container was full or tokens ran apart
  not_confirmed,     ///< unknown: an internal error; the second evaluator does not make the run that was found
};

/// For how many clients of a kind a verdict is known, where any number of them was asked for (any_number.hpp).
struct ForClients {
  std::string kind;            ///< "worker"
  std::uint32_t searched = 0;  ///< each number up to this one was searched; of a run: the number that it has
  bool any = false;            ///< proved for all larger ones, too
  std::uint32_t view = 0;      ///< where views were looked at: of so many clients
  std::uint64_t views = 0;     ///< how many there are
  std::string why_not_more;    ///< where it is not proved for more: the end of a sentence
};

/// What is known about one spec.
struct SpecResult {
  std::uint32_t index = 0;  ///< into Model::specs
  std::string spec;         ///< its name
  language::PropertyForm form = language::PropertyForm::always;
  Verdict verdict = Verdict::unknown;
  std::string why_not;                            ///< not applicable: why
  std::optional<language::Expectation> expected;  ///< what the file expects; none: it was only asked
  std::optional<bool> met;                        ///< none where nothing is expected
  bool vacuous = false;                           ///< it holds, and that proves nothing
  bool in_dense_time = false;    ///< else in ticks. Of its shortest runs, the first that was found is told
  std::int64_t coarse_step = 0;  ///< as in `Answer`, where it was found in ticks
  std::string in_ticks_because;  ///< not empty: dense time was asked for by name, and why that was not to be had
  std::vector<Remark> remarks;
  std::uint32_t faults = 0;                 ///< of the simplest run, where there is one
  std::uint32_t steps = 0;                  ///< of a loop: those of the way in
  std::optional<std::uint32_t> loop_steps;  ///< of a run that goes on for ever: of one turn
  std::vector<language::UsedFault> used;
  /// False: fewest faults and steps, but a budget ran out before the least time and the fewest switches were found.
  bool is_simplest = true;
  std::optional<trace::Counterexample> story;  ///< fails, reachable
  std::optional<ForClients> for_clients;       ///< none: of the size that was searched
};

/// Fails, or is reachable: there is a run that shows it.
inline bool has_run(const SpecResult& result) {
  return result.verdict == Verdict::fails || result.verdict == Verdict::reachable;
}

/// There is a run, and it was not expected; or nothing was, and it shows that something fails.
inline bool has_unexpected_run(const SpecResult& result) {
  return result.story && (result.met ? !*result.met : result.verdict == Verdict::fails);
}

/// Of a verdict that rests on something that was not confirmed nothing is known.
inline void take_back(SpecResult& result) {
  result.verdict = Verdict::unknown;
  result.remarks = {Remark::not_confirmed};
  result.story.reset();
  result.for_clients.reset();
}

inline bool was_taken_back(const SpecResult& result) {
  return std::find(result.remarks.begin(), result.remarks.end(), Remark::not_confirmed) != result.remarks.end();
}

/// Why a search ended. It cannot tell `time` from `stopped`: whoever stops it says which it was.
enum class Ending {
  not_begun,
  exhausted,  ///< every run was seen
  decided,    ///< everything was decided before
  states,     ///< the limits of the search
  memory,
  time,
  stopped,  ///< somebody wished so
};

/// Which runs were seen in a search that ended early: all with fewer faults than this, and with `faults` faults those
/// of fewer steps than `steps`.
struct Seen {
  std::uint32_t faults = 0;
  std::uint32_t steps = 0;
};

/// How many clients there are of a kind.
struct KindSize {
  std::string kind;
  std::uint32_t count = 1;
};

/// A container that was full when runs were given up.
struct FullContainer {
  std::string name;            ///< "redis.sem"
  std::uint32_t capacity = 0;  ///< how many members it may have

  bool operator==(const FullContainer&) const = default;
};

/// One search: one protocol of one size under one scenario.
struct Answer {
  std::string protocol;
  std::string file;     ///< as named by whoever asked
  std::string clients;  ///< likewise: "2 workers"
  std::vector<KindSize> sizes;
  std::vector<language::Param> params;
  std::shared_ptr<const language::Source> text;  ///< the model as written
  language::Scenario scenario;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::size_t state_bytes = 0;
  Ending ending = Ending::not_begun;
  /// Exhausted, but not all is decided that takes a look at the graph of all runs: what ended that (memory, time,
  /// stopped).
  std::optional<Ending> look_ahead_ended;
  Seen seen;
  bool cut = false;                   ///< runs were given up, because something was full
  std::vector<GaveUp> gave_up;        ///< why; where `cut`
  std::vector<FullContainer> full;    ///< those that are known, in order of the text
  std::optional<TooLarge> too_large;  ///< there is no machine of that size, and nothing was searched
  /// Microseconds: time was looked at in steps of this length only, since finer ones would cost too much. 0: no
  /// behaviour was left out.
  std::int64_t coarse_step = 0;
  std::uint64_t symbolic_states = 0;  ///< of `states`: in dense time, each of them all that can be at many moments
  std::string in_ticks_because;       ///< where dense time was wanted: why some verdicts were found in ticks
  std::vector<SpecResult> verdicts;
  std::vector<language::Fault> idle_faults;  ///< allowed, and no run has one; where all runs were seen
  std::vector<language::Place> unreached;    ///< parts of the clients' programs that no run reaches; if it saw all runs
  std::string not_reproduced;                ///< not empty: an internal error; the second evaluator disagrees

  /// Why another search has given runs up, too.
  void take_reasons(const Answer& other) {
    const auto take = [](auto& into, const auto& from) {
      for (const auto& one : from)
        if (std::find(into.begin(), into.end(), one) == into.end()) into.push_back(one);
    };
    take(gave_up, other.gave_up);
    take(full, other.full);
  }

  bool gave_up_for(GaveUp reason) const { return std::find(gave_up.begin(), gave_up.end(), reason) != gave_up.end(); }
  bool exhausted() const { return ending == Ending::exhausted; }
  /// Exhausted, and no run was given up.
  bool saw_all_runs() const { return exhausted() && !cut && gave_up.empty() && coarse_step == 0; }
  bool complete() const { return exhausted() || ending == Ending::decided; }
  /// A larger budget, or going on, may decide more.
  bool unfinished() const { return !complete() || look_ahead_ended; }
};

}  // namespace interlock::check
