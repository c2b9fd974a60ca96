#pragma once
// What a run of the checker found, as a plain value: filled by cli/, written out by this room.

#include "engine/language/model.hpp"
#include "engine/trace/counterexample.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::reports {

/// reachable, unreachable: the verdicts of specs that ask for a witness.
enum class VerdictKind { holds, fails, reachable, unreachable, unknown, not_applicable };

struct VerdictReport {
  std::string spec;
  language::PropertyForm form = language::PropertyForm::always;
  VerdictKind verdict = VerdictKind::unknown;
  std::string why;                                ///< not applicable: why not; unknown: what is proved so far
  std::optional<language::Expectation> expected;  ///< what the file expects; none: it was only asked
  std::optional<bool> met;                        ///< none where nothing is expected
  bool vacuous = false;                           ///< it holds, and that proves nothing
  std::vector<std::string> remarks;               ///< "nobody ever enters critical"
  std::uint32_t faults = 0;                       ///< of the simplest run, where there is one
  std::uint32_t steps = 0;                        ///< of a loop: those of the way in
  std::optional<std::uint32_t> loop_steps;        ///< of one turn, where the run is a loop
  std::vector<language::UsedFault> used;
  std::optional<trace::Counterexample> counterexample;  ///< or the witness
};

/// One exploration: one protocol of one size under one scenario.
struct Result {
  std::string protocol;
  std::string file;     ///< as named on the command line
  std::string clients;  ///< "2 workers"
  language::Scenario scenario;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  bool complete = true;          ///< all states were explored
  bool cut_at_capacity = false;  ///< a container was full somewhere, and the run was cut there
  std::vector<VerdictReport> verdicts;
};

struct Report {
  std::vector<Result> results;
};

/// "holds", "fails", "reachable", "unreachable", "unknown", "not applicable".
std::string to_text(VerdictKind verdict);

}  // namespace interlock::reports
