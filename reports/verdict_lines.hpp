#pragma once
// One line of answer for each verdict: what was asked, the answer, the size, the faults that were on, the states.

#include "reports/report.hpp"
#include "reports/style.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace interlock::reports {

/// The answers on one file, in the order of its `expect` lines, in aligned columns:
///   ok    mutual_exclusion  fails: 1 pause, 4 steps    2 workers, pause        310 states
std::string verdict_lines(const std::vector<check::Answer>& results, Style style);

/// The answer alone: "holds", "fails: 1 pause, 4 steps".
std::string answer_text(const check::Answer& answer, const check::SpecResult& result);

/// What the runs that were given up would have exceeded: "the capacity of redis.sem". Empty: none was.
std::string exceeded_text(const check::Answer& result);

/// "expected to fail using 1 pause".
std::string expectation_text(const language::Expectation& expected);

/// Which runs to draw under the lines. `telling`: those of unmet expectations, or the first one there is.
enum class Drawn { none, unmet, telling, all };

/// The text timelines under the lines, each after an empty line.
std::string drawn_runs(const std::vector<check::Answer>& results, Drawn drawn, std::size_t width, Style style);

/// What stands at a place, with dots where there is more of its line.
std::string quoted_part(const language::Place& place);

/// "note: under skew 2s no run has a skew": faults that were allowed and never struck, over all searches.
std::string idle_fault_lines(const std::vector<check::Answer>& results);

/// "note: set_nx_px.interlock:33 fails without a crash, too": of expectations that name no faults that are used.
std::string needless_fault_lines(const std::vector<check::Answer>& results);

/// A note for each line with a part that no run reaches; the part is quoted.
std::string unreached_lines(const std::vector<language::Place>& places);

/// "12 expectations met.", "11 of 12 expectations met, 1 not."
std::string summary_line(const std::vector<check::Answer>& results);

}  // namespace interlock::reports
