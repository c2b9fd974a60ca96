#pragma once
// What came of breaking a protocol in one place after the other: which breaks its expectations notice.

#include "engine/language/syntax/source.hpp"
#include "reports/json/lock.hpp"

#include <string>
#include <vector>

namespace interlock::reports {

enum class Noticed {
  yes,      ///< an expectation is not met any more
  no,       ///< all are met, as before
  unknown,  ///< none is known to be unmet, and of one or more it is not known
};

struct BreakResult {
  language::Place place;
  std::string sentence;  ///< "without PX"
  Noticed noticed = Noticed::no;
  std::string by;   ///< the first expectation that is not met, or not known: "recovers holds under pause, crash"
  std::string why;  ///< unknown: "the budget of states ran out"
};

struct BreakReport {
  std::string protocol;
  std::string file;
  std::vector<BreakResult> breaks;
};

/// A line of counts, then those that are not noticed, with what is broken; with `all` the others behind them.
std::string break_lines(const BreakReport& report, bool all);

/// What of it is kept in a lock file.
BreakScore score_of(const BreakReport& report);

/// For other programs: JSON with sorted keys and the version of all reports.
std::string to_json(const BreakReport& report);

}  // namespace interlock::reports
