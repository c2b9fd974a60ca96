#include "reports/report.hpp"

#include "engine/language/faults.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

namespace interlock::reports {

using check::Ending;
using check::Remark;
using check::Verdict;
using language::PropertyForm;

namespace {

/// Which runs were seen: "with 0 faults, with 1 for runs of fewer than 4 steps".
std::string seen_runs(const check::Seen& seen) {
  if (seen.faults == 0) return fmt::format("with 0 faults for runs of fewer than {} steps", seen.steps);
  std::string text = seen.faults == 1
                         ? "with 0 faults"
                         : fmt::format("with up to {} fault{}", seen.faults - 1, seen.faults == 2 ? "" : "s");
  if (seen.steps > 0) text += fmt::format(", with {} for runs of fewer than {} steps", seen.faults, seen.steps);
  return text;
}

/// "the budget of states ran out"; "stopped".
std::string ending_text(Ending ending) {
  switch (ending) {
    case Ending::states: return "the budget of states ran out";
    case Ending::memory: return "the budget of memory ran out";
    case Ending::time: return "the budget of time ran out";
    case Ending::stopped: return "stopped";
    case Ending::not_begun:
    case Ending::exhausted:
    case Ending::decided: break;
  }
  return "the budget ran out";
}

/// What a search that did not end has proved all the same: "the budget of states ran out; holds with up to 2 faults,
/// with 3 for runs of fewer than 7 steps".
std::string what_is_proved(const check::Answer& answer, PropertyForm form) {
  const std::string why = ending_text(answer.look_ahead_ended.value_or(answer.ending)) + "; ";
  switch (form) {
    case PropertyForm::reachable:
    case PropertyForm::witnessed: return why + "not reached " + seen_runs(answer.seen);
    case PropertyForm::always_possible:
    case PropertyForm::leads_to:
    case PropertyForm::again_and_again:
      // These are decided on the graph of all runs.
      if (answer.look_ahead_ended == Ending::memory)
        return why + "all runs were seen, and to look at their graph needs more memory";
      if (answer.exhausted()) return why + "all runs were seen, but their graph was not looked at to the end";
      return why + "it takes all runs to say more";
    case PropertyForm::always:
    case PropertyForm::never:
    case PropertyForm::asserted: break;
  }
  return why + "holds " + seen_runs(answer.seen);
}

/// "redis.sem would have more than 4 members, or redis.owner more than 4".
std::string overfilled_text(const std::vector<check::FullContainer>& full) {
  std::string text;
  for (const check::FullContainer& one : full)
    text += text.empty() ? fmt::format("{} would have more than {}", one.name, count_text(one.capacity, "member"))
                         : fmt::format(", or {} more than {}", one.name, one.capacity);
  return text;
}

/// Runs were given up because something was full: which container, where that is known, or tokens.
std::string full_text(const check::Answer& answer) {
  const bool are_tokens = answer.gave_up_for(check::GaveUp::tokens);
  const bool are_requests = answer.gave_up_for(check::GaveUp::requests);
  const bool is_container = answer.gave_up_for(check::GaveUp::container) || !(are_tokens || are_requests);
  std::string runs;
  if (is_container)
    runs =
        answer.full.empty() ? "runs that would overfill a container" : "runs in which " + overfilled_text(answer.full);
  if (are_tokens)
    runs += is_container ? ", or in which tokens run apart without end" : "runs in which tokens run apart without end";
  if (are_requests)
    runs += fmt::format("{}in which more than {} requests of a client are under way", runs.empty() ? "runs " : ", or ",
                        language::most_requests_under_way);
  const std::string room = answer.full.size() > 1 ? "give them more room" : "give the container more room";
  return fmt::format("{}{} were given up; {}bound the faults", runs, is_container && are_tokens ? "," : "",
                     is_container ? room + " (up to N), or " : "");
}

std::string remark_text(Remark remark, const check::Answer& answer) {
  switch (remark) {
    case Remark::never_asked: return "no run ever comes to a state in which it is asked";
    case Remark::timeless:
      return "there are runs without end in which no time passes, and it was not asked of them: a loop needs a sleep, "
             "or should be a retry";
    case Remark::nobody_enters: return "nobody ever enters critical";
    case Remark::no_contention: return "no second client ever enters critical after a first one";
    case Remark::never_comes_to: return "no run ever comes to what it is about";
    case Remark::pushed_on:
      return "instants or deadlines are pushed on without a bound that the checker can see, and runs in which they lie "
             "too far apart were given up; bound how often they are pushed on";
    case Remark::mixed_clocks:
      return "with clocks that are off, two may show the same at different moments; distinct_clocks does not say which "
             "is the later one, and runs in which it might matter were given up";
    case Remark::too_large: return "it has no machine of that size";
    case Remark::gave_up_at_limit:
      return "runs with more than 63 ids at the same time, or with a step that has too many choices or does not come "
             "to an end, were given up; bound the faults, or ask for fewer clients";
    case Remark::gave_up_at_full: return full_text(answer);
    case Remark::not_confirmed:
      return "an error of Interlock itself: what the search has found is not confirmed by the second evaluator";
  }
  return {};
}

}  // namespace

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::fails: return "fails";
    case Verdict::reachable: return "reachable";
    case Verdict::unreachable: return "unreachable";
    case Verdict::unknown: return "unknown";
    case Verdict::not_applicable: return "not applicable";
  }
  return "unknown";
}

std::string for_clients_text(const check::SpecResult& result) {
  if (!result.for_clients) return {};
  const check::ForClients& known = *result.for_clients;
  if (known.any) return "any number of " + plural(known.kind);
  return (check::has_run(result) ? "" : "up to ") + count_text(known.searched, known.kind);
}

Notes notes_of(const check::Answer& answer, const check::SpecResult& result) {
  Notes notes{result.why_not, {}};
  const bool is_open = result.verdict == Verdict::unknown;
  if (is_open && answer.ending == Ending::not_begun) {
    notes.why = "the search did not begin";
  } else if (is_open && result.remarks.empty()) {
    notes.remarks.push_back(what_is_proved(answer, result.form));
  }
  if (result.story && !result.is_simplest)
    notes.remarks.push_back(
        "its run has the fewest faults and steps; the budget did not suffice to look for the one with the least time "
        "and "
        "the fewest switches between clients");
  if (result.spec == "in_range" && result.verdict == Verdict::fails)
    notes.remarks.push_back("such a run goes on with the nearest value of the range: what else fails may come of that");
  if (result.for_clients && !result.for_clients->why_not_more.empty())
    notes.remarks.push_back("not proved for more: " + result.for_clients->why_not_more);
  for (const Remark remark : result.remarks) notes.remarks.push_back(remark_text(remark, answer));
  return notes;
}

std::string why_unknown(const check::Answer& answer, const check::SpecResult& result) {
  if (answer.ending == Ending::not_begun && result.remarks.empty()) return "the search did not begin";
  if (check::was_taken_back(result) && !answer.not_reproduced.empty())
    return "an error of Interlock itself: " + answer.not_reproduced;
  if (!result.remarks.empty()) return remark_text(result.remarks.front(), answer);
  return ending_text(answer.look_ahead_ended.value_or(answer.ending));
}

}  // namespace interlock::reports
