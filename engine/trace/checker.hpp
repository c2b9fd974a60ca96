#pragma once
// The front of the engine: a model under a scenario, checked against specs. Verdicts are exact; every counterexample
// is executed again by the second evaluator before it is given.

#include "engine/explore/limits.hpp"
#include "engine/language/model.hpp"
#include "engine/machine/reductions.hpp"
#include "engine/trace/counterexample.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace interlock::trace {

enum class Verdict { holds, fails, reachable, unreachable, unknown };

struct SpecResult {
  std::uint32_t spec = 0;  ///< index into Model::specs
  Verdict verdict = Verdict::unknown;
  bool vacuous = false;                     ///< it holds, and that proves nothing
  std::vector<std::string> remarks;         ///< why it is vacuous; what was proved before a budget ran out
  std::uint32_t faults = 0;                 ///< of the simplest run, where there is one
  std::uint32_t steps = 0;                  ///< of a loop: those of the way in
  std::optional<std::uint32_t> loop_steps;  ///< of a run that goes on for ever: of one turn
  std::vector<language::UsedFault> used;
  std::optional<Counterexample> story;  ///< fails, reachable
};

struct CheckSettings {
  machine::Reductions reductions;
  explore::Settings search;   ///< limits, threads, `keep_going`
  bool nearest_pass = false;  ///< say under each story how short its pauses must be to do no harm
};

struct CheckResult {
  std::vector<SpecResult> specs;  ///< in the order asked; then `in_range`, if a variable left its range
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::size_t state_bytes = 0;
  bool complete = true;                    ///< every run was seen, or everything was decided before
  bool exhausted = true;                   ///< every run was seen
  bool cut = false;                        ///< runs that would have exceeded a container's capacity were given up
  std::vector<language::Place> unreached;  ///< parts of the clients' programs that no run reaches; if exhausted
  std::string not_reproduced;              ///< not empty: an internal error; the second evaluator disagrees
};

/// `specs`: indices of specs that apply. Throws std::bad_alloc only.
CheckResult check(const language::Model& model, const language::Scenario& scenario,
                  const std::vector<std::uint32_t>& specs, const CheckSettings& settings);

}  // namespace interlock::trace
