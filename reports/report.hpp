#pragma once
// What a run of the checker found, as a plain value: filled by cli/, written out by this room.

#include "engine/check/verdict.hpp"

#include <string>
#include <vector>

namespace interlock::reports {

struct Report {
  std::vector<check::Answer> results;
};

/// "holds", "fails", "reachable", "unreachable", "unknown", "not applicable".
std::string to_text(check::Verdict verdict);

/// "any number of workers", "up to 5 workers"; of a run: "3 workers". Empty where no such number was asked for.
std::string for_clients_text(const check::SpecResult& result);

/// Further lines under a verdict: why it does not apply, what a search that ended early has seen, why it proves
/// nothing.
struct Notes {
  std::string why;
  std::vector<std::string> remarks;
};
Notes notes_of(const check::Answer& answer, const check::SpecResult& result);

/// Of an unknown verdict, in a few words: "the budget of states ran out".
std::string why_unknown(const check::Answer& answer, const check::SpecResult& result);

}  // namespace interlock::reports
