#pragma once
// What was found out about protocols, in a file that stays the same until something changes: verdicts, the fewest
// faults and steps, exact numbers of states, and how many breaks of a file its expectations notice. CI compares it, so
// that a model which was hollowed out does not stay green.

#include "reports/report.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::reports {

/// The answer to one question.
struct LockEntry {
  std::string file;
  std::string protocol;
  std::string spec;
  std::string clients;  ///< "2 workers"
  std::string under;    ///< "pause, crash 1 time"
  std::string verdict;
  std::string run;           ///< "1 pause, 4 steps"; empty where there is none
  std::uint32_t faults = 0;  ///< of it
  std::uint32_t steps = 0;   ///< with one turn of a loop
  bool proves_little = false;
  std::optional<std::uint64_t> states;  ///< none where a budget ended the search

  bool operator==(const LockEntry&) const = default;
};

std::vector<LockEntry> lock_entries(const Report& report);

/// What breaking a file in one place after the other came to (`interlock mutate`).
struct BreakScore {
  std::string file;
  std::size_t breaks = 0;
  std::size_t noticed = 0;

  bool operator==(const BreakScore&) const = default;
};

/// Sorted, one line an entry and more, so that a difference of two versions is short.
std::string lock_text(std::vector<LockEntry> entries, const std::vector<BreakScore>& scores = {});

/// Of a lock file; none of one that has none, nothing where the text is no lock file.
std::optional<std::vector<BreakScore>> read_scores(std::string_view text);

/// Of any version.
bool is_lock(std::string_view text);

/// Of a lock file, or of a report in JSON of format 2; nothing where the text is neither.
std::optional<std::vector<LockEntry>> read_lock(std::string_view text);

/// The scores of `after` that are others than before, a line each.
std::string score_differences(const std::vector<BreakScore>& before, const std::vector<BreakScore>& after);

/// What differs, a line each, most important first: what held and fails, what is simpler, what is gone. Empty: nothing.
std::string lock_differences(std::vector<LockEntry> before, const std::vector<LockEntry>& after);

}  // namespace interlock::reports
